"""The standings of a league: numbers first, the name last, at most 38 columns, the reader's own row always included."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from discord import ui
from discord.utils import escape_mentions

from bot.competition.standings import StandingsTable
from bot.league.standings.standings import Standing
from bot.messages.components import BLUE, layout
from bot.messages.league.award_lines import award_lines, awarded_people, champion_lines
from bot.messages.league.buttons import StandingsPress, page_buttons
from bot.messages.league.decimals import decimal_text, fixed_text
from bot.messages.league.leagues import season_name
from bot.messages.league.people_table import WIDTH, column_widths, name_room, page_count, shown_rows, table_lines
from bot.messages.league.question_buttons import UndoPress, undo_note, undo_row
from bot.messages.names import Names
from bot.messages.text import column_count, cut_to_columns, in_code_block, join_parts, safe_text, timestamp, visible_line
from bot.messages.words import Words

_NAME = 8  # columns that a name should have at least
_MOST_OTHERS = 5


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """What a message shows of the standings: the page that `press` names, and the row of `reader`, the person who asked.

    `game` is the title of the only game that is counted. `rendered_at` (epoch ms) is set for live standings, which have no
    buttons. `other_leagues` are the names of the server's other leagues. `undo` undoes the end of the season, until
    `undo_until` (epoch ms).
    """

    standings: StandingsTable
    names: Names
    press: StandingsPress
    server_name: str
    reader: int | None = None
    game: str | None = None
    rendered_at: int | None = None
    other_leagues: tuple[str, ...] = ()
    undo: UndoPress | None = None
    undo_until: int = 0

    @property
    def rows(self) -> Sequence[Standing]:
        return self.standings.rows

    def people(self) -> list[int]:
        """Return the people whose names are shown."""
        shown, own_row = shown_rows(self.rows, self.press.page, self.reader)
        rows = [row.person for row in (*shown, *([] if own_row is None else [own_row]))]
        return [*rows, *sorted(awarded_people(self.standings.awards) - set(rows))]


def leaderboard_layout(leaderboard: Leaderboard, say: Words) -> ui.LayoutView:
    """Render a page of the standings, with buttons to the other pages."""
    standings = leaderboard.standings
    title = (
        safe_text(standings.league.name)
        if standings.stored_league
        else say("Standings of {server}", server=leaderboard.server_name)
    )
    about = _about(leaderboard, say)
    head = [f"### {title}", *([f"-# {join_parts(about)}"] if about else []), *_other_league_lines(leaderboard, say)]
    if not leaderboard.rows:
        nothing = _nothing_counted(standings, say)
        text = "\n".join((nothing, *_update_lines(leaderboard, say)))
        return layout(ui.TextDisplay("\n".join((*head, text))), *_undo_rows(leaderboard, say), accent=BLUE)
    shown, own_row = shown_rows(leaderboard.rows, leaderboard.press.page, leaderboard.reader)
    shown_table = standings_table(shown, own_row, leaderboard, say)
    awards = award_lines(standings.awards, leaderboard.names, say)
    notes = [*awards, *(f"-# {line}" for line in _legend(shown_table, say))]
    if standings.league.least > 1 and any(row.position is None for row in leaderboard.rows):
        notes.append(f"-# {say.many('Ranked after 1 match.', 'Ranked after {count} matches.', standings.league.least)}")
    notes += _update_lines(leaderboard, say)
    body = "\n".join(shown_table.lines)
    head += champion_lines(standings.awards, leaderboard.names, say)
    text_display: ui.TextDisplay[Any] = ui.TextDisplay("\n".join((*head, f"```\n{body}\n```", *notes)))
    buttons = (
        [] if leaderboard.rendered_at is not None else page_buttons(leaderboard.press, page_count(len(leaderboard.rows)), say)
    )
    return layout(text_display, *buttons, *_undo_rows(leaderboard, say), accent=BLUE)


def _undo_rows(leaderboard: Leaderboard, say: Words) -> "list[ui.ActionRow[Any]]":
    return [] if leaderboard.undo is None else [undo_row(leaderboard.undo, say)]


def _nothing_counted(standings: StandingsTable, say: Words) -> str:
    """Return that no match counted and, while one still can, how to play one."""
    stored = standings.stored_league
    if standings.is_final or (stored is not None and stored.archived_at is not None):
        return say("No matches counted.")
    if stored is None:
        return say("No matches have counted yet. Open a table with `/play`.")
    name = escape_mentions(in_code_block(visible_line(stored.name)))
    command = f"`/league list league:{name}`"
    return say(
        "No matches have counted yet. Press **Play a match that counts** on the card of the league: {command}", command=command
    )


def _other_league_lines(leaderboard: Leaderboard, say: Words) -> list[str]:
    names = [
        *map(safe_text, leaderboard.other_leagues[:_MOST_OTHERS]),
        *(["…"] if leaderboard.other_leagues[_MOST_OTHERS:] else []),
    ]
    return [f"-# {say('Other leagues here: {leagues}', leagues=say.all_of(names))}"] if names else []


def _update_lines(leaderboard: Leaderboard, say: Words) -> list[str]:
    if leaderboard.undo is not None:
        return [undo_note(leaderboard.undo_until, say)]
    if leaderboard.rendered_at is None:
        return []
    return [f"-# {say('Updates automatically · last update {time}', time=timestamp(leaderboard.rendered_at, 'R'))}"]


def _about(leaderboard: Leaderboard, say: Words) -> list[str]:
    standings, season, parts = leaderboard.standings, leaderboard.standings.season, list[str]()
    if standings.stored_league is not None and standings.since is None:
        parts.append(say("Season: {name}", name=season_name(season)))
    if standings.since is not None:
        parts.append(say("since {day}", day=timestamp(standings.since, "f")))
    elif standings.stored_league is None:
        pass
    elif season.end is None:
        parts.append(say("since {day}", day=timestamp(season.begin, "f")))
        if standings.stored_league.ends_at is not None:
            parts.append(say("ends {day}", day=timestamp(standings.stored_league.ends_at, "f")))
    else:
        parts.append(say("{first} to {last}", first=timestamp(season.begin, "f"), last=timestamp(season.end - 1, "f")))
    if leaderboard.game is not None:
        parts.append(say("only {game}", game=safe_text(leaderboard.game)))
    if page_count(len(leaderboard.rows)) > 1:
        last = page_count(len(leaderboard.rows))
        parts.append(say("page {page} of {pages}", page=1 + min(leaderboard.press.page, last - 1), pages=last))
    return parts


@dataclass(frozen=True, slots=True)
class ShownTable:
    """The lines of a code block. `has_changes`: there is a column for the week; `has_letters`: the headings need a legend."""

    lines: Sequence[str]
    has_changes: bool
    has_letters: bool


def standings_table(rows: Sequence[Standing], own_row: Standing | None, leaderboard: Leaderboard, say: Words) -> ShownTable:
    """Return lines of at most `WIDTH` columns, with the longest headings and the most decimals for which there is room."""
    shown = [*rows, *([] if own_row is None else [own_row])]
    people = [one.person for one in shown]
    least = min(_NAME, max(column_count(cut_to_columns(leaderboard.names.plain(person), WIDTH)) for person in people))
    has_changes = any(row.change is not None for row in shown)
    for heads, numbers_of_rows in _ways_to_write(shown, say):
        cells = [[*line[:1], *line[1 if has_changes else 2 :]] for line in (heads, *numbers_of_rows)]
        if name_room(column_widths(cells)) >= least:
            break
    lines = table_lines(
        cells[0], cells[1:], people, leaderboard.names, reader=leaderboard.reader, has_own_row=own_row is not None
    )
    return ShownTable(lines, has_changes, has_letters=heads == _letters(say))


def _legend(table: ShownTable, say: Words) -> list[str]:
    """Return at most one line that explains the signs and letters over the columns."""
    parts = [say("± since Monday")] if table.has_changes else []
    if table.has_letters:
        parts.append(say("P points · M matches · W wins · Ø points a match"))
    return [" · ".join(parts)] if parts else []


_Numbers = tuple[str, ...]


def _ways_to_write(rows: Sequence[Standing], say: Words) -> Iterator[tuple[_Numbers, list[_Numbers]]]:
    """Yield headings and the numbers of all rows, the widest form first. Decimal points are always aligned."""
    for digits in (2, 1, 0):
        points = _decimals([row.points for row in rows], digits)
        averages = _decimals([row.average for row in rows], digits)
        numbers = [_numbers(row, points, averages) for row in rows]
        aligned: list[_Numbers] = list(zip(*map(_align_points, zip(*numbers, strict=True)), strict=True))
        for heads in (_words(say), _short_words(say), _letters(say)):
            yield heads, aligned


def _words(say: Words) -> _Numbers:
    """Return the headings of the columns for which there is room in a table with short names and numbers."""
    return "#", "±", say("points"), say("matches"), say("wins"), say("average")


def _short_words(say: Words) -> _Numbers:
    # Translators: the short heading of the column of matches in /leaderboard
    matches = say("mat.")
    # Translators: the short heading of the column of points in /leaderboard
    points = say("pts")
    # Translators: the short heading of the column of points a match in /leaderboard
    average = say("avg")
    return "#", "±", points, matches, say("wins"), average


def _letters(say: Words) -> _Numbers:
    # Translators: the letter over the column of matches in /leaderboard
    matches = say("M")
    # Translators: the letter over the column of points in /leaderboard
    points = say("P")
    # Translators: the letter over the column of wins in /leaderboard
    wins = say("W")
    # Translators: the letter over the column of points a match in /leaderboard
    average = say("Ø")
    return "#", "±", points, matches, wins, average


def _numbers(row: Standing, points: int, averages: int) -> _Numbers:
    """Return the cells of a row. `points` and `averages` are the decimals of these columns."""
    position = "–" if row.position is None else f"{row.position}."
    change = "" if row.change is None else "=" if row.change == 0 else f"{row.change:+}"
    won, average = fixed_text(row.points, points), fixed_text(row.average, averages)
    return position, change, won, str(row.matches), str(row.wins), average


def _decimals(column: Sequence[Fraction], digits: int) -> int:
    """Return how many decimals a column needs, at most this many."""
    return max(len(decimal_text(number, digits).partition(".")[2]) for number in column)


def _align_points(column: Sequence[str]) -> list[str]:
    """Return the numbers padded so that their decimal points align in a right-aligned column."""
    fractions = [len(text) - len(text.partition(".")[0]) for text in column]
    return [text + " " * (max(fractions) - fraction) for text, fraction in zip(column, fractions, strict=True)]
