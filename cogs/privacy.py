"""`/privacy my-data · delete-me`: the data of a person, and its deletion."""

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.discord.error_boundary import ErrorBoundary
from bot.discord.received import Interaction
from bot.interactions.personal_data_actions import delete_personal_data, export_personal_data
from bot.interactions.services import Services
from cogs.option_types import FilePart


class PrivacyCog(commands.GroupCog, group_name="privacy", group_description="The data that the bot stores about you"):
    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary
        super().__init__()

    @app_commands.command(name="my-data", description="Get everything that's stored about you, as a file")
    @app_commands.describe(part="Which part, if the file is too large for one message")
    async def my_data(self, interaction: Interaction, part: FilePart = 1) -> None:
        await self._boundary.run(interaction, lambda call: export_personal_data(self._services, call, part))

    @app_commands.command(
        name="delete-me",
        description="Delete your name, username and Discord ID; your results stay, under “a former player”",
    )
    @app_commands.describe(sure="True to confirm: this can't be undone, and if you come back, you start over")
    async def delete_me(self, interaction: Interaction, sure: bool) -> None:
        await self._boundary.run(interaction, lambda call: delete_personal_data(self._services, call, sure=sure))


async def setup(bot: Any, services: Services, boundary: ErrorBoundary) -> None:
    await bot.add_cog(PrivacyCog(services, boundary))
