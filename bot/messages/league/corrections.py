"""The sentence about a correction: who changed what in which match, and why."""

from typing import assert_never

from bot.league.corrections import LONGEST_REASON, Change, Correction, PutBack, Reinstate, Remove, SwapBack, SwapPeople, Void
from bot.messages.names import Names
from bot.messages.text import safe_text, timestamp
from bot.messages.words import Words


def correction_line(one: Correction, names: Names, say: Words) -> str:
    """Return when a correction was made, by whom, what it changed, and why."""
    facts = {"match": f"`{one.match}`", "by": names.person(one.by), "why": safe_text(one.why, LONGEST_REASON)}
    return f"- {timestamp(one.at, 'f')} {change_sentence(one.change, facts, names, say)}"


def people_in_change(change: Change) -> tuple[int, ...]:
    """Return the people whom the sentence about a change names."""
    match change:
        case SwapPeople(first=first, second=second) | SwapBack(first=first, second=second):
            return first, second
        case Remove(person=person) | PutBack(person=person):
            return (person,)
        case _:
            return ()


def change_sentence(change: Change, facts: dict[str, str], names: Names, say: Words) -> str:
    """Return who changed what in which match; `facts` are `by`, `match` and `why`."""
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
        case SwapBack(first=first, second=second):
            return say(
                "{by} swapped {first} and {second} back in match {match}: {why}",
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
