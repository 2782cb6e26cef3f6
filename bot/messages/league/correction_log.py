"""The log of corrections: who put what right, when and why."""

from collections.abc import Sequence
from typing import assert_never

from discord import ui

from bot.league.corrections import Change, Correction, PutBack, Reinstate, Remove, SwapPeople, Void
from bot.messages.components import layout
from bot.messages.league.buttons import LogPress, page_buttons
from bot.messages.names import Names
from bot.messages.text import safe_text, timestamp
from bot.messages.words import Words

_BLUE = 0x3B6EA5
CORRECTIONS_ON_A_PAGE = 12
_MOST_TEXT = 3600  # of the 4000 characters of a message
_MOST_WHY = 300


def correction_log_layout(corrections: Sequence[Correction], names: Names, press: LogPress, say: Words) -> ui.LayoutView:
    """A page; `corrections` are given all of them, the newest first."""
    head = f"### {say('What has been put right')}"
    if not corrections:
        return layout(ui.TextDisplay(f"{head}\n{say('Nothing yet.')}"), accent=_BLUE)
    pages = _pages([correction_line(one, names, say) for one in corrections])
    page = max(0, min(press.page, len(pages) - 1))
    text = [head, *pages[page]]
    if len(pages) > 1:
        text.append(f"-# {say('Page {page} of {pages}', page=page + 1, pages=len(pages))}")
    return layout(ui.TextDisplay("\n".join(text)), *page_buttons(press, len(pages), say), accent=_BLUE)


def _pages(lines: Sequence[str]) -> list[list[str]]:
    """All lines, none of them cut: as many to a page as there is room for."""
    pages, room = list[list[str]](), 0
    for line in lines:
        room -= len(line) + 1
        if not pages or room < 0 or len(pages[-1]) == CORRECTIONS_ON_A_PAGE:
            pages.append([])
            room = _MOST_TEXT - len(line) - 1
        pages[-1].append(line)
    return pages


def correction_line(one: Correction, names: Names, say: Words) -> str:
    facts = {"match": f"`{one.match}`", "by": names.person(one.by), "why": safe_text(one.why, _MOST_WHY)}
    return f"- {timestamp(one.at, 'f')} {_change_sentence(one.change, facts, names, say)}"


def people_in_change(change: Change) -> tuple[int, ...]:
    match change:
        case SwapPeople(first=first, second=second):
            return first, second
        case Remove(person=person) | PutBack(person=person):
            return (person,)
        case _:
            return ()


def _change_sentence(change: Change, facts: dict[str, str], names: Names, say: Words) -> str:
    match change:
        case Void():
            return say("{by} voided match {match}: {why}", **facts)
        case Reinstate():
            return say("{by} reinstated match {match}: {why}", **facts)
        case SwapPeople(first=first, second=second):
            return say(
                "{by} swapped {first} and {second} in match {match}: {why}",
                first=names.person(first),
                second=names.person(second),
                **facts,
            )
        case Remove(person=person):
            return say("{by} removed {name} from match {match}: {why}", name=names.person(person), **facts)
        case PutBack(person=person):
            return say("{by} put {name} back into match {match}: {why}", name=names.person(person), **facts)
        case _:
            assert_never(change)
