"""The log of corrections: who corrected what, when and why."""

from collections.abc import Sequence

from discord import ui

from bot.league.corrections import Correction
from bot.messages.components import BLUE, ROOM_FOR_TEXT, layout
from bot.messages.league.buttons import LogPress, page_buttons
from bot.messages.league.corrections import correction_line
from bot.messages.names import Names
from bot.messages.words import Words

CORRECTIONS_ON_A_PAGE = 12


def correction_log_layout(corrections: Sequence[Correction], names: Names, press: LogPress, say: Words) -> ui.LayoutView:
    """Render a page of the log. `corrections` are all of them, the newest first."""
    head = f"### {say('Corrections')}"
    if not corrections:
        return layout(ui.TextDisplay(f"{head}\n{say('No corrections yet.')}"), accent=BLUE)
    pages = _split_into_pages([correction_line(one, names, say) for one in corrections])
    page = max(0, min(press.page, len(pages) - 1))
    text = [head, *pages[page]]
    if len(pages) > 1:
        text.append(f"-# {say('Page {page} of {pages}', page=page + 1, pages=len(pages))}")
    return layout(ui.TextDisplay("\n".join(text)), *page_buttons(press, len(pages), say), accent=BLUE)


def _split_into_pages(lines: Sequence[str]) -> list[list[str]]:
    """Return the lines of each page, as many as there is room for; no line is cut."""
    pages, room = list[list[str]](), 0
    for line in lines:
        room -= len(line) + 1
        if not pages or room < 0 or len(pages[-1]) == CORRECTIONS_ON_A_PAGE:
            pages.append([])
            room = ROOM_FOR_TEXT - len(line) - 1
        pages[-1].append(line)
    return pages
