"""Corrections of matches: standings and ratings are then as if the match had always been as corrected."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from bot.competition.action_effects import concerned_leagues, effects_of_correction
from bot.competition.match_history import NoSuchMatch
from bot.competition.ports import Ledgers
from bot.league.corrections import (
    LONGEST_REASON,
    Change,
    Correction,
    apply_change,
    check_change,
    check_repetition,
)
from bot.league.ledger import Ledger
from bot.league.organiser_actions import Corrected, NewLine
from bot.league.standings import Effect
from bot.wording.sentence import Refusal, Refused


class ReasonMissing(Refusal):
    """A correction, a protest or an answer needs a text."""

    sentence = "Your text is empty. Write a few words."


class ReasonTooLong(Refusal):
    count: int
    sentence = "The reason can have at most {count} characters. Shorten it."


@dataclass(frozen=True, slots=True)
class CorrectionMade:
    """A stored correction, and what it changed in running seasons."""

    correction: Correction
    effects: tuple[Effect, ...]


class Corrections:
    """The corrections of matches, stored one by one. `now` returns epoch milliseconds."""

    def __init__(self, ledgers: Ledgers, now: Callable[[], int]) -> None:
        self._ledgers = ledgers
        self._now = now

    async def correct(self, server: int, match: int, change: Change, *, by: int, why: str) -> CorrectionMade:
        """Store a correction by this person. Raise Refused."""
        correction = Correction(match, change, by, self._now(), checked_reason(why))
        while True:
            async with self._ledgers.of(server) as ledger:
                line = await asyncio.to_thread(_line_of, ledger, correction)
                made = len(ledger.corrections(match))
                if await self._ledgers.correct(server, correction, after=made, line=line):
                    return CorrectionMade(correction, line.effects)


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


def _line_of(ledger: Ledger, correction: Correction) -> NewLine:
    """Return the line of a correction in the log. Raise Refused if it doesn't fit."""
    match, played = ledger.match(correction.match), ledger.played(correction.match)
    if match is None or played is None:
        raise Refused(NoSuchMatch(correction.match))
    earlier = [one.change for one in ledger.corrections(match.number)]
    fault = check_change(match, correction.change) or check_repetition(earlier, correction.change)
    if fault is not None:
        raise Refused(fault)
    return NewLine(
        ledger.server,
        correction.at,
        correction.by,
        Corrected(match.number, correction.change),
        correction.why,
        leagues=concerned_leagues(ledger.terms, played),
        effects=effects_of_correction(ledger, match, apply_change(match, correction.change), correction.at, correction.by),
        is_own=any(seat.person == correction.by and not seat.computer for seat in played.seats),
    )
