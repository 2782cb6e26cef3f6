"""What organisers do: make and change leagues, end their seasons, put matches right. Who is one, their commands decide."""

import asyncio

from bot.competition.ports import History, StoredLeague
from bot.competition.rebuild import make_anew
from bot.competition.refusals import (
    NoSuchMatch,
    NotALeague,
    NotCorrected,
    ReasonMissing,
    ReasonTooLong,
    RecordRefused,
)
from bot.competition.season_end import Ending
from bot.league.cached_totals import DAY_GROUP_SPAN, CachedChanges, changes_by_correction
from bot.league.corrections import Change, Correction, apply_change, apply_corrections, check_change
from bot.league.facts import MatchResult
from bot.league.league import League
from bot.league.league_checks import DayIsOver, check_league
from bot.league.seasons import Season

LONGEST_REASON = 300


class Organising(Ending):
    """`now` is the time in epoch milliseconds. Leagues are named by their numbers."""

    async def organisers(self, server: int) -> int | None:
        """The Discord id of the role that may organise, besides who may manage the server."""
        return await self._leagues.organisers(server)

    async def choose_organisers(self, server: int, role: int | None) -> None:
        """None: only who may manage the server."""
        await self._leagues.choose_organisers(server, role)

    async def create(self, league: League) -> StoredLeague:
        """Its first season begins now. Raises RecordRefused."""
        now = self._now()
        _, others = await self._leagues.of_server(league.server)
        _check(league, [other for other in others if other.archived is None], now)
        season = Season(1, now)
        number = await self._leagues.add(league, season, at=now)
        return (await self._found(league.server, number))[1]

    async def edit(self, number: int, league: League) -> StoredLeague:
        """It counts so from now on, and all of its running season; what has ended by now has ended. Raises RecordRefused."""
        await self.end_due()
        now = self._now()
        _, stored, others = await self._found(league.server, number)
        _check(league, others, now, before=stored)
        await self._leagues.change(number, league, at=now)
        await make_anew(self._archive, league.server)
        return (await self._found(league.server, number))[1]

    async def correct(self, server: int, match: int, change: Change, *, by: int, why: str) -> Correction:
        """Everything is afterwards as if the match had always been so. `by` is a person. Raises RecordRefused."""
        reason = " ".join(why.split())
        if not reason:
            raise RecordRefused(ReasonMissing())
        if len(reason) > LONGEST_REASON:
            raise RecordRefused(ReasonTooLong(LONGEST_REASON))
        played = await self._archive.match(match)
        if played is None or played.server != server:
            raise RecordRefused(NoSuchMatch(match))
        correction = Correction(match, change, by, self._now(), reason)
        while True:
            history = await self._around(played)
            changes = await asyncio.to_thread(_moved, history, correction)
            if await self._archive.write(server, history.state, changes, correction):
                return correction

    async def _around(self, played: MatchResult) -> History:
        """All that a correction of the match can move, of books that are right."""
        people = [seat.person for seat in played.seats if not seat.computer]
        while True:
            state, leagues = await self._leagues.of_server(played.server)
            if state.stale:
                await make_anew(self._archive, played.server)
                continue
            begins = [one.season.begin for one in leagues if one.season.holds(played)]
            near = played.ended - DAY_GROUP_SPAN
            since = min([near, *begins])
            history = await self._archive.history(played.server, people=people, since=since, cached_since=near)
            if history.state == state:
                return history


def _check(league: League, others: list[StoredLeague], now: int, *, before: StoredLeague | None = None) -> None:
    """The day on which an earlier season ended may stay: the one that runs now does not end by itself."""
    found = check_league(league, tuple(other.league for other in others), now=now)
    if before is not None and before.due is None and before.league.season_end == league.season_end:
        found = [fault for fault in found if not isinstance(fault, DayIsOver)]
    if faults := tuple(found):
        raise RecordRefused(NotALeague(faults))


def _moved(history: History, correction: Correction) -> CachedChanges:
    before = apply_corrections(history.matches, history.corrections)
    match = next(one for one in before if one.number == correction.match)
    if (fault := check_change(match, correction.change)) is not None:
        raise RecordRefused(NotCorrected(correction.match, fault))
    after = [apply_change(one, correction.change) if one.number == correction.match else one for one in before]
    return changes_by_correction(correction.match, before, after, history.terms, history.cached)
