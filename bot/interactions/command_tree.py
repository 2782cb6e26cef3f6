"""The tree of our slash commands: it asks before each command and autocomplete whether it is carried out."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands

from bot.delivery.discord_api import TEMPORARY_ERRORS
from bot.interactions.typed_lengths import check_lengths
from bot.wording.sentence import Refused


class CommandTree(app_commands.CommandTree[Any]):
    is_allowed: Callable[[discord.Interaction[Any]], Awaitable[bool]] | None = None
    """Set once, before the bot connects; None allows everything."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Return whether the interaction is carried out. Nothing is offered while a text is typed that is too long.

        The error boundary checks the lengths of a command's texts.
        """
        if self.is_allowed is not None and not await self.is_allowed(interaction):
            return False
        if interaction.type != discord.InteractionType.autocomplete:
            return True
        try:
            check_lengths(interaction)
        except Refused:
            with suppress(*TEMPORARY_ERRORS):  # the person has typed on
                await interaction.response.autocomplete([])
            return False
        return True
