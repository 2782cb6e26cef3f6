"""The ladder of a server: rank, rating with its error, matches and name, in the layout of the standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from discord import ui

from bot.competition.match_history import Ladder
from bot.league.ratings import PROVISIONAL_BELOW, LadderRow, shown_error, shown_points
from bot.messages.components import BLUE, layout
from bot.messages.league.buttons import LadderPress, page_buttons
from bot.messages.league.people_table import page_count, shown_rows, table_lines
from bot.messages.names import names_of
from bot.messages.rules.card_questions import deck_name
from bot.messages.text import join_parts
from bot.messages.words import Words
from bot.tables.ports import KnownPeople


@dataclass(frozen=True, slots=True)
class LadderPage:
    """What a message shows of a ladder: the page that `press` names, and the row of `reader`, the person who asked.

    `server_name` is Markdown. `has_rated_league`: matches in a league of the server count for the rating.
    """

    ladder: Ladder
    people: KnownPeople
    press: LadderPress
    server_name: str
    reader: int
    has_rated_league: bool


def ladder_layout(page: LadderPage, say: Words) -> ui.LayoutView:
    """Render a page of the ladder, with buttons to the other pages."""
    ladder, pages = page.ladder, page_count(len(page.ladder.rows))
    about = [deck_name(ladder.deck, say)] if ladder.deck else []
    if pages > 1:
        about.append(say("page {page} of {pages}", page=1 + min(page.press.page, pages - 1), pages=pages))
    title = say("Ratings in {server}", server=page.server_name)
    head = [f"### {title}", *([f"-# {join_parts(about)}"] if about else [])]
    if not ladder.rows:
        return layout(ui.TextDisplay("\n".join((*head, _how_to_get_one(page, say)))), accent=BLUE)
    shown, own_row = shown_rows(ladder.rows, page.press.page, page.reader)
    shown += [] if own_row is None else [own_row]
    people = [row.person for row in shown]
    lines = table_lines(
        ("#", say("rating"), say("matches")),
        _cells(shown),
        people,
        names_of(page.people, people, say),
        reader=page.reader,
        has_own_row=own_row is not None,
    )
    body = "\n".join(lines)
    notes = [f"-# {say('± the error: in two cases of three, the true rating is within it')}"]
    if any(row.position is None for row in shown):
        notes.append(f"-# {say('– provisional: fewer than {count} rated matches', count=PROVISIONAL_BELOW)}")
    text = "\n".join((*head, f"```\n{body}\n```", *notes))
    return layout(ui.TextDisplay(text), *page_buttons(page.press, pages, say), accent=BLUE)


def _cells(rows: Sequence[LadderRow]) -> list[tuple[str, str, str]]:
    wide = max(len(str(shown_error(row.rating))) for row in rows)
    return [
        (
            "–" if row.position is None else f"{row.position}.",
            f"{shown_points(row.rating)} ± {shown_error(row.rating):>{wide}}",
            str(row.rating.matches),
        )
        for row in rows
    ]


def _how_to_get_one(page: LadderPage, say: Words) -> str:
    """Return the sentence that says how to get a rating."""
    if page.has_rated_league:
        return say("Nobody has a rating yet. Play a match that counts in a rated league: `/league list` shows which are rated.")
    return say("Nobody has a rating yet. An organiser can create a rated league with `/league create`.")
