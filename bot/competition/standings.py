"""The standings of a league or server: of a season, or only of one variant or of recent matches."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from msgspec.structs import replace as with_fields

from bot.competition.league_directory import LeagueDirectory
from bot.competition.ports import Leagues, MatchArchive, Selection, StoredLeague
from bot.competition.refusals import NoSuchSeason
from bot.competition.shared_work import SharedWork
from bot.competition.totals_rebuild import rebuild_all_stale_totals, rebuild_totals
from bot.league.days import start_of_day, week_of
from bot.league.league import League
from bot.league.league_checks import MAX_MATCHES
from bot.league.seasons.awards import NO_AWARDS, Awards
from bot.league.seasons.season_table import SeasonTable, saved_standings
from bot.league.seasons.season_terms import Term
from bot.league.seasons.seasons import Season
from bot.league.standings.standings import Standing, compute_standings
from bot.league.standings.summed_totals import totals_of_weeks
from bot.rummy.variant.length import Length
from bot.tables.rules.saved_variants import ServerVariants
from bot.wording.sentence import Refusal, Refused

_MOST_CACHED = 32  # tables, each with a row for each person


class TooManyLeaderboards(Refusal):
    """So many leaderboards by game or date are being computed for the server already."""

    count: int
    sentence = "This server is already waiting for {count} leaderboards by game or date. Try again in a few seconds."


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """All rows of the standings; messages show a page of them. `revision` changes when the rows do. `since` is epoch ms.

    `game` is the title of the only game that is counted. `stored_league` is None for the standings of a server without a
    league, by wins. `is_final`: the season has ended, with these `awards`, and its table doesn't have later corrections.
    """

    league: League
    season: Season
    rows: Sequence[Standing]
    revision: int
    stored_league: StoredLeague | None = None
    since: int | None = None
    game: str | None = None
    is_final: bool = False
    awards: Awards = NO_AWARDS


MOST_LEADERBOARDS = 3
"""The leaderboards by game or date that are computed or wait for it in one server: other servers wait for them."""


class Standings:
    """The standings of leagues and servers, read or computed. `now` returns epoch milliseconds."""

    def __init__(self, leagues: Leagues, archive: MatchArchive, variants: ServerVariants, now: Callable[[], int]) -> None:
        self._leagues = leagues
        self._directory = LeagueDirectory(leagues, now)
        self._archive = archive
        self._variants = variants
        self._now = now
        self._limited: OrderedDict[tuple[object, ...], StandingsTable] = OrderedDict()
        self._computing: SharedWork[tuple[object, ...], StandingsTable] = SharedWork()
        self._asked: Counter[int] = Counter()  # computations under way or waiting, by server
        self._one_at_a_time = asyncio.Lock()  # each reads a whole server: twenty at once would take the memory and the time

    async def rebuild_stale_totals(self) -> None:
        """Rebuild the totals that an earlier process left stale. Call it at the start of the bot."""
        await rebuild_all_stale_totals(self._archive)

    async def of_league(
        self, server: int, league: int, *, season: int = 0, variant: str = "", since: int | None = None
    ) -> StandingsTable:
        """Return the standings of the league with this number; 0 stands for the server's own. Raise Refused."""
        stored = await self._directory.get(server, league) if league else None
        return await self.table(server, stored, season=season or None, variant=variant or None, since=since)

    async def table(
        self,
        server: int,
        stored: StoredLeague | None,
        *,
        season: int | None = None,
        variant: str | None = None,
        since: int | None = None,
    ) -> StandingsTable:
        """Return the standings of the running season, or of the season with this number; without a league, by wins.

        `variant` (its name) and `since` limit the matches. `since` is a day number; it can lie before the running
        season. Raise Refused.
        """
        if stored is not None and variant is None and since is None:
            if season in (None, 0, stored.season.number) and stored.season.end is None:
                return await self._running_season(server, stored)
            return await self._ended_season(stored, season or stored.season.number)
        limited = await self._cached_standings(server, stored, season, variant, since)
        return limited if variant is None else replace(limited, game=await self._title(server, variant))

    async def _title(self, server: int, variant: str) -> str:
        """Return the title of a game, or its name if the server has removed it."""
        variants = await self._variants.all_variants(server)
        return variants[variant].title if variant in variants else variant

    async def season_rows(self, server: int, stored: StoredLeague | None) -> dict[tuple[int, int], Sequence[Standing]]:
        """Return the rows of each season of a league, or of every league, by the numbers of league and season.

        With every league, also the server's by wins: league 0, season 1.
        """
        found = dict[tuple[int, int], Sequence[Standing]]()
        if stored is None:
            found[0, 1] = (await self.table(server, None)).rows
        for one in (await self._leagues.server_leagues(server))[1] if stored is None else [stored]:
            found |= {
                (one.number, past.season.number): saved_standings(past)
                for past in await self._leagues.season_tables(one.number)
            }
            if one.season.end is None:
                found[one.number, one.season.number] = (await self._running_season(server, one)).rows
        return found

    async def _running_season(self, server: int, stored: StoredLeague) -> StandingsTable:
        state, found = await self._leagues.totals(stored.number, stored.season.number)
        if state.is_stale:
            await rebuild_totals(self._archive, server)
            state, found = await self._leagues.totals(stored.number, stored.season.number)
        league = stored.league
        week = week_of(self._now(), league.zone)
        rows = await asyncio.to_thread(compute_standings, found, league.scheme.ties, least=league.least, week=week)
        return StandingsTable(league, stored.season, rows, state.revision, stored)

    async def _ended_season(self, stored: StoredLeague, number: int) -> StandingsTable:
        past = await self._leagues.season_tables(stored.number)
        table = next((one for one in past if one.season.number == number), None)
        if table is None:
            raise Refused(NoSuchSeason(str(number), tuple(one.season.name or str(one.season.number) for one in past)))
        league, rows = _league_at_the_end(stored.league, table), saved_standings(table)
        return StandingsTable(league, table.season, rows, 0, stored, is_final=True, awards=table.awards)

    async def _cached_standings(
        self, server: int, stored: StoredLeague | None, season: int | None, variant: str | None, since: int | None
    ) -> StandingsTable:
        """Return the standings from memory while nothing has changed; else compute them, once, however many ask."""
        state = await self._archive.server_state(server)
        zone = "UTC" if stored is None else stored.league.zone
        asked = (server, None if stored is None else stored.number, season, variant, since, week_of(self._now(), zone))
        known = self._limited.pop(asked, None)
        if known is None or known.revision != state.revision:
            about = (*asked, state.revision)
            known = await self._computing.run(about, lambda: self._compute(server, stored, season, variant, since))
        self._limited[asked] = known
        while len(self._limited) > _MOST_CACHED:
            self._limited.popitem(last=False)
        return known

    async def _compute(
        self, server: int, stored: StoredLeague | None, season: int | None, variant: str | None, since: int | None
    ) -> StandingsTable:
        if self._asked[server] >= MOST_LEADERBOARDS:
            raise Refused(TooManyLeaderboards(MOST_LEADERBOARDS))
        self._asked[server] += 1
        try:
            async with self._one_at_a_time:
                return await self._limited_standings(server, stored, season, variant, since)
        finally:
            self._asked[server] -= 1
            self._asked += Counter()  # forgets the servers at 0

    async def _limited_standings(
        self, server: int, stored: StoredLeague | None, season: int | None, variant: str | None, since: int | None
    ) -> StandingsTable:
        now = self._now()

        def select(terms: Sequence[Term]) -> Selection:
            """Count the matches of several seasons by the rules of the last one."""
            if stored is None:
                terms = [Term(0, default_league(server), Season(1, 0))]
            elif since is not None and not season:
                terms = [term for term in terms if term.number == stored.number]
            else:
                number = season or stored.season.number
                terms = [term for term in terms if (term.number, term.season.number) == (stored.number, number)]
            if not terms:
                raise Refused(NoSuchSeason(str(season), ()))
            league = terms[-1].league
            begin = 0 if since is None else start_of_day(since, league.zone)
            return Selection(tuple(with_fields(term, league=league) for term in terms), begin, variant)

        found = await self._archive.counted_shares(server, select, now=now)
        last, begin = found.selection.terms[-1], None if since is None else found.selection.since
        league = last.league

        def rows() -> list[Standing]:
            totals = totals_of_weeks(found.weeks)
            return compute_standings(totals, league.scheme.ties, least=league.least, week=week_of(now, league.zone))

        return StandingsTable(league, last.season, await asyncio.to_thread(rows), found.state.revision, stored, begin)


def default_league(server: int) -> League:
    """Return the league of a server that has none: every match counts, by wins."""
    return League(server=server, name="", rematches=MAX_MATCHES, larger_rematches=MAX_MATCHES, shortest=Length.ONE)


def _league_at_the_end(league: League, table: SeasonTable) -> League:
    """Return the league with the name and rules that the table of the ended season shows."""
    return with_fields(league, name=table.league, scheme=table.scheme, least=table.least)
