"""The people of a result by their places: `1. Ann`, and struck through who left before the end."""

from bot.league.history import Line
from bot.league.placing import Placed
from bot.messages.names import Names
from bot.messages.text import STAYS


def by_place(line: Line, names: Names) -> list[str]:
    return [f"{one.place}.{STAYS}{_name(one, names)}" for one in line.people]


def _name(one: Placed, names: Names) -> str:
    return f"~~{names.person(one.person)}~~" if one.left else names.person(one.person)
