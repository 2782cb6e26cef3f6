"""Creates leagues, changes them, and names the role that may do so. The commands check who is an organiser."""

from collections.abc import Callable

from bot.competition.ports import Archive, Leagues, StoredLeague
from bot.competition.refusals import NotALeague, RecordRefused
from bot.competition.season_end import SeasonEnds, find_league
from bot.competition.totals_rebuild import rebuild
from bot.league.league import League
from bot.league.league_checks import DayIsOver, check_league
from bot.league.seasons import Season


class LeagueEditor:
    """`now` is the time in epoch milliseconds. Leagues are named by their numbers."""

    def __init__(self, leagues: Leagues, archive: Archive, season_ends: SeasonEnds, now: Callable[[], int]) -> None:
        self._leagues = leagues
        self._archive = archive
        self._season_ends = season_ends
        self._now = now

    async def organisers(self, server: int) -> int | None:
        """Return the Discord id of the role that may organise besides members with Manage Server; None: no role may."""
        return await self._leagues.organisers(server)

    async def choose_organisers(self, server: int, role: int | None) -> None:
        """Let this role organise; None: only members with Manage Server."""
        await self._leagues.choose_organisers(server, role)

    async def create(self, league: League) -> StoredLeague:
        """Store a new league; its first season begins now. Raise RecordRefused."""
        now = self._now()
        _, others = await self._leagues.of_server(league.server)
        _check(league, [other for other in others if other.archived is None], now)
        season = Season(1, now)
        number = await self._leagues.add(league, season, at=now)
        return (await find_league(self._leagues, league.server, number))[1]

    async def edit(self, number: int, league: League) -> StoredLeague:
        """Change how a league counts, its running season included; ended seasons keep their tables. Raise RecordRefused."""
        await self._season_ends.end_due()
        now = self._now()
        _, stored, others = await find_league(self._leagues, league.server, number)
        _check(league, others, now, before=stored)
        await self._leagues.change(number, league, at=now)
        await rebuild(self._archive, league.server)
        return (await find_league(self._leagues, league.server, number))[1]


def _check(league: League, others: list[StoredLeague], now: int, *, before: StoredLeague | None = None) -> None:
    """Raise RecordRefused for a faulty league. The day on which an earlier season ended may stay: it ends nothing now."""
    found = check_league(league, tuple(other.league for other in others), now=now)
    if before is not None and before.due is None and before.league.season_end == league.season_end:
        found = [fault for fault in found if not isinstance(fault, DayIsOver)]
    if faults := tuple(found):
        raise RecordRefused(NotALeague(faults))
