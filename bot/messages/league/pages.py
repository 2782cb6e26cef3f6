"""Pages of the league's lists: the presses that turn them, tables of people at most 38 columns wide, and **Undo**."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from discord import ui
from msgspec import Meta
from msgspec.structs import replace

from bot.league.days import LAST_DAY
from bot.league.ratings import LadderRow
from bot.league.standings import Standing
from bot.messages.components import ButtonId, LargeNumber, PressButton, row
from bot.messages.names import Names
from bot.messages.text import column_count, in_code_block, in_own_direction
from bot.messages.words import Words

WIDTH = 38
ROWS_ON_A_PAGE = 15
Row = TypeVar("Row", Standing, LadderRow)
Deck = Annotated[str, Meta(pattern="^(french52|cuccu40)?$")]


class PagePress(ButtonId, frozen=True, kw_only=True):
    """Shows one page of several; the first is 0."""

    page: int = 0


class StandingsPress(PagePress, frozen=True):
    """A page of a league's standings. `season` 0 is the running one, `since` a day, `variant` a variant's name."""

    pattern: ClassVar[str] = "b:{league}:{season}:{page}:{since}:{variant}"
    league: int
    season: int = 0
    since: Annotated[int, Meta(le=LAST_DAY)] | None = None
    variant: str = ""


class HistoryPress(PagePress, frozen=True):
    """A page of a person's matches; person 0 means everyone."""

    pattern: ClassVar[str] = "h:{person}:{page}"
    person: int


class MatchSelect(ButtonId, frozen=True):
    """The select of the matches on a page of a history; the value is the number of a match."""

    pattern: ClassVar[str] = "h:match"


class LogPress(PagePress, frozen=True):
    """A page of what organisers did in a league; league 0 means the whole server."""

    pattern: ClassVar[str] = "l:{league}:{page}"
    league: int


class LadderPress(PagePress, frozen=True):
    """A page of the ladder for a deck; an empty `deck` means the one with the most rated matches."""

    pattern: ClassVar[str] = "k:{deck}:{page}"
    deck: Deck = ""


def page_buttons(press: PagePress, pages: int, say: Words) -> "list[ui.ActionRow[Any]]":
    """Return the row with the buttons Back and Next; empty if there is only one page."""
    page, found = max(0, min(press.page, pages - 1)), []
    if page > 0:
        found.append(PressButton(replace(press, page=page - 1), say.button("Back")))
    if page < pages - 1:
        found.append(PressButton(replace(press, page=page + 1), say.button("Next")))
    return [row(*found)] if found else []


UndoKind = Literal["season", "archive"]


class UndoPress(ButtonId, frozen=True):
    """What is undone: the end of a season, or the archiving of a league. `number` is that of the season, `at` when it ended."""

    pattern: ClassVar[str] = "u:{kind}:{league}:{number}:{at}"
    kind: UndoKind
    league: int
    number: int
    at: LargeNumber = 0


def undo_row(press: UndoPress, say: Words) -> "ui.ActionRow[Any]":
    return row(PressButton(press, say.button("Undo")))


def page_count(rows: int) -> int:
    """Return how many pages this many rows take; at least one."""
    return max(1, -(-rows // ROWS_ON_A_PAGE))


def shown_rows(rows: Sequence[Row], page: int, own: int | None) -> tuple[list[Row], bool]:
    """Return the rows of a page (from 0; a page too high means the last).

    Return True if the reader's own row, which belongs to another page, follows them.
    """
    page = max(0, min(page, page_count(len(rows)) - 1))
    shown = list(rows[page * ROWS_ON_A_PAGE : (page + 1) * ROWS_ON_A_PAGE])
    own_rows = [row for row in rows if row.person == own and row not in shown]
    return shown + own_rows, bool(own_rows)


def table_lines(
    heads: Sequence[str],
    cells: Sequence[Sequence[str]],
    people: Sequence[int],
    names: Names,
    *,
    reader: int | None,
    has_own_row: bool,
) -> list[str]:
    """Return the lines of a code block: the headings, and for each person the first cell, their name, and the other cells.

    `has_own_row`: the last row is that of the reader and belongs to another page.
    """
    widths = column_widths([heads, *cells])
    shown = ["", *map(in_own_direction, map(in_code_block, names.cut(people, name_room(widths))))]
    wide, lines = max(map(column_count, shown)), ["```"]
    for nth, (person, name, line) in enumerate(zip((0, *people), shown, (heads, *cells), strict=True)):
        if has_own_row and nth == len(people):
            lines.append("…")
        first, *others = (" " * (width - column_count(cell)) + cell for cell, width in zip(line, widths, strict=True))
        mark = "›" if person == reader else " "
        lines.append(" ".join((first, mark + name + " " * (wide - column_count(name)), *others)))
    return [*lines, "```"]


def column_widths(lines: Sequence[Sequence[str]]) -> list[int]:
    return [max(column_count(line[column]) for line in lines) for column in range(len(lines[0]))]


def name_room(widths: Sequence[int]) -> int:
    """Return how many columns are left for a name beside columns of these widths."""
    return WIDTH - sum(widths) - len(widths) - 1
