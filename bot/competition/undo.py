"""What organisers can undo for ten minutes: the end of a season, the archiving of a league, a schedule that replaced another.

The ledger is then as if the entry weren't there. Nothing that was played in the meantime is lost: a season that is reopened has
the matches of the one that had followed it, because standings are computed from matches and seasons alone.
"""

import asyncio
from collections.abc import Callable

from msgspec.structs import replace

from bot.competition.action_effects import effect_of_reopening
from bot.competition.refusals import NoSuchLeague
from bot.competition.schedule_ports import Schedules
from bot.league.leagues import Leagues
from bot.league.ledger import Ledger
from bot.league.organiser_actions import LeagueArchived, Line, NewLine, ScheduleMade, SeasonEnded, Undone
from bot.league.seasons import Season, StoredLeague, scheduled_end
from bot.storage.league.ledgers import StoredLedgers
from bot.wording.sentence import Refusal, Refused, Typed

UNDO_TIME = 10 * 60_000
"""How long an action can be undone, in milliseconds."""


class NotUndoable(Refusal):
    """It was too long ago, or what came after builds on it: it has been undone, or the league has changed since."""

    league: Typed
    sentence = "This can't be undone any more: more than ten minutes have passed, or {league} has changed since then."


class Undos:
    """The undoing of organisers' actions. Every method raises Refused. `now` returns epoch milliseconds.

    `by` is the organiser; the commands check that.
    """

    def __init__(self, ledgers: StoredLedgers, schedules: Schedules, now: Callable[[], int]) -> None:
        self._ledgers = ledgers
        self._schedules = schedules
        self._now = now

    async def undo_end(self, server: int, league: int, season: int, at: int, *, by: int) -> str:
        """Let the season that ended `at` (epoch ms) go on, and restore the league if it was archived. Return its name."""

        async def make(ledger: Ledger) -> NewLine:
            now, stored = self._now(), _find(ledger.leagues, league)
            number, line = ledger.leagues.newest(league)
            over, what = line.over, line.what
            if over is None or (over.number, over.end) != (season, at) or now > at + UNDO_TIME:
                raise Refused(NotUndoable(stored.name))
            assert isinstance(what, SeasonEnded | LeagueArchived), "only these end a season"
            if any(one.league.key == stored.league.key for one in ledger.leagues.in_use() if one.number != league):
                raise Refused(NotUndoable(stored.name))
            saved = next(one for one in await self._ledgers.season_tables(stored) if one.season.number == season)
            effect, is_own = await asyncio.to_thread(effect_of_reopening, ledger, saved, stored.league, league, now, by)
            running = Season(season, over.begin)
            made = replace(stored, season=running, archived_at=None, ends_at=scheduled_end(stored.league, running, now=now))
            undone = Undone(number, what, line.by)
            return NewLine(Line(now, by, undone, leagues=(league,), effects=(effect,), is_own=is_own, made=made))

        undone = await self._ledgers.add(server, make)
        assert undone is not None, "it is made whenever it isn't refused"
        assert undone.made is not None, "it makes the league what it was"
        return undone.made.name

    async def withdraw_schedule(self, server: int, league: int, number: int, *, by: int) -> str:
        """Make the schedule before this one the current one again. Return the name of the league."""
        stored, schedule = _find(await self._ledgers.leagues(server), league), await self._schedules.get(number)
        now, refused = self._now(), Refused(NotUndoable(stored.name))
        if schedule is None or schedule.league != league or schedule.is_replaced or stored.archived_at is not None:
            raise refused
        if now > schedule.at + UNDO_TIME:
            raise refused
        before = await self._schedules.before(schedule)
        is_own = by in schedule.people or (before is not None and by in before.people)
        what = Undone(0, ScheduleMade(stored.name, len(schedule.people), schedule.replaces), schedule.author)
        if not await self._schedules.withdraw(server, schedule, Line(now, by, what, leagues=(league,), is_own=is_own)):
            raise refused
        return stored.name


def _find(leagues: Leagues, number: int) -> StoredLeague:
    """Return the league, also an archived one. Raise Refused."""
    found = leagues.get(number)
    if found is None:
        raise Refused(NoSuchLeague(str(number), tuple(one.name for one in leagues.in_use())))
    return found
