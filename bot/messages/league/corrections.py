"""The corrections of a match: what each one changed, and the lines about it for organisers and under the match."""

from collections.abc import Sequence
from typing import assert_never

from bot.league.corrections import LONGEST_REASON, Change, Correction, PutBack, Reinstate, Remove, SwapBack, SwapPeople, Void
from bot.league.match_facts import MatchResult
from bot.league.placings import history_line
from bot.messages.league.history import placing_texts
from bot.messages.names import Names
from bot.messages.text import lines_that_fit, safe_text, timestamp
from bot.messages.words import Words


def match_correction_lines(
    match: MatchResult, played: MatchResult, made: Sequence[Correction], names: Names, say: Words, room: int
) -> list[str]:
    """Return the corrections of a match, the newest first, as far as there is room, and the result as it was played."""
    if not made:
        return []
    lines = [f"**{say('Corrections')}**"]
    if match.seats != played.seats:
        lines.append(say("Original result: {places}", places=", ".join(placing_texts(history_line(played), names))))
    lines += (correction_line(one, names, say) for one in reversed(made))
    shown = lines_that_fit(lines, room)
    return shown if len(shown) == len(lines) else [*shown, f"-# {say('All corrections: {command}', command='`/league log`')}"]


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
