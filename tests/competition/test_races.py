"""Two organisers at the same moment, or a command that Discord delivers twice: one change, and a refusal that says why."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.competition.league_editor import LeagueEditor
from bot.competition.ports import Leagues
from bot.competition.refusals import LeagueArchived, LeagueEdited
from bot.competition.schedule_ports import Schedules, StoredSchedule
from bot.competition.tournaments import ScheduleChanged, Tournaments
from bot.league.corrections import AlreadySwapped, Change, NotSwapped, SwapBack, SwapPeople
from bot.league.league import League
from bot.tables.ports import ClockAndSeeds
from bot.wording.sentence import Refusal, Refused
from tests.competition.league_server import LeagueServer, refused
from tests.league.random_season import SERVER
from tests.rummy.presets import variant

MONDAYS = League(server=SERVER, name="Mondays")


async def _together(*requests: Awaitable[Any]) -> tuple[list[Any], list[object]]:
    """Run the requests at the same time. Return the results of those that succeeded, and the refusals of the others."""
    found = await asyncio.gather(*requests, return_exceptions=True)
    assert all(not isinstance(one, BaseException) or isinstance(one, Refused) for one in found), found
    return [one for one in found if not isinstance(one, BaseException)], [
        one.refusal for one in found if isinstance(one, Refused)
    ]


@pytest.mark.parametrize("again", [SwapPeople(1, 2), SwapPeople(2, 1)])
async def test_the_same_swap_is_refused_the_second_time(server: LeagueServer, again: Change) -> None:
    await server.create([MONDAYS])
    number = await server.finish_small_match()
    correct = server.corrections.correct
    await correct(SERVER, number, SwapPeople(1, 2), by=1, why="x")
    swapped = (await server.match_history.match(SERVER, number)).match
    assert await refused(correct(SERVER, number, again, by=2, why="x")) == AlreadySwapped(1, 2)
    record = await server.match_history.match(SERVER, number)
    assert (record.match, len(record.corrections)) == (swapped, 1)


async def test_two_simultaneous_swaps_of_the_same_people_are_one(server: LeagueServer) -> None:
    await server.create([MONDAYS])
    number = await server.finish_small_match()
    done, faults = await _together(
        *(server.corrections.correct(SERVER, number, SwapPeople(1, 2), by=by, why="x") for by in (1, 2, 3))
    )
    assert (len(done), faults) == (1, [AlreadySwapped(1, 2)] * 2)


async def test_a_swap_can_be_taken_back_once_and_made_again(server: LeagueServer) -> None:
    await server.create([MONDAYS])
    number = await server.finish_small_match()
    correct = server.corrections.correct
    assert await refused(correct(SERVER, number, SwapBack(1, 2), by=1, why="x")) == NotSwapped(1, 2)
    await correct(SERVER, number, SwapPeople(1, 2), by=1, why="x")
    await correct(SERVER, number, SwapBack(2, 1), by=1, why="x")
    record = await server.match_history.match(SERVER, number)
    assert record.match == record.original
    assert await refused(correct(SERVER, number, SwapBack(1, 2), by=1, why="x")) == NotSwapped(1, 2)
    await correct(SERVER, number, SwapPeople(1, 2), by=1, why="x")
    assert (await server.match_history.match(SERVER, number)).match.seats[0].person == 2


class _ReadTogether:
    """A store of schedules in which two who read the newest one go on only when both have read it."""

    def __init__(self, schedules: Schedules) -> None:
        self._schedules = schedules
        self._both = asyncio.Barrier(2)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._schedules, name)

    async def newest(self, league: int) -> StoredSchedule | None:
        found = await self._schedules.newest(league)
        await self._both.wait()
        return found


async def test_of_two_simultaneous_schedules_one_is_made(server: LeagueServer) -> None:
    (stored,) = await server.create([MONDAYS])
    source = ClockAndSeeds(server.clock, lambda: "5" * 64)
    tournaments = Tournaments(cast(Schedules, _ReadTogether(server.store.schedules)), server.store.reminders, source)

    async def make(*people: int, replacing: bool) -> int:
        made = await tournaments.create_schedule(stored, 1, variant("rami"), people, size=2, replace=replacing)
        return made.number

    for replacing in (False, True):
        done, faults = await _together(make(1, 2, 3, replacing=replacing), make(1, 2, 3, 4, replacing=replacing))
        newest = await server.store.schedules.newest(stored.number)
        assert newest is not None
        assert (done, faults) == ([newest.number], [ScheduleChanged("Mondays")])


async def test_of_two_simultaneous_edits_the_second_is_refused_and_the_first_stays(server: LeagueServer) -> None:
    (stored,) = await server.create([MONDAYS])
    edit = server.league_editor.edit
    done, faults = await _together(
        edit(stored.number, replace(MONDAYS, least=5), based_on=MONDAYS),
        edit(stored.number, replace(MONDAYS, rematches=2), based_on=MONDAYS),
    )
    now = (await server.leagues.get(SERVER, stored.number)).league
    assert [one.league for one in done] == [now]
    assert now in (replace(MONDAYS, least=5), replace(MONDAYS, rematches=2))
    assert faults == [LeagueEdited("Mondays")]
    await edit(stored.number, replace(now, least=7), based_on=now)


class _SlowChange:
    """A store of leagues that does something else before it stores a change."""

    def __init__(self, leagues: Leagues, before: Callable[[], Awaitable[object]]) -> None:
        self._leagues = leagues
        self._before = before

    def __getattr__(self, name: str) -> Any:
        return getattr(self._leagues, name)

    async def change(self, *about: Any, **more: Any) -> None:
        await self._before()
        await self._leagues.change(*about, **more)


@pytest.mark.parametrize(("how", "fault"), [("end", LeagueEdited("Mondays")), ("archive", LeagueArchived("Mondays"))])
async def test_an_edit_is_refused_if_the_season_has_ended_meanwhile_and_the_end_can_be_undone(
    server: LeagueServer, how: str, fault: Refusal
) -> None:
    (stored,) = await server.create([MONDAYS])
    await server.finish_small_match()
    ends, at = server.season_ends, server.now + 1

    async def end() -> None:
        server.now = at
        await (ends.end_season if how == "end" else ends.archive_league)(SERVER, stored.number, by=2)

    slow = cast(Leagues, _SlowChange(server.store.leagues, end))
    editor = LeagueEditor(slow, server.store.ledgers, ends, server.clock)
    assert await refused(editor.edit(stored.number, replace(MONDAYS, rematches=2), based_on=MONDAYS, by=1)) == fault
    assert (await server.leagues.get(SERVER, stored.number)).league == MONDAYS
    assert len((await server.log_page()).lines) == 1
    undo = server.undos.reopen_season if how == "end" else server.undos.restore_league
    assert await undo(SERVER, stored.number, 1, at, by=2) == "Mondays"
