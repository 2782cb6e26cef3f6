"""The points of a match as a code block: each seat's name and total, and the points of each deal.

A few deals stand between the name and the total; of many, several deals stand in a block below the totals.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.messages.names import cut_names
from bot.messages.text import column_count, in_code_block, in_own_direction, with_minus
from bot.messages.words import Words
from bot.rummy.events import Parts, PointsFor

_LINE = 36  # columns, on a phone
_NAME, _NAME_BEFORE_DEALS = 24, 10
MOST_CHARACTERS = 2000  # of the 4000 of a message


@dataclass(frozen=True, slots=True)
class PointsRow:
    """One seat. `place` is shown before the name (`1.`); `deals` are the points of all deals in their order.

    `mark` is the mark of the seat beside pictures, or empty. `note` stands behind the name and is never cut, like `(left)`.
    `username` is empty for a computer.
    """

    place: str
    name: str
    points: int
    deals: Sequence[int]
    mark: str = ""
    note: str = ""
    username: str = ""


def parts_text(parts: Parts, say: Words) -> str:
    """Return what points are for: `23 for cards and 25 for gin`."""
    return say.all_of(_part_text(part, points, say) for part, points in parts if points)


def _part_text(part: PointsFor, points: int, say: Words) -> str:
    match part:
        case PointsFor.CARDS:
            return say("{points} for cards", points=points)
        case PointsFor.GIN:
            return say("{points} for gin", points=points)
        case PointsFor.BIG_GIN:
            return say("{points} for big gin", points=points)
        case PointsFor.UNDERCUT:
            return say("{points} for the undercut", points=points)
        case PointsFor.SPADES:
            return say("{points} for spades", points=points)
        case PointsFor.OTHER_GAMES:
            return say("{points} in other games", points=points)
        case PointsFor.BOXES:
            return say("{points} for boxes", points=points)
        case PointsFor.GAME:
            return say("{points} for the game", points=points)
        case PointsFor.SHUTOUT:
            return say("{points} for the shutout", points=points)


def points_table(rows: Sequence[PointsRow], say: Words, room: int = MOST_CHARACTERS) -> str:
    """Return the rows from top to bottom. If there is no room for all deals, "…" stands for the last ones.

    `room` is 0 for totals alone, unless the deals stand beside them. After a single deal, the totals say everything.
    """
    several = len(rows[0].deals) > 1
    if several and (short := _one_table(rows, say)):
        return "```\n" + "\n".join(short) + "\n```"
    notes = [row.note for row in rows]
    longest = max(column_count(f" {note}".rstrip()) for note in notes)
    wide, names = max(len(str(row.points)) for row in rows), _names(rows, _NAME - longest, notes)
    lines = [f"{row.place:>2} {name}  {with_minus(row.points):>{wide}}" for row, name in zip(rows, names, strict=True)]
    for nth, block in enumerate(_blocks(rows) if several and room else ()):
        room -= sum(len(line) + 1 for line in block)
        if room < 0:
            lines.append("…")
            break
        lines += ["", *([] if nth else [say("Points by deal")]), *block]
    return "```\n" + "\n".join(lines) + "\n```"


def _one_table(rows: Sequence[PointsRow], say: Words) -> list[str]:
    """Return the lines of a table with the deals between names and totals; none if there is no room."""
    head, names = say.column("total"), _names(rows, _NAME_BEFORE_DEALS, [row.note for row in rows])
    width = column_count(names[0])
    wide = max(len(str(points)) for row in rows for points in row.deals)
    total = max(column_count(head), *(len(str(row.points)) for row in rows))
    if 3 + width + len(rows[0].deals) * (wide + 1) + 2 + total > _LINE:
        return []
    numbers = "".join(f" {number:>{wide}}" for number in range(1, len(rows[0].deals) + 1))
    lines = [f"{'':{3 + width}}{numbers}  {'':{total - column_count(head)}}{head}"]
    for row, name in zip(rows, names, strict=True):
        deals = "".join(f" {with_minus(won):>{wide}}" for won in row.deals)
        lines.append(f"{row.place:>2} {name}{deals}  {with_minus(row.points):>{total}}")
    return lines


def _blocks(rows: Sequence[PointsRow]) -> list[list[str]]:
    """Return the lines of each block: the numbers of its deals, then a line for each seat."""
    wide, names = max(len(str(points)) for row in rows for points in (*row.deals, 10)), _names(rows, _NAME_BEFORE_DEALS)
    width = column_count(names[0])
    many, number_of_deals = (_LINE - width) // (wide + 1), len(rows[0].deals)
    blocks = []
    for first in range(0, number_of_deals, many):
        last = min(first + many, number_of_deals)
        numbers = "".join(f" {number:>{wide}}" for number in range(first + 1, last + 1))
        points = [
            name + "".join(f" {with_minus(won):>{wide}}" for won in row.deals[first:last])
            for row, name in zip(rows, names, strict=True)
        ]
        blocks.append([" " * width + numbers, *points])
    return blocks


def _names(rows: Sequence[PointsRow], most: int, notes: Sequence[str] = ()) -> list[str]:
    """Return the names, in at most `most` columns, with their marks and notes, each padded to the width of the widest."""
    marks = [f"{row.mark} " if row.mark else "" for row in rows]
    cut = cut_names([row.name for row in rows], [row.username for row in rows], most)
    short = (in_own_direction(in_code_block(name)) for name in cut)
    shown = [f"{mark}{name} {note}".rstrip() for mark, name, note in zip(marks, short, notes or [""] * len(rows), strict=True)]
    width = max(map(column_count, shown))
    return [name + " " * (width - column_count(name)) for name in shown]
