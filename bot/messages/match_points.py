"""The points of a match as a code block: each seat's name and total, and the points of each deal.

A few deals stand between the name and the total; of many, several deals stand in a block below the totals.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.messages.text import column_count, cut_to_columns
from bot.messages.words import Words

_LINE = 36  # columns, on a phone
_NAME, _NAME_BEFORE_DEALS = 24, 10
MOST_CHARACTERS = 2000  # of the 4000 of a message


@dataclass(frozen=True, slots=True)
class PointsRow:
    """One seat. `place` is shown before the name (`1.`); `deals` are the points of all deals in their order."""

    place: str
    name: str
    points: int
    deals: Sequence[int]


def points_table(rows: Sequence[PointsRow], say: Words, room: int = MOST_CHARACTERS) -> str:
    """Return the rows from top to bottom. If there is no room for all deals, "…" stands for the last ones.

    After a single deal, the totals say everything.
    """
    if short := _one_table(rows, say):
        return "```\n" + "\n".join(short) + "\n```"
    wide, name = max(len(str(row.points)) for row in rows), _name_width(rows, _NAME)
    lines = [f"{row.place:>2} {_cell(row.name, name)}  {row.points:>{wide}}" for row in rows]
    for nth, block in enumerate(_blocks(rows)):
        room -= sum(len(line) + 1 for line in block)
        if room < 0:
            lines.append("…")
            break
        lines += ["", *([] if nth else [say("Points by deal")]), *block]
    return "```\n" + "\n".join(lines) + "\n```"


def _one_table(rows: Sequence[PointsRow], say: Words) -> list[str]:
    """Return the lines of a table with the deals between names and totals; none if there is no room, or a single deal."""
    if len(rows[0].deals) < 2:
        return []
    # Translators: the heading over the total points of a match, behind those of each deal; a short word
    head, name = say("total"), _name_width(rows, _NAME_BEFORE_DEALS)
    wide = max(len(str(points)) for row in rows for points in row.deals)
    total = max(column_count(head), *(len(str(row.points)) for row in rows))
    if 3 + name + len(rows[0].deals) * (wide + 1) + 2 + total > _LINE:
        return []
    numbers = "".join(f" {number:>{wide}}" for number in range(1, len(rows[0].deals) + 1))
    lines = [f"{'':{3 + name}}{numbers}  {'':{total - column_count(head)}}{head}"]
    for row in rows:
        deals = "".join(f" {won:>{wide}}" for won in row.deals)
        lines.append(f"{row.place:>2} {_cell(row.name, name)}{deals}  {row.points:>{total}}")
    return lines


def _blocks(rows: Sequence[PointsRow]) -> list[list[str]]:
    """Return the lines of each block: the numbers of its deals, then a line for each seat."""
    if len(rows[0].deals) < 2:
        return []
    wide, name = max(len(str(points)) for row in rows for points in (*row.deals, 10)), _name_width(rows, _NAME_BEFORE_DEALS)
    many, number_of_deals = (_LINE - name) // (wide + 1), len(rows[0].deals)
    blocks = []
    for first in range(0, number_of_deals, many):
        last = min(first + many, number_of_deals)
        numbers = "".join(f" {number:>{wide}}" for number in range(first + 1, last + 1))
        points = [_cell(row.name, name) + "".join(f" {won:>{wide}}" for won in row.deals[first:last]) for row in rows]
        blocks.append([" " * name + numbers, *points])
    return blocks


def _name_width(rows: Sequence[PointsRow], most: int) -> int:
    """Return how many columns the names take, at most `most`."""
    return max(column_count(cut_to_columns(row.name, most)) for row in rows)


def _cell(name: str, width: int) -> str:
    shown = cut_to_columns(name, width)
    return shown + " " * (width - column_count(shown))
