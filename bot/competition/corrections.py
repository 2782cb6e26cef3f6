"""Corrections of matches: standings and ratings are recalculated as if the match had always been as corrected.

Usually only what the correction changes is calculated, and written if nothing was stored meanwhile. If something was, or if a
limit of rematches at larger tables is concerned, the correction is stored immediately and all totals are rebuilt, which newer
results don't interrupt.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.competition.action_effects import RunningSeason, concerned_leagues, effects_of_correction, effects_of_recount
from bot.competition.long_history import long_history
from bot.competition.match_history import find_result
from bot.competition.ports import Leagues, MatchArchive, ServerHistory
from bot.competition.totals_rebuild import rebuild_totals
from bot.league.corrections import (
    LONGEST_REASON,
    Change,
    Correction,
    apply_change,
    apply_corrections,
    check_change,
    check_repetition,
)
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import Corrected, Effect, NewLine
from bot.league.standings.cached_totals import DAY_SPAN, CachedChanges, changes_by_correction
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

    def __init__(self, leagues: Leagues, archive: MatchArchive, now: Callable[[], int]) -> None:
        self._leagues = leagues
        self._archive = archive
        self._now = now

    async def correct(self, server: int, match: int, change: Change, *, by: int, why: str) -> CorrectionMade:
        """Store a correction by this person, and recalculate standings and ratings from the start. Raise Refused."""
        reason = checked_reason(why)
        played = await find_result(self._archive, server, match)
        correction = Correction(match, change, by, self._now(), reason)
        history, running = await self._read_history(played)
        concerns_limit = await self._concerns_limit(history)
        if concerns_limit:
            begin = min((season.term.season.begin for season in running), default=played.ended)
            async with long_history(self._archive, server, since=begin) as whole:
                changes, line = await asyncio.to_thread(_compute_changes, history, running, correction, whole)
        else:
            changes, line = await asyncio.to_thread(_compute_changes, history, running, correction)
        if concerns_limit or not await self._archive.write_changes(server, history.state, changes, correction, line):
            await self._archive.add_correction(server, correction, lambda match, made: _check(match, made, correction), line)
            await rebuild_totals(self._archive, server)
        return CorrectionMade(correction, line.effects)

    async def _read_history(self, played: MatchResult) -> tuple[ServerHistory, list[RunningSeason]]:
        """Return everything that a correction of the match can change, and the totals of the running seasons of its leagues.

        Rebuild the server's totals first if they are stale.
        """
        people = [seat.person for seat in played.seats if not seat.computer]
        while True:
            state, leagues = await self._leagues.server_leagues(played.server)
            if state.is_stale:
                await rebuild_totals(self._archive, played.server)
                continue
            holding = [one for one in leagues if one.season.holds(played)]
            begins = [one.season.begin for one in holding]
            near = played.ended - DAY_SPAN
            since = min([near, *begins])
            history = await self._archive.history(
                played.server, people=people, since=since, cached_since=near, with_deals=False
            )
            running = [one for one in holding if one.season.end is None and one.term.fits(played)]
            totals = [await self._leagues.totals(one.number, one.season.number) for one in running]
            if history.state == state:
                return history, [RunningSeason(one.term, found) for one, (_, found) in zip(running, totals, strict=True)]

    async def _concerns_limit(self, history: ServerHistory) -> bool:
        """Return True if any of the matches with more than two people might be over a limit of rematches.

        Whether it is depends on matches of its other people, which the history doesn't have.
        """
        limit = min((term.league.larger_rematches for term in history.terms), default=None)
        larger = {match.number for match in history.matches if sum(not seat.computer for seat in match.seats) > 2}
        if limit is None or not larger:
            return False
        since = min(match.ended for match in history.matches)
        frequent = await self._archive.frequent_matches(history.matches[0].server, least=limit, since=since)
        return not larger.isdisjoint(frequent)


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


def _compute_changes(
    history: ServerHistory, running: Sequence[RunningSeason], correction: Correction, whole: ServerHistory | None = None
) -> tuple[CachedChanges, NewLine]:
    """Return what the correction changes in the totals, and its line in the log. Raise Refused if it does not fit.

    `whole` has all matches of the running seasons, if those of other people can change too.
    """
    played = next(one for one in history.matches if one.number == correction.match)
    _check(played, [one for one in history.corrections if one.match == correction.match], correction)
    before, after = _before_and_after(history, correction)
    changes = changes_by_correction(correction.match, before, after, history.terms, history.cached)
    if whole is None:
        effects = effects_of_correction(running, before, after, changes, correction.at, correction.by)
    else:
        effects = effects_of_recount(running, *_before_and_after(whole, correction), correction.at, correction.by)
    line = NewLine(
        played.server,
        correction.at,
        correction.by,
        Corrected(correction.match, correction.change),
        correction.why,
        leagues=concerned_leagues(history.terms, played),
        effects=effects,
        is_own=any(seat.person == correction.by and not seat.computer for seat in played.seats),
    )
    return changes, line


def _before_and_after(history: ServerHistory, correction: Correction) -> tuple[list[MatchResult], list[MatchResult]]:
    """Return the matches without and with the correction."""
    before = apply_corrections(history.matches, history.corrections)
    return before, [apply_change(one, correction.change) if one.number == correction.match else one for one in before]


def _check(played: MatchResult, made: Sequence[Correction], correction: Correction) -> None:
    """Raise Refused if the correction doesn't fit the match with the corrections that were made before."""
    (match,) = apply_corrections([played], made)
    fault = check_change(match, correction.change) or check_repetition([one.change for one in made], correction.change)
    if fault is not None:
        raise Refused(fault)
