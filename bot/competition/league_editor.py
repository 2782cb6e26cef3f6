"""New and changed leagues, and the role that may create and change them. The commands check who is an organiser."""

from collections.abc import Callable

from bot.competition.ports import Leagues, MatchArchive, StoredLeague
from bot.competition.refusals import FaultyLeague, LeagueRefused
from bot.competition.season_end import SeasonEnds, find_league_in_use
from bot.competition.totals_rebuild import rebuild_totals
from bot.league.league import League
from bot.league.league_checks import DayIsOver, check_league
from bot.league.seasons.seasons import Season


class LeagueEditor:
    """The creation and change of leagues. `now` returns epoch milliseconds."""

    def __init__(self, leagues: Leagues, archive: MatchArchive, season_ends: SeasonEnds, now: Callable[[], int]) -> None:
        self._leagues = leagues
        self._archive = archive
        self._season_ends = season_ends
        self._now = now

    async def organiser_role(self, server: int) -> int | None:
        """Return the Discord id of the organisers' role; None if only members with Manage Server organise."""
        return await self._leagues.organiser_role(server)

    async def set_organiser_role(self, server: int, role: int | None) -> None:
        """Let this role (a Discord id) organise; None for only members with Manage Server."""
        await self._leagues.set_organiser_role(server, role)

    async def create(self, league: League) -> StoredLeague:
        """Store a new league; its first season begins now. Raise LeagueRefused."""
        now = self._now()
        _, others = await self._leagues.server_leagues(league.server)
        _check(league, [other for other in others if other.archived_at is None], now)
        season = Season(1, now)
        number = await self._leagues.add(league, season, at=now)
        return (await find_league_in_use(self._leagues, league.server, number))[1]

    async def edit(self, number: int, league: League, *, based_on: League | None = None) -> StoredLeague:
        """Change how a league counts, its running season included; ended seasons keep their tables. Raise LeagueRefused.

        `based_on` is the league as it was read for this change: if it has changed since, the change is refused.
        """
        await self._season_ends.end_due_seasons()
        now = self._now()
        _, stored, others = await find_league_in_use(self._leagues, league.server, number)
        _check(league, others, now, before=stored)
        await self._leagues.change(number, league, at=now, based_on=based_on)
        await rebuild_totals(self._archive, league.server)
        return (await find_league_in_use(self._leagues, league.server, number))[1]


def _check(league: League, others: list[StoredLeague], now: int, *, before: StoredLeague | None = None) -> None:
    """Raise LeagueRefused for a faulty league. A past day may stay as the season's end if it is unchanged."""
    found = check_league(league, tuple(other.league for other in others), now=now)
    if before is not None and before.ends_at is None and before.league.season_end == league.season_end:
        found = [fault for fault in found if not isinstance(fault, DayIsOver)]
    if faults := tuple(found):
        raise LeagueRefused(FaultyLeague(faults))
