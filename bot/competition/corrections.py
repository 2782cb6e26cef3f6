"""Corrections of matches: standings and ratings are then as if the match had always been as corrected.

The tables of seasons that have ended stay as they are.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.competition.action_effects import concerned_leagues, effects_of_correction
from bot.competition.match_history import MatchRecord, NoSuchMatch
from bot.league.corrections import (
    LONGEST_REASON,
    Change,
    Correction,
    apply_change,
    check_change,
    check_repetition,
)
from bot.league.ledger import Ledger
from bot.league.organiser_actions import Corrected, Line, NewLine
from bot.league.seasons import Term
from bot.league.standings import Effect
from bot.storage.league.ledgers import StoredLedgers
from bot.wording.sentence import Refusal, Refused


class ReasonMissing(Refusal):
    """A correction, a protest or an answer needs a text."""

    sentence = "Your text is empty. Write a few words."


class ReasonTooLong(Refusal):
    count: int
    sentence = "The reason can have at most {count} characters. Shorten it."


@dataclass(frozen=True, slots=True)
class CorrectionEffects:
    """What a correction changed in running seasons, and the seasons that it can't change any more.

    `ended_terms` are seasons that have ended and in which the match counted, whether it was voided later or not, because their
    tables still contain it. `is_rated` is True if the match counts in a rated league before or after the correction.
    """

    running: tuple[Effect, ...] = ()
    ended_terms: tuple[Term, ...] = ()
    is_rated: bool = False


def effects_of(running: tuple[Effect, ...], before: MatchRecord, after: MatchRecord) -> CorrectionEffects:
    """Return the effects of a correction on a match, given its record before and after."""
    unvoided = [one for record in (before, after) for one in record.unvoided]
    ended = [one.term for one in unvoided if one.term.season.end is not None and one.changes_standings]
    counting = [one.term for record in (before, after) for one in record.verdicts if one.why_not is None]
    return CorrectionEffects(running, _without_duplicates(ended), is_rated=any(term.league.rated for term in counting))


def _without_duplicates(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple({(term.number, term.season.number): term for term in terms}.values())


class Corrections:
    """The corrections of matches, stored one by one. `now` returns epoch milliseconds."""

    def __init__(self, ledgers: StoredLedgers, now: Callable[[], int]) -> None:
        self._ledgers = ledgers
        self._now = now

    async def correct(
        self, server: int, match: int, change: Change, *, by: int, why: str
    ) -> tuple[Correction, tuple[Effect, ...]]:
        """Store a correction by this person. Return it with what it changed in running seasons. Raise Refused."""
        reason = checked_reason(why)

        async def make(ledger: Ledger) -> NewLine:
            return NewLine(await asyncio.to_thread(_line_of, ledger, Corrected(match, change), self._now(), by, reason))

        line = await self._ledgers.add(server, make)
        assert line is not None, "it is made whenever it isn't refused"
        return Correction(match, change, by, line.at, reason), line.effects


def checked_reason(why: str) -> str:
    """Return the reason on one line. Raise Refused if it is missing or too long."""
    reason = " ".join(why.split())
    if not reason:
        raise Refused(ReasonMissing())
    if len(reason) > LONGEST_REASON:
        raise Refused(ReasonTooLong(LONGEST_REASON))
    return reason


def optional_reason(why: str) -> str:
    """Return the reason on one line, or nothing if none was given. Raise Refused if it is too long."""
    return checked_reason(why) if why.split() else ""


def _line_of(ledger: Ledger, what: Corrected, now: int, by: int, why: str) -> Line:
    """Return the line of a correction. Raise Refused if it doesn't fit."""
    match, played = ledger.match(what.match), ledger.played(what.match)
    if match is None or played is None:
        raise Refused(NoSuchMatch(what.match))
    earlier = [one.change for one in ledger.corrections(match.number)]
    fault = check_change(match, what.change) or check_repetition(earlier, what.change)
    if fault is not None:
        raise Refused(fault)
    return Line(
        now,
        by,
        what,
        why,
        concerned_leagues(ledger.terms, played),
        effects_of_correction(ledger, match, apply_change(match, what.change), now, by),
        is_own=any(seat.person == by and not seat.computer for seat in played.seats),
    )
