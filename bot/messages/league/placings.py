"""The people of a result by place: `1. Ann`; those who left before the end are struck through."""

from bot.league.history import HistoryLine
from bot.league.placings import Placing
from bot.messages.names import Names
from bot.messages.text import NO_BREAK_SPACE


def placing_texts(line: HistoryLine, names: Names) -> list[str]:
    """Return the place and the name of each person."""
    return [f"{one.place}.{NO_BREAK_SPACE}{_name(one, names)}" for one in line.people]


def _name(one: Placing, names: Names) -> str:
    return f"~~{names.person(one.person)}~~" if one.left else names.person(one.person)
