"""The tree of our slash commands: it offers nothing while a text is typed that is longer than its option may be."""

from contextlib import suppress
from typing import Any

import discord
from discord import app_commands

from bot.delivery.discord_api import TEMPORARY_ERRORS
from bot.interactions.typed_lengths import check_lengths
from bot.tables.refusals import Refused


class CommandTree(app_commands.CommandTree[Any]):
    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Return True for commands, which the error boundary checks, and for autocomplete unless a text is too long."""
        if interaction.type != discord.InteractionType.autocomplete:
            return True
        try:
            check_lengths(interaction)
        except Refused:
            with suppress(*TEMPORARY_ERRORS):  # the person has typed on
                await interaction.response.autocomplete([])
            return False
        return True
