"""What organisers do: make and change leagues, end their seasons, put matches right. Who is one, their commands decide."""

import asyncio
from collections.abc import Callable

from bot.league.books import NEARBY, Changes, moved_by
from bot.league.checking import LONGEST_NAME, DayIsOver, faults_of
from bot.league.corrections import Change, Correction, changed, corrected, fault_of
from bot.league.days import week_of
from bot.league.facts import MatchResult
from bot.league.league import League
from bot.league.seasons import FinalTable, Season, due, ended, final_table
from bot.league.standings import standings
from bot.league.terms import Term, counted
from bot.league.totals import totals
from bot.tables.anew import make_anew
from bot.tables.league_ports import Archive, History, Leagues, State, StoredLeague
from bot.tables.league_refusals import (
    LeagueArchived,
    NoSuchLeague,
    NoSuchMatch,
    NotALeague,
    NotCorrected,
    ReasonMissing,
    ReasonTooLong,
    RecordRefused,
    SeasonNameTaken,
    SeasonNameTooLong,
)

LONGEST_REASON = 300


class Organising:
    """`now` is the time in epoch milliseconds. Leagues are named by their numbers."""

    def __init__(self, leagues: Leagues, archive: Archive, now: Callable[[], int]) -> None:
        self._leagues = leagues
        self._archive = archive
        self._now = now

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
        return StoredLeague(number, league, season, now)

    async def edit(self, number: int, league: League) -> StoredLeague:
        """It counts so from now on, and all of its running season. Raises RecordRefused."""
        _, stored, others = await self._found(league.server, number)
        _check(league, others, self._now(), before=stored.league)
        await self._leagues.change(number, league)
        await make_anew(self._archive, league.server)
        return (await self._found(league.server, number))[1]

    async def archive(self, server: int, number: int) -> FinalTable:
        """Its season ends, and no other begins; its name is free again. Raises RecordRefused."""
        return await self._end(server, number, archive=True)

    async def end_season(self, server: int, number: int, name: str | None = None) -> FinalTable:
        """Its table is kept for ever under its name, and the next season begins. Raises RecordRefused."""
        named = None if name is None else " ".join(name.split())
        if named is not None and len(named) > LONGEST_NAME:
            raise RecordRefused(SeasonNameTooLong(LONGEST_NAME))
        if named:
            past = [table.season for table in await self._leagues.past_seasons(number)]
            if any(named.casefold() in (season.name.casefold(), str(season.number)) for season in past):
                raise RecordRefused(SeasonNameTaken(named))
        return await self._end(server, number, name=named)

    async def end_due(self) -> list[tuple[StoredLeague, FinalTable]]:
        """Ends the seasons whose time has come, as of that time, however late this is asked; a league may have had several."""
        over = []
        while found := await self._leagues.due(self._now()):
            stored = found[0]
            at = due(stored.league, stored.season)
            over.append((stored, await self._end(stored.league.server, stored.number, at=at)))
        return over

    async def untold(self) -> list[tuple[StoredLeague, FinalTable]]:
        """The tables of seasons that have ended and of which nobody has been told, the oldest first."""
        return await self._leagues.untold()

    async def told(self, number: int, season: int) -> None:
        """The table of this season has been posted."""
        await self._leagues.told(number, season)

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
            near = played.ended - NEARBY
            since = min([near, *begins])
            history = await self._archive.history(played.server, people=people, since=since, books_since=near)
            if history.state == state:
                return history

    async def _end(
        self, server: int, number: int, *, name: str | None = None, at: int | None = None, archive: bool = False
    ) -> FinalTable:
        while True:
            state, stored, _ = await self._found(server, number)
            now = self._now()
            history = await self._archive.history(server, since=stored.season.begin)
            if history.state != state:
                continue
            just_now = any(match.ended == now for match in history.matches)  # what has is of the season that ends
            by_hand = max(now + just_now, stored.season.begin)
            over, following = ended(stored.season, at=by_hand if at is None else at, name=name)
            table = await asyncio.to_thread(_table, Term(number, stored.league, over), history)
            if await self._leagues.end_season(state, stored, table, None if archive else following, at=now):
                await make_anew(self._archive, server)
                return table

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


def _check(league: League, others: list[StoredLeague], now: int, *, before: League | None = None) -> None:
    """The day on which a season ended may stay: another one runs now."""
    found = faults_of(league, tuple(other.league for other in others), now=now)
    if before is not None and before.season_end == league.season_end:
        found = [fault for fault in found if not isinstance(fault, DayIsOver)]
    if faults := tuple(found):
        raise RecordRefused(NotALeague(faults))


def _table(term: Term, history: History) -> FinalTable:
    league, season = term.league, term.season
    assert season.end is not None
    found = totals(league, counted(term, corrected(history.matches, history.corrections)))
    week = week_of(season.end, league.zone)
    return final_table(league, season, standings(found, league.scheme.ties, least=league.least, week=week))


def _moved(history: History, correction: Correction) -> Changes:
    before = corrected(history.matches, history.corrections)
    match = next(one for one in before if one.number == correction.match)
    if (fault := fault_of(match, correction.change)) is not None:
        raise RecordRefused(NotCorrected(correction.match, fault))
    after = [changed(one, correction.change) if one.number == correction.match else one for one in before]
    return moved_by(correction.match, before, after, history.terms, history.books)
