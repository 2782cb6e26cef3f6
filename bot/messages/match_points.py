"""The points of a match as a code block: the total of each seat, then the points of each deal, several deals to a block."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.messages.text import cut_to_columns
from bot.messages.words import Words

_LINE = 36  # columns, on a phone
_NAME, _NAME_AFTER_DEALS = 26, 9
MOST_CHARACTERS = 2000  # of the 4000 of a message


@dataclass(frozen=True, slots=True)
class PointsRow:
    """One seat. `place` is shown before the points (`1.`); `deals` are the points of all deals in their order."""

    place: str
    points: int
    name: str
    deals: Sequence[int]


def points_table(rows: Sequence[PointsRow], say: Words, room: int = MOST_CHARACTERS) -> str:
    """Return the rows from top to bottom. If there is no room for all deals, "…" stands for the last ones.

    After a single deal, the totals say everything.
    """
    wide = max(len(str(points)) for points in (*(row.points for row in rows), 1000))
    lines = [f"{row.place:>3} {row.points:>{wide}} {cut_to_columns(row.name, _NAME)}" for row in rows]
    for nth, block in enumerate(_blocks(rows)):
        room -= sum(len(line) + 1 for line in block)
        if room < 0:
            lines.append("…")
            break
        lines += ["", *([] if nth else [say("Points by deal")]), *block]
    return "```\n" + "\n".join(lines).replace("`", "ˋ") + "\n```"


def _blocks(rows: Sequence[PointsRow]) -> list[list[str]]:
    """Return the lines of each block: the numbers of its deals, then a line for each seat."""
    if len(rows[0].deals) < 2:
        return []
    wide = max(len(str(points)) for row in rows for points in (*row.deals, 100))
    many, number_of_deals = (_LINE - _NAME_AFTER_DEALS) // (wide + 1), len(rows[0].deals)
    blocks = []
    for first in range(0, number_of_deals, many):
        last = min(first + many, number_of_deals)
        numbers = "".join(f"{number:>{wide}} " for number in range(first + 1, last + 1))
        points = [
            "".join(f"{won:>{wide}} " for won in row.deals[first:last]) + cut_to_columns(row.name, _NAME_AFTER_DEALS)
            for row in rows
        ]
        blocks.append([numbers.rstrip(), *points])
    return blocks
