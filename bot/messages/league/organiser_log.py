"""The log of everything that organisers did, and its lines as they are announced."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.league.organiser_actions import LogLine, LogPage, Protested
from bot.messages.components import BLUE, GREY, ROOM_FOR_TEXT, layout
from bot.messages.league.action_lines import BRIEF, BRIEFEST, announced_text, log_text, people_in_line
from bot.messages.league.pages import LogPress, page_buttons
from bot.messages.league.protests import ProtestPress, protest_rows
from bot.messages.names import Names, names_of
from bot.messages.words import Words
from bot.tables.ports import KnownPeople

LINES_ON_A_PAGE = 10


def organiser_log_layout(page: LogPage, people: KnownPeople, press: LogPress, say: Words) -> ui.LayoutView:
    """Render a page of the log. If its lines are too long together, the longest are brief."""
    head = f"### {say('What organisers did')}"
    if not page.lines:
        return layout(ui.TextDisplay(f"{head}\n{say('Organisers have done nothing yet.')}"), accent=BLUE)
    names = _names_in(page.lines, people, say)
    lines = [log_text(one, names, say) for one in page.lines]
    for lengths in (BRIEF, BRIEFEST):
        for at in sorted(range(len(lines)), key=lambda nth: -len(lines[nth])):
            if len("\n".join(lines)) <= ROOM_FOR_TEXT:
                break
            lines[at] = log_text(page.lines[at], names, say, lengths)
    pages, number = -(-page.total // LINES_ON_A_PAGE), page.skipped // LINES_ON_A_PAGE
    foot = [f"-# {say('Page {page} of {pages}', page=number + 1, pages=pages)}"] if pages > 1 else []
    buttons = page_buttons(LogPress(press.league, number), pages, say)
    return layout(ui.TextDisplay("\n".join((head, *lines, *foot))), *buttons, accent=BLUE)


def announced_together(lines: Sequence[LogLine], people: KnownPeople, say: Words) -> int:
    """Return how many of the lines fit into one announcement: at least one."""
    names, room, count = _names_in(lines, people, say), ROOM_FOR_TEXT, 0
    for line in lines:
        room -= len(announced_text(line, names, say)) + 1
        if room < 0:
            break
        count += 1
    return max(1, count)


def announcement_layout(lines: Sequence[LogLine], people: KnownPeople, say: Words) -> ui.LayoutView:
    """Render the public message about what organisers have just done. A protest has a button with which they answer it."""
    names = _names_in(lines, people, say)
    text: ui.TextDisplay[Any] = ui.TextDisplay("\n".join(announced_text(one, names, say) for one in lines))
    presses = [ProtestPress(line.what.match, line.by) for line in lines if isinstance(line.what, Protested)]
    return layout(text, *protest_rows(presses, names, say), accent=GREY)


def _names_in(lines: Sequence[LogLine], people: KnownPeople, say: Words) -> Names:
    return names_of(people, {person for line in lines for person in people_in_line(line)}, say)
