"""A table of people in a code block, at most 38 columns wide: numbers first, the name last, the reader's own row marked."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from bot.messages.names import Names
from bot.messages.text import column_count, in_code_block

WIDTH = 38
ROWS_ON_A_PAGE = 15


class PersonRow(Protocol):
    """The row of a person in a table."""

    @property
    def person(self) -> int: ...


Row = TypeVar("Row", bound=PersonRow)


def page_count(rows: int) -> int:
    """Return how many pages this many rows take; at least one."""
    return max(1, -(-rows // ROWS_ON_A_PAGE))


def shown_rows(rows: Sequence[Row], page: int, own: int | None) -> tuple[list[Row], Row | None]:
    """Return the rows of a page (from 0; a page too high means the last), and the reader's own row if it is on another page."""
    page = max(0, min(page, page_count(len(rows)) - 1))
    shown = list(rows[page * ROWS_ON_A_PAGE : (page + 1) * ROWS_ON_A_PAGE])
    own_row = next((row for row in rows if row.person == own), None)
    return shown, None if own_row in shown else own_row


def table_lines(
    heads: Sequence[str],
    cells: Sequence[Sequence[str]],
    people: Sequence[int],
    names: Names,
    *,
    reader: int | None,
    has_own_row: bool,
) -> list[str]:
    """Return the lines: the headings, and for each person their cells and name.

    `has_own_row`: the last row is that of the reader and belongs to another page.
    """
    widths = column_widths([heads, *cells])
    room = name_room(widths)
    lines = [cells_line(heads, widths).rstrip()]
    shown_names = map(in_code_block, names.cut(people, room))
    for nth, (person, name, numbers) in enumerate(zip(people, shown_names, cells, strict=True), start=1):
        if has_own_row and nth == len(people):
            lines.append("…")
        mark = "›" if person == reader else " "
        lines.append(f"{cells_line(numbers, widths)} {mark}{name}")
    return lines


def column_widths(lines: Sequence[Sequence[str]]) -> list[int]:
    """Return the width of each column."""
    return [max(column_count(line[column]) for line in lines) for column in range(len(lines[0]))]


def name_room(widths: Sequence[int]) -> int:
    """Return how many columns are left for a name behind columns of these widths."""
    return WIDTH - sum(widths) - len(widths) - 1


def cells_line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return " ".join(" " * (width - column_count(cell)) + cell for cell, width in zip(cells, widths, strict=True))
