"""Which limit counts for a command, autocomplete or press."""

from bot.interactions.call import Call, CallKind
from bot.interactions.rate_limits import Limited
from bot.messages import settings_buttons, start_buttons
from bot.messages.league import buttons as league_buttons
from bot.messages.league import card_buttons, protests, question_buttons
from bot.messages.league.schedule import schedule_buttons

_MOVES = frozenset(("draw", "meld", "layoff", "swap", "takeback", "discard", "hand"))
_OTHER_PRESSES = tuple(
    f"{prefix}:"
    for prefix in (
        *league_buttons.ID_PREFIXES,
        card_buttons.ID_PREFIX,
        *question_buttons.ID_PREFIXES,
        protests.ID_PREFIX,
        *schedule_buttons.ID_PREFIXES,
        start_buttons.ID_PREFIX,
        settings_buttons.ID_PREFIX,
    )
)
"""How the presses begin that belong to no table."""
_TABLE_MOVES = frozenset(("ready",))
"""Subcommands of `/table` that are as frequent as moves."""


def limited_kind(call: Call) -> Limited:
    """Return the limit: of autocomplete, of moves for a table's presses and the commands of a turn, or of commands."""
    if call.kind == CallKind.AUTOCOMPLETE:
        return Limited.AUTOCOMPLETE
    if call.kind != CallKind.COMMAND:
        return Limited.COMMAND if call.custom_id.startswith(_OTHER_PRESSES) else Limited.MOVE
    name, parts = call.data.get("name"), {one.get("name") for one in call.data.get("options", ())}
    return Limited.MOVE if name in _MOVES or (name == "table" and parts & _TABLE_MOVES) else Limited.COMMAND
