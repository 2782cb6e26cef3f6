"""The log of corrections: who put what right, when and why."""

from collections.abc import Sequence
from typing import assert_never

from discord import ui

from bot.league.corrections import Change, Correction, PutBack, Reinstate, Remove, Swap, Void
from bot.messages.buttons import layout
from bot.messages.league import moment
from bot.messages.names import Names, as_many, safe
from bot.messages.words import Words

_BLUE = 0x3B6EA5
LINES = 12
_MOST_TEXT = 3800  # of the 4000 characters of a message


def log_layout(corrections: Sequence[Correction], names: Names, say: Words) -> ui.LayoutView:
    """As many as fit; `corrections` are given the newest first."""
    head = f"### {say('What has been put right')}"
    if not corrections:
        return layout(ui.TextDisplay(f"{head}\n{say('Nothing yet.')}"), accent=_BLUE)
    shown = [correction_line(one, names, say) for one in corrections[:LINES]]
    return layout(ui.TextDisplay("\n".join((head, *as_many(shown, _MOST_TEXT)))), accent=_BLUE)


def correction_line(one: Correction, names: Names, say: Words) -> str:
    facts = {"match": f"`{one.match}`", "by": names.person(one.by), "why": safe(one.why, 160)}
    return f"- {moment(one.at, 'f')} {_said(one.change, facts, names, say)}"


def people_of(change: Change) -> tuple[int, ...]:
    match change:
        case Swap(first=first, second=second):
            return first, second
        case Remove(person=person) | PutBack(person=person):
            return (person,)
        case _:
            return ()


def _said(change: Change, facts: dict[str, str], names: Names, say: Words) -> str:
    match change:
        case Void():
            return say("{by} voided match {match}: {why}", **facts)
        case Reinstate():
            return say("{by} reinstated match {match}: {why}", **facts)
        case Swap(first=first, second=second):
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
