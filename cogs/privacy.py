"""`/privacy my-data · delete-me`: the data of a person, and its deletion."""

import asyncio
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.interactions.error_boundary import ErrorBoundary
from bot.interactions.file_parts import file_part_reply
from bot.interactions.option_types import FilePart
from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services
from bot.messages.attachments import attachment_limit
from bot.messages.personal_data import data_files


class PrivacyCog(commands.GroupCog, group_name="privacy", group_description="What the bot has stored of you"):
    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary
        super().__init__()

    @app_commands.command(name="my-data", description="All that is stored of you, as a file")
    @app_commands.describe(part="Which part, where it is too large for one message")
    async def my_data(self, interaction: Interaction, part: FilePart = 1) -> None:
        async def work() -> Reply:
            say = self._services.say(interaction)
            person = await self._services.people.find(interaction.user.id)
            if person is None:
                return Reply(text=say("Nothing is stored of you."))
            stored = await self._services.personal_data.read(person.number)
            limit = attachment_limit(interaction.filesize_limit)
            parts = await asyncio.to_thread(data_files, stored, limit=limit)
            return file_part_reply(parts, part, say("This is all that is stored of you."), say)

        await self._boundary.run(interaction, work())

    @app_commands.command(name="delete-me", description="Your name and Discord number go; results stay, as a former player's")
    @app_commands.describe(sure="True: this cannot be undone, and who comes back is somebody new")
    async def delete_me(self, interaction: Interaction, sure: bool) -> None:
        async def work() -> Reply:
            say = self._services.say(interaction)
            person = await self._services.people.find(interaction.user.id)
            if person is None:
                return Reply(text=say("Nothing is stored of you."))
            if not sure:
                return Reply(text=say("Nothing is deleted. It cannot be undone, so it takes `sure:True`."))
            await self._services.personal_data.delete(person.number)
            return Reply(text=say("You are forgotten. Your results stay, as those of a former player."))

        await self._boundary.run(interaction, work())


async def setup(bot: Any, services: Services, boundary: ErrorBoundary) -> None:
    await bot.add_cog(PrivacyCog(services, boundary))
