"""Finds the leagues and seasons of a server by the names that people type."""

import re
from collections.abc import Callable

from bot.competition.ports import Leagues, StoredLeague
from bot.competition.refusals import (
    DayInTheFuture,
    DayNotUnderstood,
    NoLeagueYet,
    NoSuchLeague,
    NoSuchSeason,
    RecordRefused,
    WhichLeague,
)
from bot.league.days import day_of, read_day
from bot.league.league import League
from bot.league.seasons.seasons import Season

_NUMBERED = re.compile(r"#([0-9]{1,15})\)?\s*$")


class LeagueDirectory:
    """`now` is the time in epoch milliseconds."""

    def __init__(self, leagues: Leagues, now: Callable[[], int]) -> None:
        self._leagues = leagues
        self._now = now

    async def all(self, server: int, *, archived: bool = False) -> list[StoredLeague]:
        """Return the leagues by name; with `archived`, the archived ones too, after the others."""
        _, found = await self._leagues.of_server(server)
        return [one for one in found if archived or one.archived is None]

    async def named(self, server: int, name: str | None = None, *, archived: bool = False) -> StoredLeague:
        """Return the league with this name, however it is typed, or this number (`#12`); without a name, the only league.

        Of several with the same name, the one in use comes first, then the one archived last. Raise RecordRefused.
        """
        found = await self.all(server, archived=True)
        in_use = [one for one in found if one.archived is None]
        if name is None:
            if len(in_use) == 1:
                return in_use[0]
            raise RecordRefused(WhichLeague(tuple(one.name for one in in_use)) if in_use else NoLeagueYet())
        candidates = found if archived else in_use
        named = [one for one in candidates if one.league.key == _key(name)]
        if not named and (numbered := _NUMBERED.search(name)):
            named = [one for one in candidates if one.number == int(numbered[1])]
        if not named:
            raise RecordRefused(NoSuchLeague(name, tuple(one.name for one in in_use)))
        return max(named, key=lambda one: (one.archived is None, one.archived))

    async def numbered(self, server: int, number: int) -> StoredLeague:
        """Return the league, also an archived one. Raise RecordRefused, also for a league of another server."""
        found = await self.all(server, archived=True)
        for one in found:
            if one.number == number:
                return one
        raise RecordRefused(NoSuchLeague(str(number), tuple(one.name for one in found if one.archived is None)))

    async def seasons(self, stored: StoredLeague) -> list[Season]:
        """Return the seasons, the newest first. The first one is running, unless the league is archived."""
        past = [table.season for table in await self._leagues.past_seasons(stored.number)]
        return past if stored.season.end is not None else [stored.season, *past]

    async def season(self, stored: StoredLeague, typed: str) -> Season:
        """Return the season with this name or number. Raise RecordRefused."""
        found = await self.seasons(stored)
        for season in found:
            if typed.strip() == str(season.number) or (season.name and _key(season.name) == _key(typed)):
                return season
        raise RecordRefused(NoSuchSeason(typed, tuple(season.name or str(season.number) for season in found)))

    def day(self, league: League, typed: str) -> int:
        """Return the number of a day that has begun in the league's time zone. Raise RecordRefused."""
        day = read_day(typed)
        if day is None:
            raise RecordRefused(DayNotUnderstood(typed))
        if day > day_of(self._now(), league.zone):
            raise RecordRefused(DayInTheFuture(day))
        return day


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()
