"""The tree of our slash commands: it asks before each command and autocomplete whether it is carried out."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands


class CommandTree(app_commands.CommandTree[Any]):
    is_allowed: Callable[[discord.Interaction[Any]], Awaitable[bool]] | None = None
    """Set once, before the bot connects; None allows everything."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        return self.is_allowed is None or await self.is_allowed(interaction)
