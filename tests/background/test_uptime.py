"""Downtime, and a Discord that can't be reached: no player loses time."""

import asyncio

import pytest

from bot.background.table_clock import DeadlineSleeper
from bot.players.choice import Level
from bot.storage.store import Store
from bot.tables.events import NO_CLOCK
from bot.tables.lobby_requests import Start
from bot.tables.match_requests import Forfeit
from bot.tables.ports import Deadline
from bot.tables.rule_requests import AddComputer
from bot.tables.seat_events import ClockShifted, TurnPlayedFor
from bot.tables.time_requests import LEAST_LOST
from tests.background.downtime import LIVE, SECOND, SLOW, OneOfSeveral, Steady, restarted, take_over, time_left, uptime_of
from tests.background.test_deadline_sleeper import Connection, RunningTableService, until, until_looked
from tests.rummy.presets import variant
from tests.tables.opening import open_table
from tests.tables.table_service import BEN, CEM, DEE, HOUR, TableService


async def test_the_time_while_the_bot_was_down_is_given_back(store: Store) -> None:
    service = TableService(store)
    table = await service.start_match(BEN, clock=LIVE)
    service.now += 20 * SECOND
    assert await uptime_of(service, Connection()).is_up()
    left = await time_left(service, table)
    service = await restarted(store, service.now + 7 * HOUR)
    assert await uptime_of(service, Connection()).is_up()
    assert await time_left(service, table) == left
    assert (await store.deadlines.earliest()) == Deadline(table.number, table.step, service.now + left - 120 * SECOND)


async def test_a_process_that_takes_a_table_over_gives_back_only_what_was_lost_in_between(store: Store) -> None:
    before = TableService(store)
    table = await before.start_match(BEN, clock=LIVE)
    before.now += 20 * SECOND
    assert await uptime_of(before, Connection(), ownership=OneOfSeveral()).is_up()
    kept = await time_left(before, table) - LEAST_LOST + 1
    for lost in (LEAST_LOST - 1, HOUR):
        service = await restarted(store, before.now + lost)
        uptime = uptime_of(service, Connection(), ownership=OneOfSeveral())
        await take_over(service, uptime)
        assert await uptime.is_up()
        assert await time_left(service, table) == kept, "not what its player has used"


async def test_after_a_move_from_sqlite_the_time_since_then_is_given_back(store: Store) -> None:
    service = TableService(store)
    table = await service.start_match(BEN, clock=LIVE)
    assert await uptime_of(service, Connection()).is_up()
    left = await time_left(service, table)
    service = await restarted(store, service.now + 7 * HOUR)
    await take_over(service, uptime_of(service, Connection(), ownership=OneOfSeveral()))
    assert await time_left(service, table) == left


async def test_all_times_of_a_table_are_moved_also_until_it_counts_as_abandoned(store: Store) -> None:
    service = TableService(store)
    table = await service.start_match(BEN, clock=LIVE)
    assert await uptime_of(service, Connection()).is_up()
    service = await restarted(store, service.now + 7 * HOUR)
    assert await uptime_of(service, Connection()).is_up()
    moved = await service.tables.get(table.number)
    assert moved.timing.turn_clock is not None
    assert moved.timing.turn_clock.idle_until == service.now + 33 * 60 * SECOND
    await service.pass_deadlines(service.now + 60 * SECOND)
    assert (await service.tables.get(table.number)).timing.turn_clock.reminders == 1  # type: ignore[union-attr]


async def test_a_bot_killed_while_it_gives_time_back_gives_it_once(store: Store) -> None:
    service = TableService(store)
    first = await service.start_match(BEN, clock=LIVE)
    second = await service.start_match(CEM, clock=LIVE)
    assert await uptime_of(service, Connection()).is_up()
    left = await time_left(service, first)
    service = await restarted(store, service.now + HOUR)
    killed = asyncio.Event()
    service.tables.add_listener(lambda _, events: killed.set() if isinstance(events[0], ClockShifted) else None)
    giving = asyncio.create_task(uptime_of(service, Connection()).is_up())
    await killed.wait()
    giving.cancel()
    await asyncio.gather(giving, return_exceptions=True)
    shifts = [await time_left(service, table) for table in (first, second)]
    assert sorted(shifts) == [left - HOUR, left], "only one table had got its time back"
    service = await restarted(store, service.now + HOUR)
    assert await uptime_of(service, Connection()).is_up()
    assert [await time_left(service, table) for table in (first, second)] == [left, left]


async def test_many_kills_in_a_row_cost_nobody_time(store: Store) -> None:
    service = TableService(store)
    table = await service.start_match(BEN, clock=LIVE)
    left = await time_left(service, table)
    for _ in range(20):
        assert await uptime_of(service, Connection()).is_up()
        service.now += 3 * SECOND  # less than the time between two heartbeats
        service = await restarted(store, service.now + 10 * SECOND)
    assert await uptime_of(service, Connection()).is_up()
    assert await time_left(service, table) == left, "what may have been downtime is given back"


async def test_a_match_that_has_just_begun_gets_its_time_back_too(store: Store) -> None:
    service = TableService(store)
    table = await service.start_match(BEN, clock=LIVE)
    assert await store.heartbeat.last() is None
    service = await restarted(store, service.now + HOUR)
    assert await uptime_of(service, Connection()).is_up()
    assert await time_left(service, table) == 180 * SECOND


@pytest.mark.parametrize(("down", "is_noted"), [(50 * 60 * SECOND, False), (2 * HOUR, True)])
async def test_a_table_that_waits_for_days_notes_only_a_long_downtime(store: Store, down: int, is_noted: bool) -> None:
    service = TableService(store)
    alone = await open_table(service.tables, 0, 0, DEE, variant("rami"), thread=False, clock=NO_CLOCK, is_private=True)
    await service.tables.change(alone.number, DEE, AddComputer(Level.EASY))
    alone = await service.tables.change(alone.number, DEE, Start())
    voting = await service.start_match(BEN, CEM, clock=NO_CLOCK, computers=(Level.EASY,))
    voting = await service.tables.change(voting.number, CEM, Forfeit())
    unlimited = await service.start_match(BEN, clock=NO_CLOCK)
    assert await uptime_of(service, Connection()).is_up()
    service = await restarted(store, service.now + down)
    assert await uptime_of(service, Connection()).is_up()
    for before, expected in ((alone, is_noted), (unlimited, is_noted), (voting, True)):
        assert ((await service.tables.get(before.number)).version > before.version) == expected


async def test_without_a_match_nothing_is_written(service: TableService) -> None:
    uptime = uptime_of(service, Connection())
    await service.open_lobby()
    for _ in range(3):
        service.now += 10 * SECOND
        assert await uptime.is_up()
    assert await service.store.heartbeat.last() is None
    await service.start_match(BEN)
    service.now += 10 * SECOND
    assert await uptime.is_up()
    assert await service.store.heartbeat.last() == service.now


async def test_a_tournament_is_told_when_a_long_outage_ended(service: TableService) -> None:
    connection = Connection()
    uptime = uptime_of(service, connection)
    uptime.has_tournaments = lambda: True
    service.now += 10 * SECOND
    assert await uptime.is_up()
    assert await service.store.heartbeat.last() == service.now, "also without a match"
    began = await uptime.reachable_since()
    for outage, is_long in ((50 * SECOND, False), (70 * SECOND, True)):
        connection.silent_for = None
        service.now += outage
        assert not await uptime.is_up()
        connection.silent_for = 0.0
        assert await uptime.reachable_since() == (service.now if is_long else began)


async def test_while_discord_cannot_be_reached_no_clock_runs(service: TableService) -> None:
    table = await service.start_match(BEN, clock=LIVE)
    connection = Connection()
    uptime = uptime_of(service, connection)
    service.now += 20 * SECOND
    assert await uptime.is_up()
    left = await time_left(service, table)
    connection.silent_for = None
    for _ in range(3):
        service.now += HOUR
        assert not await uptime.is_up()
    connection.silent_for = 0.0
    assert await uptime.is_up()
    assert await time_left(service, table) == left


async def test_a_connection_that_is_silent_for_long_counts_as_cut_since_then(service: TableService) -> None:
    table = await service.start_match(BEN, clock=SLOW)
    connection = Connection()
    uptime = uptime_of(service, connection)
    assert await uptime.is_up()
    left = await time_left(service, table)
    for silence in (20.0, 40.0, 49.0):
        service.now += 20 * SECOND
        connection.silent_for = silence
        assert await uptime.is_up()
    service.now += 2 * SECOND
    connection.silent_for = 51.0
    assert not await uptime.is_up()
    service.now += 60 * SECOND
    connection.silent_for = 0.0
    assert await uptime.is_up()
    assert await time_left(service, table) == left - 62 * SECOND + 51 * SECOND


async def test_a_short_cut_during_a_turn_of_seconds_is_given_back_without_a_new_connection(service: TableService) -> None:
    table = await service.start_match(BEN, clock=LIVE)
    connection = Connection()
    uptime = uptime_of(service, connection)
    assert await uptime.is_up()
    left = await time_left(service, table)
    for silence in (4.0, 8.0):
        service.now += 4 * SECOND
        connection.silent_for = silence
        assert await uptime.is_up()
    service.now += 4 * SECOND
    connection.silent_for = 12.0
    assert not await uptime.is_up()
    service.now += 10 * SECOND
    connection.silent_for = 0.0
    assert await uptime.is_up()
    assert await time_left(service, table) == left


async def test_discord_is_asked_for_a_sign_every_ten_seconds_only_while_a_person_plays_on_a_clock_of_seconds(
    service: TableService,
) -> None:
    connection = Connection(answers=True)
    uptime = uptime_of(service, connection)
    await service.start_match(BEN, clock=SLOW)
    await service.start_match(BEN, clock=NO_CLOCK)
    assert await uptime.is_up()

    async def asked_in_a_minute() -> int:
        before = connection.asked
        connection.silent_for = 0.0
        for _ in range(12):
            service.now += 5 * SECOND
            connection.silent_for += 5.0
            assert await uptime.is_up()
        return connection.asked - before

    assert await asked_in_a_minute() == 1
    await service.start_match(BEN, clock=LIVE)
    assert await asked_in_a_minute() == 4


async def test_a_cut_that_ends_in_a_closed_connection_is_given_back_from_its_beginning(service: TableService) -> None:
    table = await service.start_match(BEN, clock=LIVE)
    connection = Connection()
    uptime = uptime_of(service, connection)
    assert await uptime.is_up()
    left = await time_left(service, table)
    for silence in (3.0, 6.0, 9.0):
        service.now += 3 * SECOND
        connection.silent_for = silence
        assert await uptime.is_up()
    service.now += SECOND
    connection.silent_for = None
    assert not await uptime.is_up()
    assert await service.store.heartbeat.last() == service.now - 10 * SECOND, "a kill doesn't make it shorter"
    service.now += 4 * SECOND
    connection.silent_for = 0.0
    assert await uptime.is_up()
    assert await time_left(service, table) == left


async def test_no_clock_runs_from_the_first_request_on_that_discord_refuses(service: TableService) -> None:
    table = await service.start_match(BEN, clock=LIVE)
    failing_for: list[float | None] = [None]
    uptime = uptime_of(service, Connection(), lambda: failing_for[0])
    assert await uptime.is_up()
    left = await time_left(service, table)
    service.now += 5 * SECOND
    assert await uptime.is_up()
    service.now += 7 * SECOND
    failing_for[0] = 10.0
    assert not await uptime.is_up()
    service.now += 20 * SECOND
    failing_for[0] = None
    assert await uptime.is_up()
    assert await time_left(service, table) == left - 2 * SECOND


async def test_a_turn_runs_out_only_if_discord_has_just_sent_something_or_answers(service: TableService) -> None:
    table = await service.start_match(BEN, clock=LIVE)
    connection = Connection()
    uptime = uptime_of(service, connection)
    assert await uptime.is_up(for_certain=True)
    assert connection.asked == 0
    left = await time_left(service, table)
    service.now += 20 * SECOND
    connection.silent_for, connection.answers = 20.0, True
    assert await uptime.is_up(for_certain=True)
    assert (connection.asked, await time_left(service, table)) == (1, left - 20 * SECOND)
    service.now += 20 * SECOND
    connection.silent_for, connection.answers = 9.0, False
    assert await uptime.is_up()
    assert not await uptime.is_up(for_certain=True)
    assert not await uptime.is_up(), "until something comes again"
    service.now += 10 * SECOND
    connection.silent_for = 0.5
    assert await uptime.is_up()
    assert await time_left(service, table) == left - 31 * SECOND, "what was lost since Discord was heard last"


@pytest.mark.usefixtures("_quick_looks")
async def test_a_deadline_on_a_connection_that_gives_no_sign_takes_no_effect(store: Store) -> None:
    service, connection = RunningTableService(store), Connection()
    table = await service.start_match(BEN, clock=LIVE)
    uptime = uptime_of(service, connection)
    assert await uptime.is_up()
    sleeper = DeadlineSleeper(store.deadlines, service.tables, service.clock, uptime, Steady(service))
    task = asyncio.create_task(sleeper.run())
    connection.silent_for = 30.0
    service.now += 280 * SECOND
    await until(lambda: not uptime._was_up)
    await until_looked(sleeper)
    assert service.tables.in_play.get(table.number) == table
    connection.answers = True
    await until(lambda: service.tables.in_play.get(table.number) != table)
    assert not any(isinstance(event, TurnPlayedFor) for _, events in service.notifications for event in events)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_connection_that_is_renewed_at_once_moves_no_clock(service: TableService) -> None:
    table = await service.start_match(BEN, clock=LIVE)
    connection = Connection()
    uptime = uptime_of(service, connection)
    assert await uptime.is_up()
    connection.silent_for = None
    assert not await uptime.is_up()
    service.now += 400
    connection.silent_for = 0.0
    assert await uptime.is_up()
    assert (await service.tables.get(table.number)).version == table.version
