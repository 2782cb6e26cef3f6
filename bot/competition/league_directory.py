"""The leagues and seasons of a server, found by the names that people type."""

import re
from collections.abc import Callable

from bot.competition.refusals import DayNotUnderstood, NoSuchLeague, NoSuchSeason, WhichLeague
from bot.league.days import day_of, read_day
from bot.league.league import League, name_key
from bot.league.seasons import Season, StoredLeague
from bot.storage.league.ledgers import StoredLedgers
from bot.wording.sentence import Day, Refusal, Refused

_NUMBERED = re.compile(r"#([0-9]{1,15})\)?\s*$")


class NoLeagueYet(Refusal):
    """The server has no league."""

    sentence = "This server has no leagues yet. An organiser can create one with `/league create`."


class DayInTheFuture(Refusal):
    day: Day
    sentence = "{day} is in the future. Choose an earlier day."


class LeagueDirectory:
    """The leagues and seasons of servers, found by name or number. `now` returns epoch milliseconds."""

    def __init__(self, ledgers: StoredLedgers, now: Callable[[], int]) -> None:
        self._ledgers = ledgers
        self._now = now

    async def all(self, server: int, *, include_archived: bool = False) -> list[StoredLeague]:
        """Return the leagues by name; with `include_archived`, the archived ones too, after the others."""
        found = await self._ledgers.leagues(server)
        return found.all() if include_archived else found.in_use()

    async def find(self, server: int, name: str | None = None, *, include_archived: bool = False) -> StoredLeague:
        """Return the league with this name, however it is typed, or this number (`#12`); without a name, the only league.

        Of several with the same name, the one in use comes first, then the one archived last. Raise Refused.
        """
        found = await self.all(server, include_archived=True)
        in_use = [one for one in found if one.archived_at is None]
        if name is None:
            if len(in_use) == 1:
                return in_use[0]
            raise Refused(WhichLeague(tuple(one.name for one in in_use)) if in_use else NoLeagueYet())
        candidates = found if include_archived else in_use
        named = [one for one in candidates if one.league.key == name_key(name)]
        if not named and (numbered := _NUMBERED.search(name)):
            named = [one for one in candidates if one.number == int(numbered[1])]
        if not named:
            raise Refused(NoSuchLeague(name, tuple(one.name for one in in_use)))
        return max(named, key=lambda one: (one.archived_at is None, one.archived_at))

    async def get(self, server: int, number: int) -> StoredLeague:
        """Return the league, also an archived one. Raise Refused, also for a league of another server."""
        found = await self.all(server, include_archived=True)
        for one in found:
            if one.number == number:
                return one
        raise Refused(NoSuchLeague(str(number), tuple(one.name for one in found if one.archived_at is None)))

    async def seasons(self, stored: StoredLeague) -> list[Season]:
        """Return the seasons, the newest first. The first one is running, unless the league is archived."""
        past = list((await self._ledgers.leagues(stored.league.server)).ended(stored.number).values())[::-1]
        return past if stored.season.end is not None else [stored.season, *past]

    async def find_season(self, stored: StoredLeague, typed: str) -> Season:
        """Return the season with this name or number. Raise Refused."""
        found = await self.seasons(stored)
        for season in found:
            if typed.strip() == str(season.number) or (season.name and name_key(season.name) == name_key(typed)):
                return season
        raise Refused(NoSuchSeason(typed, tuple(season.name or str(season.number) for season in found)))

    def read_day(self, league: League, typed: str) -> int:
        """Return the number of a day that has begun in the league's time zone. Raise Refused."""
        day = read_day(typed)
        if day is None:
            raise Refused(DayNotUnderstood(typed))
        if day > day_of(self._now(), league.zone):
            raise Refused(DayInTheFuture(day))
        return day
