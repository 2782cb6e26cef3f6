"""How the seasons of leagues end, by hand or by their day; and that the table of each is posted, and once."""

import asyncio
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

import structlog

from bot.competition.ports import Archive, Asked, History, Leagues, State, StoredLeague
from bot.competition.rebuild import make_anew
from bot.competition.refusals import (
    LeagueArchived,
    NoSuchLeague,
    NoSuchSeason,
    NothingToEnd,
    RecordRefused,
    SeasonNameIsNumber,
    SeasonNameTaken,
    SeasonNameTooLong,
)
from bot.league.corrections import apply_corrections
from bot.league.days import week_of
from bot.league.league_checks import MAX_NAME_LENGTH
from bot.league.season_terms import Term, counting_in_term
from bot.league.seasons import FinalTable, Season, end_season, final_table
from bot.league.standings import compute_standings
from bot.league.totals import compute_totals

_log = structlog.get_logger(__name__)
Post = Callable[[StoredLeague, FinalTable, int | None], Awaitable[int | None]]
"""Posts the table of a season; the channel is that in which an organiser ended it. Gives back where the table stands now."""


class Ending:
    """A part of `organising.py`."""

    def __init__(self, leagues: Leagues, archive: Archive, now: Callable[[], int]) -> None:
        self._leagues = leagues
        self._archive = archive
        self._now = now
        self._telling: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def archive(self, server: int, number: int, *, asked: Asked | None = None) -> FinalTable:
        """Its season ends, and no other begins; its name is free again. Raises RecordRefused."""
        await self.end_due()
        return await self._end(server, number, asked=asked, archive=True)

    async def end_season(self, server: int, number: int, name: str | None = None, *, asked: Asked | None = None) -> FinalTable:
        """Its table is kept for ever under its name, and the next season begins. Raises RecordRefused.

        A command that is heard twice ends one season, and who gives it twice is refused: in the next one nothing has counted.
        """
        named = " ".join((name or "").split())
        if len(named) > MAX_NAME_LENGTH:
            raise RecordRefused(SeasonNameTooLong(MAX_NAME_LENGTH))
        if named.isdigit():
            raise RecordRefused(SeasonNameIsNumber(named))
        return await self._end(server, number, name=named, asked=asked)

    async def end_due(self) -> list[tuple[StoredLeague, FinalTable]]:
        """Ends the seasons whose time has come, as of that time, however late this is asked; a league may have had several.

        One that is damaged keeps no other from its end.
        """
        over, left = list[tuple[StoredLeague, FinalTable]](), set[int]()
        while found := [one for one in await self._leagues.due(self._now()) if one.number not in left]:
            stored = found[0]
            try:
                over.append((stored, await self._end(stored.league.server, stored.number, due_one=stored.season)))
            except RecordRefused:
                left.add(stored.number)  # an organiser has ended it at this moment
            except Exception:
                _log.exception("a season cannot be ended", league=stored.number, season=stored.season.number)
                left.add(stored.number)
        return over

    async def untold(self) -> list[tuple[StoredLeague, FinalTable]]:
        """The tables of seasons that have ended and of which nobody has been told, the oldest first."""
        return await self._leagues.untold()

    async def tell(self, number: int, season: int, post: Post) -> int | None:
        """Posts the table of a season that has ended, and gives back where; once, however many ask at the same time.

        None: somebody has told of it already, or it could be posted nowhere. If `post` raises, it has not been told.
        """
        async with self._telling.setdefault(number, asyncio.Lock()):
            for stored, table in await self._leagues.untold():
                if (stored.number, table.season.number) == (number, season):
                    channel = await post(stored, table, await self._leagues.asked_in(number, season))
                    await self._leagues.told(number, season)
                    return channel
            return None

    async def _end(
        self,
        server: int,
        number: int,
        *,
        name: str = "",
        due_one: Season | None = None,
        asked: Asked | None = None,
        archive: bool = False,
    ) -> FinalTable:
        """Of the running season, now, or as of its time if that has come; of `due_one` if that is the one that runs still."""

        async def known() -> FinalTable | None:
            return None if asked is None else await self._leagues.ended_by(number, asked.command)

        while (table := await known()) is None:
            try:
                table = await self._tried(server, number, name, due_one, asked, archive=archive)
            except RecordRefused:
                if await known() is None:  # else it was refused because this command has done it just now
                    raise
            if table is not None:
                await make_anew(self._archive, server)
                break
        return table

    async def _tried(
        self, server: int, number: int, name: str, due_one: Season | None, asked: Asked | None, *, archive: bool
    ) -> FinalTable | None:
        """None: something else came in between."""
        state, stored, _ = await self._found(server, number)
        now = self._now()
        at = stored.due if stored.due is not None and stored.due <= now and not archive else None
        if due_one is not None and (stored.season != due_one or at is None):
            raise RecordRefused(NoSuchSeason(str(due_one.number), ()))
        await self._check_new(name, number)
        history = await self._archive.history(server, since=stored.season.begin)
        just_now = any(match.ended == now for match in history.matches)  # what has is of the season that ends
        by_hand = max(now + just_now, stored.season.begin)
        over, following = end_season(stored.season, at=by_hand if at is None else at, name=name or None)
        table = await asyncio.to_thread(_table, Term(number, stored.league, over), history)
        if history.state != state:
            return None
        if not table.rows and at is None and not archive:
            raise RecordRefused(NothingToEnd(stored.name, stored.season.begin))
        done = await self._leagues.end_season(state, stored, table, None if archive else following, at=now, asked=asked)
        return table if done else None

    async def _check_new(self, name: str, number: int) -> None:
        if not name:
            return
        past = [table.season for table in await self._leagues.past_seasons(number)]
        if any(name.casefold() == season.name.casefold() for season in past):
            raise RecordRefused(SeasonNameTaken(name))

    async def _found(self, server: int, number: int) -> tuple[State, StoredLeague, list[StoredLeague]]:
        """The league, and those beside it."""
        state, all_of_them = await self._leagues.of_server(server)
        stored = next((one for one in all_of_them if one.number == number), None)
        in_use = [one for one in all_of_them if one.archived is None]
        if stored is None:
            raise RecordRefused(NoSuchLeague(str(number), tuple(one.name for one in in_use)))
        if stored.archived is not None:
            raise RecordRefused(LeagueArchived(stored.name))
        return state, stored, [one for one in in_use if one.number != number]


def _table(term: Term, history: History) -> FinalTable:
    league, season = term.league, term.season
    assert season.end is not None
    found = compute_totals(league, counting_in_term(term, apply_corrections(history.matches, history.corrections)))
    week = week_of(season.end, league.zone)
    return final_table(league, season, compute_standings(found, league.scheme.ties, least=league.least, week=week))
