"""The history: a page of the finished matches of a person or of a server."""

from discord import ui

from bot.competition.match_history import HistoryPage
from bot.league.placings import HistoryLine, Placing
from bot.messages.components import BLUE, ROOM_FOR_TEXT, layout
from bot.messages.league.buttons import HistoryPress, page_buttons
from bot.messages.names import Names, names_of
from bot.messages.text import NO_BREAK_SPACE, join_parts, lines_that_fit, safe_text, timestamp
from bot.messages.words import Words
from bot.tables.ports import KnownPeople

MATCHES_ON_A_PAGE = 10


def history_layout(page: HistoryPage, people: KnownPeople, press: HistoryPress, say: Words) -> ui.LayoutView:
    """Render a page of matches; `press.person` 0 means all matches of the server."""
    named = {one.person for line in page.lines for one in line.people} | ({press.person} if press.person else set())
    names = names_of(people, named, say)
    whose = say("{name}'s matches", name=names.person(press.person)) if press.person else say("Matches in this server")
    head = f"### {whose}"
    if not page.total:
        return layout(ui.TextDisplay(f"{head}\n{say('No finished matches yet.')}"), accent=BLUE)
    pages = -(-page.total // MATCHES_ON_A_PAGE)
    text = lines_that_fit((_line(line, names, say) for line in page.lines), ROOM_FOR_TEXT)
    notes = [f"-# {say('{command} shows all deals of a match.', command='`/match id:`')}"]
    if any(one.has_left for line in page.lines for one in line.people):
        notes.append(f"-# {say('Struck through: left before the end')}")
    if pages > 1:
        notes.insert(0, f"-# {say('Page {page} of {pages}', page=page.number + 1, pages=pages)}")
    return layout(ui.TextDisplay("\n".join((head, *text, *notes))), *page_buttons(press, pages, say), accent=BLUE)


def _line(line: HistoryLine, names: Names, say: Words) -> str:
    parts = [f"`{line.match}`", timestamp(line.ended, "d"), safe_text(line.game)]
    people = placing_texts(line, names)
    if line.computers:
        people.append(say.many("1 computer", "{count} computers", line.computers))
    if line.is_voided:
        parts.insert(2, f"**{say('voided')}**")
    return f"- {join_parts(parts)}: {', '.join(people)}"


def placing_texts(line: HistoryLine, names: Names) -> list[str]:
    """Return the place and the name of each person: `1. Ann`. Those who left before the end are struck through."""
    return [f"{one.place}.{NO_BREAK_SPACE}{_struck_name(one, names)}" for one in line.people]


def _struck_name(one: Placing, names: Names) -> str:
    return f"~~{names.person(one.person)}~~" if one.has_left else names.person(one.person)
