"""What organisers can undo for ten minutes: the end of a season, the archiving of a league, a schedule that replaced another.

Nothing that was played in the meantime is lost: a season that is reopened has the matches of the one that had followed it,
because standings are computed from matches and seasons alone. What would contradict the undoing is a reason to refuse it.
"""

import asyncio
from collections.abc import Callable

from bot.competition.action_effects import effect_of_reopening
from bot.competition.log_ports import OrganiserLog
from bot.competition.ports import EndedSeason, Leagues, Ledgers, StoredLeague
from bot.competition.refusals import AlreadyUndone, LeagueArchived, NoSuchLeague
from bot.competition.schedule_ports import Schedules
from bot.league.organiser_actions import LeagueRestored, NewLine, ScheduleWithdrawn, SeasonReopened
from bot.wording.sentence import Moment, Refusal, Refused, Typed

UNDO_TIME = 10 * 60_000
"""How long an action can be undone, in milliseconds."""


class TooLateToUndo(Refusal):
    """It could be undone until this time."""

    when: Moment
    sentence = "This could only be undone until {when}."


class ScheduleOpened(Refusal):
    """A table of the new schedule has been opened, so it can't be undone."""

    league: Typed
    sentence = "A table of the new schedule of {league} has already been opened, so it can't be undone."


class Undos:
    """The undoing of organisers' actions. Every method raises Refused. `now` returns epoch milliseconds.

    `by` is the organiser; the commands check that.
    """

    def __init__(
        self, leagues: Leagues, ledgers: Ledgers, schedules: Schedules, log: OrganiserLog, now: Callable[[], int]
    ) -> None:
        self._leagues = leagues
        self._ledgers = ledgers
        self._schedules = schedules
        self._log = log
        self._now = now

    async def reopen_season(self, server: int, league: int, season: int, at: int, *, by: int) -> str:
        """Let the season that an organiser ended `at` (epoch ms) go on. Return the name of its league."""
        return await self._reopen(server, league, season, at, by, is_archived=False)

    async def restore_league(self, server: int, league: int, season: int, at: int, *, by: int) -> str:
        """Restore a league that was archived `at` (epoch ms), with its last season. Return its name."""
        return await self._reopen(server, league, season, at, by, is_archived=True)

    async def withdraw_schedule(self, server: int, league: int, number: int, *, by: int) -> str:
        """Make the schedule before this one the current one again. Return the name of the league."""
        found = await self._find(server, league)
        name, is_archived = found.name, found.archived_at is not None
        schedule = await self._schedules.get(number)
        if schedule is None or schedule.league != league or schedule.is_replaced:
            raise Refused(AlreadyUndone(name))
        if is_archived:
            raise Refused(LeagueArchived(name))
        now = self._check_time(schedule.at)
        before = await self._schedules.before(schedule)
        is_own = by in schedule.people or (before is not None and by in before.people)
        line = NewLine(server, now, by, ScheduleWithdrawn(name, schedule.author), leagues=(league,), is_own=is_own)
        if not await self._schedules.withdraw(schedule, line):
            current = await self._schedules.get(number)
            is_over = current is None or current.is_replaced
            raise Refused(AlreadyUndone(name) if is_over else ScheduleOpened(name))
        return name

    async def _reopen(self, server: int, league: int, season: int, at: int, by: int, *, is_archived: bool) -> str:
        stored = await self._find(server, league)
        name, tables = stored.name, await self._leagues.season_tables(league)
        saved = next((one for one in tables if (one.season.number, one.season.end) == (season, at)), None)
        if saved is None:
            raise Refused(AlreadyUndone(name))
        now = self._check_time(at)
        whose = await self._who_ended(league, at)
        what = LeagueRestored(name, whose) if is_archived else SeasonReopened(name, saved.season.name or str(season), whose)
        async with self._ledgers.of(server) as ledger:
            effect, is_own = await asyncio.to_thread(effect_of_reopening, ledger, saved, stored.league, league, now, by)
        line = NewLine(server, now, by, what, leagues=(league,), effects=(effect,), is_own=is_own)
        ended = EndedSeason(league, season, name, at)
        await self._leagues.reopen_season(ended, at=now, line=line, is_archived=is_archived)
        return name

    async def _who_ended(self, league: int, at: int) -> int | None:
        """Return who ended the last season of a league `at` (epoch ms), or archived it; None if no organiser did."""
        line = await self._log.last_end(league)
        return None if line is None or line.at < at - 1 else line.by  # a season ends after a match of the same millisecond

    async def _find(self, server: int, league: int) -> StoredLeague:
        """Return the league, also an archived one. Raise Refused."""
        found = await self._leagues.server_leagues(server)
        for one in found:
            if one.number == league:
                return one
        raise Refused(NoSuchLeague(str(league), tuple(one.name for one in found if one.archived_at is None)))

    def _check_time(self, at: int) -> int:
        """Return the time now. Raise Refused if what was done `at` can no longer be undone."""
        now = self._now()
        if now > at + UNDO_TIME:
            raise Refused(TooLateToUndo(at + UNDO_TIME))
        return now
