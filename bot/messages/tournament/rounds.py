"""All rounds of a tournament in pages, for one person: each with its tables, byes, and who sat out; the table; who met whom."""

from collections import Counter
from collections.abc import Iterator, Sequence

from discord import ui
from discord.utils import as_chunks

from bot.league.tournament.events import TournamentKind
from bot.league.tournament.tournament import Tournament
from bot.messages.components import BLUE, ROOM_FOR_TEXT, layout
from bot.messages.league.pages import page_buttons
from bot.messages.names import Names
from bot.messages.text import safe_text
from bot.messages.tournament.card import RoundsPress, TournamentContext, place_line, scored_rows
from bot.messages.words import Words

_IN_A_LINE = 20  # names: more people with a bye, or who sat out, take lines of their own


def rounds_layout(context: TournamentContext, page: int, say: Words) -> ui.LayoutView:
    """Render a page (from 0; a page too high means the last) of all rounds that have begun, the first one first."""
    one, names = context.tournament, context.names(say)
    rounds = [list(_round_lines(context, nth, names, say)) for nth in range(len(one.rounds))]
    parts = [(say("Round {number}", number=number), lines) for number, lines in enumerate(rounds, start=1)]
    if any(played.is_over(context.results) for played in one.rounds):  # the card has no room for more than a hundred
        rows = list(scored_rows(context, say))
        played = [(each, place) for each in one.rounds if not each.extra for place in range(len(each.tables))]
        tables = [
            [one.successor(person) for person in each.came(place, context.results)]
            for each, place in played
            if each.outcome(place, context.results) is not None and not each.is_bye(place, context.results)
        ]
        table = [f"{row.position}\\. {names.person(row.person)} {score}" for row, score in rows]  # not Discord's own count
        who = [f"{names.person(row.person)}: {met}" for row, _ in rows if (met := _met(tables, row.person, names))]
        parts += [(say("Standings"), table), (say("Opponents"), who)]
    pages = _pages(parts, say)
    page = max(0, min(page, len(pages) - 1))
    lines = [f"### {say('All rounds of {name}', name=safe_text(one.name))}", *pages[page]]
    if len(pages) > 1:
        lines.append(f"-# {say('Page {page} of {pages}', page=page + 1, pages=len(pages))}")
    buttons = page_buttons(RoundsPress(one.number, page=page), len(pages), say)
    return layout("\n".join(lines), *buttons, accent=BLUE)


def _met(tables: Sequence[Sequence[int]], person: int, names: Names) -> str:
    """Return whom a person has met at these tables, as `Ann, Bob ×2`: whose mean score decides between equals."""
    met = Counter(other for people in tables if person in people for other in people if other != person)
    return ", ".join(names.person(person) + (f" ×{times}" if times > 1 else "") for person, times in met.items())


def _pages(parts: Sequence[tuple[str, Sequence[str]]], say: Words) -> list[list[str]]:
    """Return the lines in pages that fit into a message. A part that begins on an earlier page has its heading again."""
    pages, room = list[list[str]](), 0
    for title, lines in parts:
        head = f"**{title}**"
        is_new = True
        for line in lines:
            needed = len(line) + 1 + (len(head) + 1 if is_new else 0)
            if not pages or needed > room:
                pages.append([])
                room, is_new = ROOM_FOR_TEXT, True
            if is_new:
                pages[-1].append(head)
                room -= len(head) + 1
            pages[-1].append(line)
            room, is_new = room - len(line) - 1, False
    return pages or [[say("No round has begun yet.")]]


def _round_lines(context: TournamentContext, nth: int, names: Names, say: Words) -> Iterator[str]:
    played = context.tournament.rounds[nth]
    for place in range(len(played.tables)):
        yield f"- {place_line(context, played, place, names, say)}"
    for some in as_chunks(map(names.person, played.byes), _IN_A_LINE):
        yield say("Bye: {names}", names=say.all_of(some))
    for some in as_chunks(map(names.person, _sat_out(context.tournament, nth)), _IN_A_LINE):
        yield say("Sat out: {names}", names=say.all_of(some))


def _sat_out(tournament: Tournament, nth: int) -> list[int]:
    """Return who had joined and sat out this round; in a knockout nobody, since they were out."""
    played = tournament.rounds[nth]
    if tournament.kind_of(nth) == TournamentKind.KNOCKOUT:
        return []
    there = {tournament.successor(person) for people in (*played.tables, played.byes) for person in people}
    return [person for person, since in tournament.people.items() if since <= nth and person not in there]
