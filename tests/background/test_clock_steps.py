"""The sleeper with a clock that runs: a machine that slept, and deadlines that can't be kept."""

import asyncio
from collections.abc import Collection

import pytest
from structlog.testing import capture_logs

from bot.background.table_clock import ComputerTurns, DeadlineSleeper
from bot.players.choice import Level
from bot.rummy.moves import DRAW
from bot.storage.store import Store
from bot.tables.events import Clock, Pace
from bot.tables.lobby_requests import Request
from bot.tables.match_requests import ComeBack, Play
from bot.tables.ports import Deadline
from bot.tables.seat_events import ClockShifted, TurnBegun, TurnPlayedFor
from bot.tables.table import Table
from bot.tables.time_requests import TimeIsUp, next_deadline, time_is_up_at
from tests.background.downtime import LIVE, SECOND, SLOW, Steady, restarted, time_left, uptime_of
from tests.background.test_deadline_sleeper import Connection, RunningTableService, awake, until, until_asleep, until_looked
from tests.databases import on_sqlite
from tests.tables.table_service import ANN, BEN, CEM, HOUR, TableService

pytestmark = on_sqlite


@pytest.mark.usefixtures("_quick_looks")
@pytest.mark.parametrize("falls_asleep", ["while it waits", "while it reads"])
async def test_a_machine_that_slept_an_hour_leaves_every_turn_its_time(
    store: Store, monkeypatch: pytest.MonkeyPatch, falls_asleep: str
) -> None:
    service = RunningTableService(store)
    read, has_slept = store.deadlines.earliest, asyncio.Event()

    async def read_and_sleep(*about: Collection[int]) -> Deadline | None:
        found = await read(*about)
        if found is not None and not has_slept.is_set():
            has_slept.set()
            service.now += HOUR
        return found

    async with awake(service, service.clock) as sleeper:
        table = await service.start_match(BEN, clock=LIVE)
        if falls_asleep == "while it reads":
            monkeypatch.setattr(store.deadlines, "earliest", read_and_sleep)
            await has_slept.wait()
        else:
            await until_asleep(sleeper, table)
            service.now += HOUR
        await until(lambda: any(isinstance(events[0], ClockShifted) for _, events in service.notifications))
        changed = await service.tables.get(table.number)
        up_at = time_is_up_at(changed)
        assert up_at is not None
        left = up_at - service.clock()
        assert 178 * SECOND < left <= 180 * SECOND
        earliest = await store.deadlines.earliest()
        assert earliest is not None
        assert earliest.due == next_deadline(changed)
        await until_looked(sleeper)
        assert not any(isinstance(event, TurnPlayedFor) for _, events in service.notifications for event in events)
        assert (await service.tables.get(table.number)).version == changed.version, "it is moved once"


@pytest.mark.usefixtures("_quick_looks")
async def test_a_deadline_that_passes_while_discord_is_unreachable_takes_no_effect(store: Store) -> None:
    service = RunningTableService(store)
    connection = Connection()
    steady = Steady(service)
    uptime = uptime_of(service, connection)
    assert await uptime.is_up()
    sleeper = DeadlineSleeper(store.deadlines, service.tables, service.clock, uptime, steady)
    task = asyncio.create_task(sleeper.run())
    table = await service.start_match(BEN, clock=LIVE)
    await until_asleep(sleeper, table)
    connection.silent_for = None
    await until(lambda: not uptime._was_up)
    service.now += HOUR
    await until_looked(sleeper)
    assert service.tables.in_play.get(table.number) == table
    connection.silent_for = 0.0
    await until(lambda: service.tables.in_play.get(table.number) != table)
    up_at = time_is_up_at(await service.tables.get(table.number))
    assert up_at is not None
    assert 178 * SECOND < up_at - service.clock() <= 271 * SECOND
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_row_that_does_not_match_its_table_is_replaced(service: TableService) -> None:
    table = await service.start_match(BEN, clock=SLOW)
    own = await service.store.deadlines.earliest()
    assert own is not None
    await service.store.deadlines.replace(own, Deadline(own.table, own.step, service.now))
    async with awake(service, lambda: service.now):
        async with asyncio.timeout(30):
            while await service.store.deadlines.earliest() != own:  # noqa: ASYNC110  (a database does not notify)
                await asyncio.sleep(0.002)
    assert await service.tables.get(table.number) == table


@pytest.mark.usefixtures("_quick_looks")
async def test_a_turn_that_cannot_be_played_stops_no_other_clock(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    service = RunningTableService(store)
    broken = await service.start_match(BEN, clock=LIVE)
    service.now += 1
    other = await service.start_match(CEM, clock=LIVE)
    change = service.tables.change

    async def failing(number: int, person: int | None, request: Request) -> Table:
        if number == broken.number and isinstance(request, TimeIsUp):
            raise ZeroDivisionError
        return await change(number, person, request)

    monkeypatch.setattr(service.tables, "change", failing)
    steady = Steady(service)
    uptime = uptime_of(service, Connection())
    assert await uptime.is_up()
    sleeper = DeadlineSleeper(store.deadlines, service.tables, service.clock, uptime, steady)
    with capture_logs() as logs:
        task = asyncio.create_task(sleeper.run())
        await until_asleep(sleeper, broken)
        service.now += 180 * SECOND
        await until(lambda: any(isinstance(event, TurnPlayedFor) for _, events in service.notifications for event in events))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert (await service.tables.get(other.number)).current_turn != other.current_turn
    assert (await service.tables.get(broken.number)).current_turn == broken.current_turn
    assert {entry["table"] for entry in logs if entry["log_level"] == "error"} == {broken.number}


async def test_a_clock_that_is_given_to_a_person_who_is_back_begins_then(service: TableService) -> None:
    table = await service.start_match(BEN, clock=Clock(Pace.LIVE, pauses=True))
    await service.pass_deadlines(service.now + 180 * SECOND)
    service.now += 10 * SECOND
    person = table.person_to_act()
    assert await uptime_of(service, Connection()).is_up()
    await service.tables.change(table.number, person, ComeBack())
    begun = [event for event in service.notifications[-1][1] if isinstance(event, TurnBegun)]
    assert [event.until for event in begun] == [service.now + 60 * SECOND]
    assert person in (ANN, BEN)


async def test_a_press_before_the_sleeper_looks_gets_the_time_back_first(store: Store) -> None:
    service = TableService(store)
    table = await service.start_match(BEN, clock=LIVE)
    person = table.person_to_act()
    assert await uptime_of(service, Connection()).is_up()
    left = await time_left(service, table)
    service = await restarted(store, service.now + 600 * SECOND)
    uptime = uptime_of(service, Connection(None))  # the sleeper hasn't noticed yet that Discord is connected
    DeadlineSleeper(store.deadlines, service.tables, service.clock, uptime, lambda: service.now / SECOND)
    table = await service.tables.change(table.number, person, Play(DRAW))
    assert (time_is_up_at(table) or 0) - service.now == left
    table = await service.play_turn(table.number)
    assert table.timing.banks == {}, "nothing of the time bank is used"


async def test_a_press_after_a_sleep_that_nobody_has_noticed_loses_no_time(store: Store) -> None:
    service, steady = TableService(store), [0.0]
    table = await service.start_match(BEN, clock=LIVE)
    uptime = uptime_of(service, Connection())
    DeadlineSleeper(store.deadlines, service.tables, service.clock, uptime, lambda: steady[0])
    assert await uptime.is_up()
    service.now += HOUR + 2 * SECOND
    steady[0] += 2
    table = await service.tables.change(table.number, table.person_to_act(), Play(DRAW))
    assert (time_is_up_at(table) or 0) - service.now == 178 * SECOND


async def test_a_machine_that_slept_while_a_computer_thought_costs_nobody_time(store: Store) -> None:
    service, steady = TableService(store), [0.0]
    table = await service.start_match(BEN, clock=LIVE, computers=(Level.EASY,))
    uptime = uptime_of(service, Connection())
    sleeper = DeadlineSleeper(store.deadlines, service.tables, service.clock, uptime, lambda: steady[0])
    assert await uptime.is_up()
    while not table.plays_by_itself():
        table = await service.play_turn(table.number)
    assert table.timing.turn_clock is not None
    idle_until = table.timing.turn_clock.idle_until
    service.now += 25 * 60 * SECOND
    computers = ComputerTurns(service.tables, lambda: 0.0, sleeper.is_up)
    task = asyncio.create_task(computers.run())
    await until(lambda: not (now := service.tables.in_play.get(table.number)) or not now.plays_by_itself())
    await sleeper.settle()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    after = await service.tables.get(table.number)
    assert after.timing.turn_clock is not None
    assert after.timing.turn_clock.idle_until == idle_until + 25 * 60 * SECOND
    assert await time_left(service, table) == 180 * SECOND
