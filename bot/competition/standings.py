"""The leagues and seasons of a server, and who stands where in them."""

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from bot.competition.ports import Archive, Leagues, StoredLeague
from bot.competition.rebuild import make_all_anew, make_anew
from bot.competition.refusals import (
    DayInTheFuture,
    DayNotUnderstood,
    NoLeagueYet,
    NoSuchLeague,
    NoSuchSeason,
    RecordRefused,
    WhichLeague,
)
from bot.league.corrections import apply_corrections
from bot.league.days import day_of, read_day, start_of_day, week_of
from bot.league.league import League
from bot.league.league_checks import MAX_MATCHES
from bot.league.season_terms import Term, counting_in_term
from bot.league.seasons import FinalTable, Season
from bot.league.standings import Standing, compute_standings
from bot.league.totals import compute_totals

_NUMBERED = re.compile(r"#([0-9]{1,15})\)?\s*$")


@dataclass(frozen=True, slots=True)
class Ladder:
    """The whole table, of which messages show a page. `since` is epoch ms; `revision` tells whether it has moved on.

    `stored` is None for a server without a league: its matches by wins. `final`: it is the table that a season ended with.
    """

    league: League
    season: Season
    rows: Sequence[Standing]
    revision: int
    stored: StoredLeague | None = None
    since: int | None = None
    game: str | None = None
    final: bool = False


class Records:
    """`now` is the time in epoch milliseconds."""

    def __init__(self, leagues: Leagues, archive: Archive, now: Callable[[], int]) -> None:
        self._leagues = leagues
        self._archive = archive
        self._now = now

    async def catch_up(self) -> None:
        """At the start: counts what an earlier process could not."""
        await make_all_anew(self._archive)

    async def leagues(self, server: int, *, archived: bool = False) -> list[StoredLeague]:
        """By name; with `archived`, those too, after the others."""
        _, found = await self._leagues.of_server(server)
        return [one for one in found if archived or one.archived is None]

    async def league(self, server: int, name: str | None = None, *, archived: bool = False) -> StoredLeague:
        """By its name, however it is typed, or by its number, `#12`, also as it is offered; without either, the only one.

        Of several with one name the one in use, else the last one that was. Raises RecordRefused.
        """
        found = await self.leagues(server, archived=True)
        in_use = [one for one in found if one.archived is None]
        if name is None:
            if len(in_use) == 1:
                return in_use[0]
            raise RecordRefused(WhichLeague(tuple(one.name for one in in_use)) if in_use else NoLeagueYet())
        asked = found if archived else in_use
        named = [one for one in asked if one.league.key == _key(name)]
        if not named and (numbered := _NUMBERED.search(name)):
            named = [one for one in asked if one.number == int(numbered[1])]
        if not named:
            raise RecordRefused(NoSuchLeague(name, tuple(one.name for one in in_use)))
        return max(named, key=lambda one: (one.archived is None, one.archived))

    async def league_numbered(self, server: int, number: int) -> StoredLeague:
        """Also an archived one. Raises RecordRefused, too for a league of another server."""
        found = await self.leagues(server, archived=True)
        for one in found:
            if one.number == number:
                return one
        raise RecordRefused(NoSuchLeague(str(number), tuple(one.name for one in found if one.archived is None)))

    async def seasons(self, stored: StoredLeague) -> list[Season]:
        """The newest first; the first one runs, unless the league is archived."""
        past = [table.season for table in await self._leagues.past_seasons(stored.number)]
        return past if stored.season.end is not None else [stored.season, *past]

    async def season(self, stored: StoredLeague, typed: str) -> Season:
        """By its name or its number. Raises RecordRefused."""
        found = await self.seasons(stored)
        for season in found:
            if typed.strip() == str(season.number) or (season.name and _key(season.name) == _key(typed)):
                return season
        raise RecordRefused(NoSuchSeason(typed, tuple(season.name or str(season.number) for season in found)))

    def day(self, league: League, typed: str) -> int:
        """A day that has begun, as it is typed for `since`. Raises RecordRefused."""
        day = read_day(typed)
        if day is None:
            raise RecordRefused(DayNotUnderstood(typed))
        if day > day_of(self._now(), league.zone):
            raise RecordRefused(DayInTheFuture(day))
        return day

    async def standings(
        self,
        server: int,
        stored: StoredLeague | None,
        *,
        season: int | None = None,
        game: str | None = None,
        since: int | None = None,
    ) -> Ladder:
        """The running season of a league, or the one of this number; without a league, all matches of the server by wins.

        `game` (the name of a variant) and `since` (a day, also of an earlier season) narrow it. Raises RecordRefused.
        """
        if stored is not None and game is None and since is None:
            if season in (None, 0, stored.season.number) and stored.season.end is None:
                return await self._running(server, stored)
            return await self._ended(stored, season or stored.season.number)
        return await self._narrowed(server, stored, season, game, since)

    async def _running(self, server: int, stored: StoredLeague) -> Ladder:
        state, found = await self._leagues.totals(stored.number, stored.season.number)
        if state.stale:
            await make_anew(self._archive, server)
            state, found = await self._leagues.totals(stored.number, stored.season.number)
        league = stored.league
        rows = compute_standings(found, league.scheme.ties, least=league.least, week=week_of(self._now(), league.zone))
        return Ladder(league, stored.season, rows, state.revision, stored)

    async def _ended(self, stored: StoredLeague, number: int) -> Ladder:
        past = await self._leagues.past_seasons(stored.number)
        table = next((one for one in past if one.season.number == number), None)
        if table is None:
            raise RecordRefused(NoSuchSeason(str(number), tuple(one.season.name or str(one.season.number) for one in past)))
        return Ladder(_as_it_was(stored.league, table), table.season, _rows(table), 0, stored, final=True)

    async def _narrowed(
        self, server: int, stored: StoredLeague | None, season: int | None, game: str | None, since: int | None
    ) -> Ladder:
        history = await self._archive.history(server)
        if stored is None:
            terms = [Term(0, by_wins(server), Season(1, 0))]
        elif since is not None and not season:
            terms = [term for term in history.terms if term.number == stored.number]
        else:
            number = season or stored.season.number
            terms = [term for term in history.terms if (term.number, term.season.number) == (stored.number, number)]
        if not terms:
            raise RecordRefused(NoSuchSeason(str(season), ()))
        league, shown = terms[-1].league, terms[-1].season
        begin = None if since is None else start_of_day(since, league.zone)

        def rows() -> list[Standing]:
            """Over several seasons, all count as the last of them does."""
            right = apply_corrections(history.matches, history.corrections)
            matches = [match for term in terms for match in counting_in_term(replace(term, league=league), right)]
            kept = [one for one in matches if (begin is None or one.ended >= begin) and game in (None, one.variant.name)]
            week = week_of(self._now(), league.zone)
            return compute_standings(compute_totals(league, kept), league.scheme.ties, least=league.least, week=week)

        return Ladder(league, shown, await asyncio.to_thread(rows), history.state.revision, stored, begin, game)


def by_wins(server: int) -> League:
    """How a server counts that has no league."""
    return League(server=server, name="", rematches=MAX_MATCHES)


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def _as_it_was(league: League, table: FinalTable) -> League:
    """How the league counted when the season ended, as far as its table shows it."""
    return replace(league, name=table.league, scheme=table.scheme, least=table.least)


def _rows(table: FinalTable) -> list[Standing]:
    return [Standing(row.position, row.person, row.matches, row.parts, row.wins, None) for row in table.rows]
