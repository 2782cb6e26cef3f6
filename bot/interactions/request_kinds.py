"""Which limit counts for a command, autocomplete or press."""

from collections.abc import Mapping
from typing import Any, cast

from discord import InteractionType

from bot.interactions.rate_limits import Limited
from bot.interactions.services import Interaction

_MOVES = frozenset(("draw", "meld", "layoff", "swap", "takeback", "discard", "hand"))
_TABLE_MOVES = frozenset(("ready",))
"""Subcommands of `/table` that are as frequent as moves."""


def limited_kind(interaction: Interaction) -> Limited:
    """Return the limit: of moves for presses and the commands of a turn, of commands for the others, or of autocomplete."""
    if interaction.type == InteractionType.autocomplete:
        return Limited.AUTOCOMPLETE
    if interaction.type != InteractionType.application_command:
        return Limited.MOVE
    data = cast(Mapping[str, Any], interaction.data or {})
    name, parts = data.get("name"), {one.get("name") for one in data.get("options", ())}
    return Limited.MOVE if name in _MOVES or (name == "table" and parts & _TABLE_MOVES) else Limited.COMMAND
