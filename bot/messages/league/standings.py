"""The standings of a league: place, name, figures, in at most 38 columns; the reader's own row is always included.

Those of an ended season have its awards, a line each; an award that nobody has is left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from discord import ui
from discord.utils import escape_mentions

from bot.competition.standings import StandingsTable
from bot.league.scheme import PARTS_PER_POINT
from bot.league.seasons import LONGEST_WAIT, Awards, ClosestMatch, Season
from bot.league.standings import Standing, least_matches
from bot.messages.components import BLUE, layout
from bot.messages.league.pages import (
    WIDTH,
    StandingsPress,
    UndoPress,
    column_widths,
    name_room,
    page_buttons,
    page_count,
    shown_rows,
    table_lines,
    undo_row,
)
from bot.messages.names import Names, names_of
from bot.messages.text import (
    column_count,
    cut_to_columns,
    decimal_text,
    fixed_text,
    in_code_block,
    join_parts,
    safe_text,
    timestamp,
    visible_line,
    with_minus,
)
from bot.messages.words import Words
from bot.tables.ports import KnownPeople

_NAME = 8  # columns that a name should have at least
_MOST_OTHERS = 5
_MOST_NAMED = 6
"""How many people an award names at most; the others are counted."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """What a message shows of the standings: the page that `press` names, and the row of `reader`, the person who asked.

    `rendered_at` (epoch ms) is set for live standings, which have no buttons. `other_leagues` are the names of the server's
    other leagues. `undo` undoes the end of the season, until `undo_until` (epoch ms).
    """

    standings: StandingsTable
    people: KnownPeople
    press: StandingsPress
    server_name: str
    reader: int | None = None
    rendered_at: int | None = None
    other_leagues: tuple[str, ...] = ()
    undo: UndoPress | None = None
    undo_until: int = 0


def season_name(season: Season) -> str:
    """Return the season's name or, if it has none, its number, for use within a sentence."""
    return safe_text(season.name) if season.name else str(season.number)


def leaderboard_layout(leaderboard: Leaderboard, say: Words) -> ui.LayoutView:
    """Render a page of the standings, with buttons to the other pages."""
    standings = leaderboard.standings
    title = (
        safe_text(standings.league.name)
        if standings.stored_league
        else say("Standings of {server}", server=leaderboard.server_name)
    )
    about = _about(leaderboard, say)
    head = [f"### {title}", *([f"-# {join_parts(about)}"] if about else [])]
    if others := list(map(safe_text, leaderboard.other_leagues[:_MOST_OTHERS])):
        others += ["…"] if leaderboard.other_leagues[_MOST_OTHERS:] else []
        head.append(f"-# {say('Other leagues: {leagues}', leagues=say.all_of(others))}")
    undo = [] if leaderboard.undo is None else [undo_row(leaderboard.undo, say)]
    foot = [*_running_lines(standings, say), *_update_lines(leaderboard, say)]
    if not standings.rows:
        return layout("\n".join((*head, _nothing_counted(standings, say), *foot)), *undo, accent=BLUE)
    shown, has_own_row = shown_rows(standings.rows, leaderboard.press.page, leaderboard.reader)
    names = names_of(leaderboard.people, {*(row.person for row in shown), *standings.awards.people}, say)
    head += champion_lines(standings.awards, names, say)
    table, legend = standings_table(shown, names, say, reader=leaderboard.reader, has_own_row=has_own_row)
    notes = [*award_lines(standings.awards, names, say), *legend]
    if any(row.position is None for row in standings.rows):
        least = least_matches(standings.league, (row.matches for row in standings.rows))
        notes.append(f"-# {say.many('Ranked after 1 match.', 'Ranked after {count} matches.', least)}")
    text = "\n".join((*head, *table, *notes, *foot))
    is_live = leaderboard.rendered_at is not None
    buttons = [] if is_live else page_buttons(leaderboard.press, page_count(len(standings.rows)), say)
    return layout(text, *buttons, *undo, accent=BLUE)


def _nothing_counted(standings: StandingsTable, say: Words) -> str:
    """Return that no match counted and, while one still can, how to play one."""
    stored = standings.stored_league
    if standings.is_final or (stored is not None and stored.archived_at is not None):
        return say("No matches counted.")
    if stored is None:
        return say("No matches have counted yet. Casual ones don't. Open a table with `/play`.")
    name = escape_mentions(in_code_block(visible_line(stored.name)))
    command = f"`/league list league:{name}`"
    return say("No matches have counted yet. To play one: {command} → **Play a match that counts**", command=command)


def _running_lines(standings: StandingsTable, say: Words) -> list[str]:
    """Return for how many matches the table of an ended season waits."""
    if not standings.running:
        return []
    running = say.many("1 match still running.", "{count} matches still running.", standings.running)
    latest = timestamp((standings.season.end or 0) + LONGEST_WAIT, "f")
    return [f"{running} {say('The table is final when they are over, {time} at the latest.', time=latest)}"]


def _update_lines(leaderboard: Leaderboard, say: Words) -> list[str]:
    if leaderboard.undo is not None:
        return [f"-# {say('Organisers can undo this until {when}.', when=timestamp(leaderboard.undo_until, 't'))}"]
    if leaderboard.rendered_at is None:
        return []
    return [f"-# {say('Updated {time}', time=timestamp(leaderboard.rendered_at, 'R'))}"]


def _about(leaderboard: Leaderboard, say: Words) -> list[str]:
    standings, season, parts = leaderboard.standings, leaderboard.standings.season, list[str]()
    if standings.since is not None:
        parts.append(say("since {day}", day=timestamp(standings.since, "f")))
    elif (stored := standings.stored_league) is not None:
        parts.append(say("Season {name}", name=season_name(season)))
        first, end = timestamp(season.begin, "f"), stored.ends_at if season.end is None else season.end
        parts.append(say("since {day}", day=first) if end is None else f"{first} – {timestamp(end - 1, 'f')}")
    if standings.game is not None:
        parts.append(say("only {game}", game=safe_text(say.game(standings.game))))
    if (last := page_count(len(standings.rows))) > 1:
        parts.append(say("page {page} of {pages}", page=1 + min(leaderboard.press.page, last - 1), pages=last))
    return parts


def standings_table(
    shown: Sequence[Standing], names: Names, say: Words, *, reader: int | None, has_own_row: bool
) -> tuple[list[str], list[str]]:
    """Return a code block of at most `WIDTH` columns, with the longest headings and the most decimals for which there is room.

    Below them stands at most one line, which explains the signs and letters over the columns.
    """
    people = [one.person for one in shown]
    least = min(_NAME, max(column_count(cut_to_columns(names.plain(person), WIDTH)) for person in people))
    has_changes = any(row.change is not None for row in shown)
    has_rating = any(row.rating is not None for row in shown)
    headings = list(_headings(say, has_rating=has_rating))
    for digits, heads in product((2, 1, 0), headings):  # the widest form first
        cells = [line if has_changes else line[:-1] for line in (heads, *_numbers(shown, digits))]
        if name_room(column_widths(cells)) >= least:
            break
    legend = [say("± since Monday")] if has_changes else []
    if heads == headings[-1]:
        about_last = say("R rating") if has_rating else say("Ø points a match")
        legend.append(join_parts((say("P points · M matches · W wins"), about_last)))
    rows = [(position, *(number.replace(".", say.decimal_sign) for number in numbers)) for position, *numbers in cells[1:]]
    lines = table_lines(cells[0], rows, people, names, reader=reader, has_own_row=has_own_row)
    return lines, [f"-# {' · '.join(legend)}"] if legend else []


_Numbers = tuple[str, ...]


def _headings(say: Words, *, has_rating: bool) -> Iterator[_Numbers]:
    """Yield the headings of the columns: words, short words, and letters."""
    average = say("rating") if has_rating else say("average")
    yield "#", say("points"), say("matches"), say("wins"), average, "±"
    average = say.column("rating") if has_rating else say.column("avg")
    yield "#", say.column("pts"), say.column("mat."), say.column("wins"), average, "±"
    average = say("R", "letter") if has_rating else say("Ø", "letter")
    yield "#", say("P", "letter"), say("M", "letter"), say("W", "letter"), average, "±"


def _numbers(rows: Sequence[Standing], digits: int) -> list[_Numbers]:
    """Return the cells of all rows, with at most so many decimals. Decimal points are always aligned."""
    points, averages = _decimals([row.points for row in rows], digits), _decimals([row.average for row in rows], digits)
    lines = []
    for row in rows:
        position = "–" if row.position is None else f"{row.position}."
        change = "" if row.change is None else "=" if row.change == 0 else with_minus(row.change, "+")
        average = fixed_text(row.average, averages) if row.rating is None else str(row.rating)
        lines.append((position, fixed_text(row.points, points), str(row.matches), str(row.wins), average, change))
    return list(zip(*map(_align_points, zip(*lines, strict=True)), strict=True))


def _decimals(column: Sequence[Fraction], digits: int) -> int:
    """Return how many decimals a column needs, at most this many."""
    return max(len(decimal_text(number, digits).partition(".")[2]) for number in column)


def _align_points(column: Sequence[str]) -> list[str]:
    """Return the numbers padded so that their decimal points align in a right-aligned column."""
    fractions = [len(text) - len(text.partition(".")[0]) for text in column]
    return [text + " " * (max(fractions) - fraction) for text, fraction in zip(column, fractions, strict=True)]


def award_lines(awards: Awards, names: Names, say: Words) -> Iterator[str]:
    """Yield a line for each award but that of the champion, as Markdown."""
    if (most := awards.rummies) is not None:
        who = name_some(most.people, names, say)
        yield say("Whole hand in one turn, most often: {names} ({number})", names=who, number=most.count)
    if (run := awards.run) is not None:
        yield say("Longest winning run: {names} ({number})", names=name_some(run.people, names, say), number=run.count)
    if awards.closest is not None:
        yield _closest_line(awards.closest, names, say)


def champion_lines(awards: Awards, names: Names, say: Words) -> list[str]:
    """Return the line above the table, as Markdown; none if nobody is the champion."""
    if not awards.champions:
        return []
    who = name_some(awards.champions, names, say)
    champion = say("Champion: {name}", name=who) if len(awards.champions) == 1 else say("Champions: {names}", names=who)
    return [f"**{champion}**"]


def name_some(people: Sequence[int], names: Names, say: Words) -> str:
    """Return the names of the first people, and how many others there are."""
    left = len(people) - _MOST_NAMED
    others = [say.many("one more", "{count} more", left)] if left > 0 else []
    return say.all_of([*map(names.person, people[:_MOST_NAMED]), *others])


def _closest_line(closest: ClosestMatch, names: Names, say: Words) -> str:
    first, second = map(names.person, closest.people)
    facts = {"first": first, "second": second, "match": f"`{closest.match}`"}
    if not closest.difference:
        return say("Closest match: {first} and {second}, equal on points (match {match})", **facts)
    if closest.per_deal:
        points = say.decimal(Fraction(closest.difference, PARTS_PER_POINT))
        return say("Closest match: {first} beat {second} by {points} a deal (match {match})", points=points, **facts)
    return say.many(
        "Closest match: {first} beat {second} by 1 point (match {match})",
        "Closest match: {first} beat {second} by {count} points (match {match})",
        closest.difference,
        **facts,
    )
