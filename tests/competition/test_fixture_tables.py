"""The table of a fixture: only its people play there, the match needs all of them, and its result completes the fixture."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.competition.personal_data import PersonalData
from bot.competition.refusals import LeagueArchived, NoSuchFixture, PlayerDeleted, ScheduleReplaced
from bot.competition.schedules import NotYourFixture, ScheduleEditor
from bot.league.corrections import Change, Reinstate, Void
from bot.league.fixtures import Fixture, FixtureState, StoredSchedule
from bot.league.league import League
from bot.league.seasons import StoredLeague
from bot.storage.league.schedules import FixtureHasTable, FixturePlayed, FixturePlayedAgain
from bot.storage.store import Store, open_store
from bot.tables.apply_event import fold
from bot.tables.events import NO_CLOCK, Clock, Pace, Reservation
from bot.tables.lobby_requests import Join, SeatsReserved, StandUp, Start, StillAwaited
from bot.tables.match_requests import AskEnd, Cancel, Forfeit
from bot.tables.ports import ClockAndSeeds
from bot.tables.refusals import AlreadySeated, NotTheHost, RulesFixedBySchedule
from bot.tables.rule_requests import ChangeClock, ChangeRule, ClockRequired
from bot.tables.service import LobbyLimits, Tables, TooManyOpenLobbies
from bot.tables.table import Phase, Table
from bot.tables.time_requests import TimeIsUp
from bot.wording.sentence import Refused
from tests.competition.league_server import LeagueServer
from tests.competition.league_server import refused as league_refused
from tests.conftest import ROOT
from tests.processes import Process
from tests.rummy.presets import variant
from tests.schedules import store_schedule
from tests.tables.opening import open_table
from tests.tables.table_service import ANN, BEN, CEM, DEE, PAUSES, TableService, refused

SERVER = 10
ONE_DEAL = variant("rami", match_target="none", match_deals=1)


@dataclass
class Cup:
    """A round robin of Ann, Ben and Cem; Dee does not play."""

    service: TableService
    server: LeagueServer
    tournaments: ScheduleEditor
    stored: StoredLeague

    async def store_schedule(self, size: int = 2) -> StoredSchedule:
        people = [ANN, BEN, CEM]
        return await store_schedule(self.service.store, self.stored, ANN, ONE_DEAL, people, at=self.service.now, size=size)

    async def fixture(self, *people: int) -> Fixture:
        schedule = await self.tournaments.newest_schedule(self.stored)
        assert schedule is not None
        return next(one for one in schedule.fixtures if set(one.people) == set(people))

    async def open_table(self, fixture: Fixture, person: int, service: TableService | None = None) -> Table:
        rules, seats = await self.tournaments.prepare_table(self.stored, fixture.number, person)
        return await open_table((service or self.service).tables, SERVER, 20, person, rules, thread=False, reserved=seats)

    async def state(self, *people: int) -> tuple[FixtureState, int | None]:
        found = await self.fixture(*people)
        return found.state, found.table

    async def play(self, table: Table) -> Table:
        """Start the match, and play to its end."""
        table = await self.service.tables.change(table.number, table.seats.host, Start())
        return await self.service.play(table)


@pytest.fixture
async def cup(service: TableService) -> Cup:
    server = LeagueServer(service.store, service.now)
    (stored,) = await server.create([League(server=SERVER, name="Cup")])
    cup = Cup(
        service,
        server,
        ScheduleEditor(service.store.ledgers, service.store.schedules, service.clock),
        stored,
    )
    await cup.store_schedule()
    return cup


@pytest.mark.parametrize("required", [True, False])
async def test_the_host_can_do_without_a_clock_only_if_the_league_requires_none(cup: Cup, required: bool) -> None:
    (cup.stored,) = await cup.server.create([League(server=SERVER, name="Plate", requires_clock=required)])
    await cup.store_schedule()
    rules, seats = await cup.tournaments.prepare_table(cup.stored, (await cup.fixture(ANN, BEN)).number, ANN)
    table = await open_table(cup.service.tables, SERVER, 20, ANN, rules, thread=False, reserved=seats, clock=Clock(Pace.LIVE))
    without = cup.service.tables.change(table.number, ANN, ChangeClock(NO_CLOCK))
    if required:
        assert await refused(without) == ClockRequired()
        table = await cup.service.tables.change(table.number, ANN, ChangeClock(Clock(Pace.SLOW)))
        assert table.clock == Clock(Pace.SLOW)
    else:
        assert (await without).clock == NO_CLOCK


async def test_tables_of_a_schedule_are_not_limited_and_take_no_room_from_other_tables(cup: Cup) -> None:
    source = ClockAndSeeds(cup.service.clock, lambda: "5" * 64)
    tables = Tables(cup.service.store.log, source, PAUSES, LobbyLimits(person=1, server=1))

    async def open_reserved(host: int, other: int) -> Table:
        rules, seats = await cup.tournaments.prepare_table(cup.stored, (await cup.fixture(host, other)).number, host)
        return await open_table(tables, SERVER, 20, host, rules, thread=False, reserved=seats)

    await open_reserved(ANN, BEN)
    await open_table(tables, SERVER, 20, ANN, ONE_DEAL, thread=False)
    await open_reserved(ANN, CEM)
    assert await refused(open_table(tables, SERVER, 20, ANN, ONE_DEAL, thread=False)) == TooManyOpenLobbies(1)


async def test_only_the_people_of_a_fixture_can_take_its_seats(cup: Cup) -> None:
    fixture, change = await cup.fixture(ANN, BEN), cup.service.tables.change
    table = await cup.open_table(fixture, BEN)
    assert (table.seats.people, table.awaited_people) == ((BEN,), (ANN,))
    for stranger in (CEM, DEE):
        assert await refused(change(table.number, stranger, Join())) == SeatsReserved(fixture.people)
    assert await refused(change(table.number, BEN, Join())) == AlreadySeated()
    table = await change(table.number, ANN, Join())
    assert (set(table.seats.people), table.awaited_people) == ({ANN, BEN}, ())
    assert await refused(change(table.number, DEE, Join())) == SeatsReserved(fixture.people)


async def test_a_fixture_starts_only_when_all_its_people_are_seated(service: TableService, cup: Cup) -> None:
    schedule = await cup.store_schedule(size=3)
    table = await cup.open_table(schedule.fixtures[0], ANN)
    assert await refused(service.tables.change(table.number, ANN, Start())) == StillAwaited((BEN, CEM))
    await service.tables.change(table.number, CEM, Join())
    assert await refused(service.tables.change(table.number, ANN, Start())) == StillAwaited((BEN,))
    assert await refused(service.tables.change(table.number, CEM, Start())) == NotTheHost(ANN)
    await service.tables.change(table.number, BEN, Join())
    assert (await service.tables.change(table.number, ANN, Start())).phase == Phase.DEAL


async def test_a_person_who_stood_up_can_return_to_their_reserved_seat(service: TableService, cup: Cup) -> None:
    table = await cup.open_table(await cup.fixture(ANN, BEN), ANN)
    await service.tables.change(table.number, BEN, Join())
    table = await service.tables.change(table.number, ANN, StandUp())
    assert (table.seats.host, table.awaited_people) == (BEN, (ANN,))
    assert await refused(service.tables.change(table.number, DEE, Join())) == SeatsReserved((ANN, BEN))
    assert await refused(service.tables.change(table.number, BEN, Start())) == StillAwaited((ANN,))
    await service.tables.change(table.number, ANN, Join())
    assert (await service.tables.change(table.number, BEN, Start())).phase == Phase.DEAL


async def test_the_rules_of_a_fixture_cannot_change(service: TableService, cup: Cup) -> None:
    table = await cup.open_table(await cup.fixture(ANN, BEN), ANN)
    assert table.variant == ONE_DEAL
    assert await refused(service.tables.change(table.number, ANN, ChangeRule("scoring", "penalty"))) == RulesFixedBySchedule()


async def test_reserved_seats_survive_a_restart(service: TableService, cup: Cup) -> None:
    fixture = await cup.fixture(ANN, BEN)
    table = await cup.open_table(fixture, ANN)
    again = TableService(service.store)
    await again.tables.load()
    assert await again.tables.get(table.number) == table
    assert await refused(again.tables.change(table.number, DEE, Join())) == SeatsReserved(fixture.people)


async def test_simultaneous_presses_in_two_processes_open_one_table(service: TableService, cup: Cup) -> None:
    fixture, other = await cup.fixture(ANN, BEN), TableService(service.store)
    presses = [cup.open_table(fixture, person, door) for person in (ANN, BEN) for door in (service, other)]
    done = await asyncio.gather(*presses, return_exceptions=True)
    (table,) = [one for one in done if isinstance(one, Table)]
    assert {one.refusal for one in done if isinstance(one, Refused)} == {FixtureHasTable(table.number)}
    assert await service.store.log.tables_in_play() == [table.number]
    assert await cup.state(ANN, BEN) == (FixtureState.OPEN, table.number)


@pytest.mark.parametrize("how", ["replaced", "archived"])
async def test_a_table_isnt_opened_if_its_schedule_is_given_up_between_the_press_and_the_opening(cup: Cup, how: str) -> None:
    fixture = await cup.fixture(ANN, BEN)
    rules, seats = await cup.tournaments.prepare_table(cup.stored, fixture.number, ANN)
    if how == "replaced":
        await cup.store_schedule()
    else:
        await cup.server.season_ends.end_season(SERVER, cup.stored.number, by=ANN, archive=True)
    opening = open_table(cup.service.tables, SERVER, 20, ANN, rules, thread=False, reserved=seats)
    assert await league_refused(opening) == (ScheduleReplaced() if how == "replaced" else LeagueArchived("Cup"))
    assert await cup.service.store.log.tables_in_play() == []


async def test_a_press_delivered_twice_opens_one_table(service: TableService, cup: Cup) -> None:
    rules, seats = await cup.tournaments.prepare_table(cup.stored, (await cup.fixture(ANN, BEN)).number, ANN)
    tables = [
        await open_table(service.tables, SERVER, 20, ANN, rules, thread=False, at=777, preset=variant("rami"), reserved=seats)
        for _ in range(2)
    ]
    assert tables[0] == tables[1]


@pytest.mark.parametrize("end", ["cancelled", "expired", "left", "broken off"])
async def test_a_table_without_a_result_leaves_its_fixture_waiting(service: TableService, cup: Cup, end: str) -> None:
    fixture, change = await cup.fixture(ANN, BEN), service.tables.change
    table = await cup.open_table(fixture, ANN)
    match end:
        case "cancelled":
            await change(table.number, ANN, Cancel(by_manager=False))
        case "expired":
            await change(table.number, None, TimeIsUp(0, 0))
        case "left":
            await change(table.number, ANN, StandUp())
        case _:
            await change(table.number, BEN, Join())
            await change(table.number, ANN, Start())
            for person in (ANN, BEN):
                await change(table.number, person, AskEnd())
    assert (await service.tables.get(table.number)).phase == Phase.OVER
    assert await cup.state(ANN, BEN) == (FixtureState.WAITING, None)
    again = await cup.open_table(fixture, BEN)
    assert again.number != table.number
    assert await cup.state(ANN, BEN) == (FixtureState.OPEN, again.number)


@pytest.mark.parametrize("leaving", [False, True])
async def test_the_result_of_its_table_completes_a_fixture(service: TableService, cup: Cup, *, leaving: bool) -> None:
    fixture = await cup.fixture(ANN, BEN)
    table = await cup.open_table(fixture, ANN)
    await service.tables.change(table.number, BEN, Join())
    if leaving:
        await service.tables.change(table.number, ANN, Start())
        await service.tables.change(table.number, BEN, Forfeit())
    else:
        await cup.play(table)
    assert await cup.state(ANN, BEN) == (FixtureState.PLAYED, table.number)
    assert await cup.state(BEN, CEM) == (FixtureState.WAITING, None)
    match = (await cup.server.match_history.match(SERVER, table.number)).match
    assert {seat.person for seat in match.seats} == {ANN, BEN}
    assert await league_refused(cup.open_table(fixture, ANN)) == FixturePlayed(table.number)


async def test_another_match_of_the_same_people_does_not_complete_a_fixture(service: TableService, cup: Cup) -> None:
    await cup.play(await service.open_lobby(BEN, rules=ONE_DEAL))
    assert await cup.state(ANN, BEN) == (FixtureState.WAITING, None)


async def test_a_fixture_waits_again_while_its_match_is_voided(service: TableService, cup: Cup) -> None:
    fixture = await cup.fixture(ANN, BEN)
    table = await cup.open_table(fixture, ANN)
    await service.tables.change(table.number, BEN, Join())
    await cup.play(table)
    for change, state in ((Void(), FixtureState.WAITING), (Reinstate(), FixtureState.PLAYED), (Void(), FixtureState.WAITING)):
        await cup.server.corrections.correct(SERVER, table.number, change, by=ANN, why="a trial")
        assert (await cup.fixture(ANN, BEN)).state == state
    again = await cup.open_table(fixture, ANN)
    assert await cup.state(ANN, BEN) == (FixtureState.OPEN, again.number)


async def test_a_voided_match_of_a_fixture_is_reinstated_only_instead_of_the_one_that_was_played_again(
    service: TableService, cup: Cup
) -> None:
    """Voiding, playing again and reinstating let one fixture count any number of times."""
    fixture = await cup.fixture(ANN, BEN)

    async def play_again() -> int:
        table = await cup.open_table(fixture, ANN)
        await service.tables.change(table.number, BEN, Join())
        return (await cup.play(table)).number

    async def correct(match: int, change: Change) -> None:
        await cup.server.corrections.correct(SERVER, match, change, by=ANN, why="a trial")

    first = await play_again()
    await correct(first, Void())
    open_one = await cup.open_table(fixture, ANN)
    assert await league_refused(correct(first, Reinstate())) == FixturePlayedAgain(first, open_one.number)
    await service.tables.change(open_one.number, ANN, Cancel(by_manager=False))
    second = await play_again()
    assert await league_refused(correct(first, Reinstate())) == FixturePlayedAgain(first, second)
    await correct(second, Void())
    await correct(first, Reinstate())
    assert await cup.state(ANN, BEN) == (FixtureState.PLAYED, first)
    assert await league_refused(correct(second, Reinstate())) == FixturePlayedAgain(second, first)
    assert [row.matches for row in (await cup.server.standings.table(SERVER, cup.stored)).rows] == [1, 1]


async def test_opening_a_fixture_is_refused_with_its_reason(cup: Cup) -> None:
    fixture = await cup.fixture(ANN, BEN)
    assert await league_refused(cup.open_table(fixture, CEM)) == NotYourFixture(fixture.people)
    assert await league_refused(cup.tournaments.prepare_table(cup.stored, 999, ANN)) == NoSuchFixture(999)
    await cup.store_schedule()
    assert await league_refused(cup.open_table(fixture, ANN)) == ScheduleReplaced()
    newest = await cup.fixture(ANN, BEN)
    await cup.server.season_ends.end_season(SERVER, cup.stored.number, archive=True)
    cup.stored = await cup.server.leagues.find(SERVER, "cup", include_archived=True)
    assert await league_refused(cup.open_table(newest, ANN)) == LeagueArchived("Cup")


async def test_a_fixture_of_a_deleted_person_cannot_be_opened(cup: Cup) -> None:
    fixture, others = await cup.fixture(ANN, BEN), await cup.fixture(ANN, CEM)
    await cup.service.store.privacy.delete_personal_data(BEN, at=0)
    assert await league_refused(cup.open_table(fixture, ANN)) == PlayerDeleted()
    assert await cup.service.store.log.tables_in_play() == []
    assert (await cup.open_table(others, ANN)).awaited_people == (CEM,)


async def test_deleting_a_person_closes_the_lobbies_that_wait_for_them_and_no_other(service: TableService, cup: Cup) -> None:
    bens, others = (
        await cup.open_table(await cup.fixture(ANN, BEN), ANN),
        await cup.open_table(await cup.fixture(ANN, CEM), ANN),
    )
    await PersonalData(service.store.privacy, service.tables, service.clock).delete(BEN)
    assert service.store.people[BEN].discord_id is None
    assert (await service.tables.get(bens.number)).lobby.closing_reason == "cancelled"
    assert await service.tables.get(others.number) == others
    assert await cup.state(ANN, BEN) == (FixtureState.WAITING, None)
    assert await cup.state(ANN, CEM) == (FixtureState.OPEN, others.number)


@pytest.mark.thorough
@pytest.mark.parametrize("moment", [0.02, 0.05, 0.09, 0.14])
async def test_a_killed_process_leaves_tables_and_fixtures_that_match(url: str, tmp_path: Path, moment: float) -> None:
    process = Process("tests.competition.fixture_opener", url, folder=ROOT, log=tmp_path / "opener.log")
    await process.wrote(1)
    await asyncio.sleep(moment)
    process.kill()
    ready, *numbers = process.lines
    assert ready == "ready"
    said = set(map(int, numbers))
    async with open_store(url) as store:
        opened = set(await store.log.tables_in_play())
        assert said <= opened
        schedule = await store.schedules.find(10, lambda schedules: schedules.newest(1))
        assert schedule is not None
        assert {one.table for one in schedule.fixtures if one.state == FixtureState.OPEN} == opened
        for one in schedule.fixtures:
            if one.table is not None:
                table = fold(one.table, await store.log.read_events(one.table))
                assert table.lobby.reserved == Reservation(one.number, one.people, league=schedule.league)


async def test_opening_an_unknown_fixture_stores_no_table(store: Store, service: TableService) -> None:
    opening = open_table(service.tables, SERVER, 20, ANN, ONE_DEAL, thread=False, reserved=Reservation(404, (ANN, BEN)))
    assert await league_refused(opening) == NoSuchFixture(404)
    assert await store.log.tables_in_play() == []
    assert await store.deadlines.earliest() is None
