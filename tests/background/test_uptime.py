"""Downtime, a Discord that can't be reached, and steps of the machine's clock: no player loses time."""

import asyncio

import pytest
from structlog.testing import capture_logs

from bot.background import deadline_sleeper
from bot.background.computer_turns import ComputerTurns
from bot.background.deadline_sleeper import DeadlineSleeper
from bot.background.uptime import Uptime
from bot.players.choice import Level
from bot.rummy.moves import DRAW
from bot.storage.store import Store
from bot.tables.pace import NO_CLOCK, Clock, Pace
from bot.tables.ports import Commit, Deadline
from bot.tables.requests import AddComputer, ComeBack, Forfeit, GiveTimeBack, Play, Request, Start, TimeIsUp
from bot.tables.seat_events import ClockShifted, TurnBegun, TurnPlayedFor
from bot.tables.table import Table
from bot.tables.table_times import next_deadline, time_is_up_at
from tests.background.test_deadline_sleeper import Connection, RunningTableService, awake, until
from tests.rummy.presets import variant
from tests.tables.table_service import ANN, BEN, CEM, DEE, HOUR, TableService

SECOND = 1000
LIVE, SLOW = Clock(Pace.LIVE), Clock(Pace.SLOW)


def uptime_of(service: TableService, connection: Connection) -> Uptime:
    return Uptime(service.store.heartbeat, service.tables, service.clock, connection)


async def time_left(service: TableService, table: Table) -> int:
    up_at = time_is_up_at(await service.tables.get(table.number))
    assert up_at is not None
    return up_at - service.now


async def restarted(store: Store, now: int) -> TableService:
    """Return the service as after a kill and a start at this time."""
    service = TableService(store, now=now)
    await service.tables.load()
    return service


async def test_the_time_while_the_bot_was_down_is_given_back(store: Store) -> None:
    service = TableService(store)
    table = await service.start_match(BEN, clock=LIVE)
    service.now += 20 * SECOND
    assert await uptime_of(service, Connection()).is_up()
    left = await time_left(service, table)
    service = await restarted(store, service.now + 7 * HOUR)
    assert await uptime_of(service, Connection()).is_up()
    assert await time_left(service, table) == left
    assert (await store.deadlines.earliest()) == Deadline(table.number, table.step, service.now + left - 180 * SECOND)


async def test_all_times_of_a_table_are_moved_also_until_it_counts_as_abandoned(store: Store) -> None:
    service = TableService(store)
    table = await service.start_match(BEN, clock=LIVE)
    assert await uptime_of(service, Connection()).is_up()
    service = await restarted(store, service.now + 7 * HOUR)
    assert await uptime_of(service, Connection()).is_up()
    moved = await service.tables.get(table.number)
    assert moved.turn_clock is not None
    assert moved.turn_clock.idle_until == service.now + 33 * 60 * SECOND
    await service.pass_deadlines(service.now + 90 * SECOND)
    assert (await service.tables.get(table.number)).turn_clock.reminders == 1  # type: ignore[union-attr]


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
    assert await time_left(service, table) == 270 * SECOND


@pytest.mark.parametrize(("down", "is_noted"), [(50 * 60 * SECOND, False), (2 * HOUR, True)])
async def test_a_table_that_waits_for_days_notes_only_a_long_downtime(store: Store, down: int, is_noted: bool) -> None:
    service = TableService(store)
    alone = await service.tables.open(0, 0, DEE, variant("rami"), thread=False, clock=NO_CLOCK, is_private=True)
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
    uptime = Uptime(service.store.heartbeat, service.tables, service.clock, Connection(), lambda: failing_for[0])
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
    task = asyncio.create_task(DeadlineSleeper(store.deadlines, service.tables, service.clock, uptime, Steady(service)).run())
    connection.silent_for = 30.0
    service.now += 280 * SECOND
    await until(lambda: not uptime._was_up)
    await asyncio.sleep(0.1)
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


async def test_a_match_of_an_earlier_version_gets_its_clock_at_the_start(store: Store) -> None:
    service = TableService(store)
    table = await service.start_match(BEN)
    async with store.log._database.engine.begin() as connection:
        await connection.exec_driver_sql("DELETE FROM events WHERE event LIKE '%TurnBegun%'")
        await connection.exec_driver_sql("DELETE FROM deadlines")
    service = await restarted(store, service.now + HOUR)
    assert (await service.tables.get(table.number)).turn_clock is None
    assert await uptime_of(service, Connection()).is_up()
    begun = (await service.tables.get(table.number)).turn_clock
    assert begun is not None
    assert begun.idle_until == service.now + 33 * 24 * HOUR
    assert (await store.deadlines.earliest()) == Deadline(table.number, table.step, begun.idle_until)


async def test_a_clock_that_was_set_back_while_the_bot_was_down_delays_no_turn(store: Store) -> None:
    service = TableService(store, now=10 * HOUR)
    table = await service.start_match(BEN, clock=LIVE)
    service.now += 20 * SECOND
    assert await uptime_of(service, Connection()).is_up()
    left = await time_left(service, table)
    service = await restarted(store, service.now - HOUR)
    assert await uptime_of(service, Connection()).is_up()
    assert await time_left(service, table) == left


@pytest.mark.parametrize("is_down", [True, False])
async def test_a_kill_right_after_a_clock_was_set_back_sets_no_table_back_twice(store: Store, *, is_down: bool) -> None:
    service = TableService(store, now=10 * HOUR)
    table = await service.start_match(BEN, clock=SLOW)
    uptime = uptime_of(service, Connection())
    assert await uptime.is_up()
    left = await time_left(service, table)
    if is_down:
        service = await restarted(store, service.now - HOUR)
        uptime = uptime_of(service, Connection())
        await uptime.settle()
    else:
        service.now -= HOUR
        await uptime.follow_clock(-HOUR)
    assert await time_left(service, table) == left
    service = await restarted(store, service.now + 10 * SECOND)
    assert await uptime_of(service, Connection()).is_up()
    assert await time_left(service, table) == left, "the ten seconds after the kill are given back"


# The sleeper, with a clock that runs


@pytest.fixture
def _quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline_sleeper, "_CLOCK_PAUSE", 0.02)
    monkeypatch.setattr(deadline_sleeper, "_DOWN_PAUSE", 0.02)


@pytest.mark.usefixtures("_quick_looks")
@pytest.mark.parametrize("moved", [-HOUR, HOUR])
async def test_a_clock_that_is_moved_an_hour_leaves_every_turn_its_time(store: Store, moved: int) -> None:
    service = RunningTableService(store, now=10 * HOUR)
    async with awake(service, service.clock):
        await asyncio.sleep(0.05)
        table = await service.start_match(BEN, clock=LIVE)
        await asyncio.sleep(0.05)
        service.now += moved
        await until(lambda: any(isinstance(events[0], ClockShifted) for _, events in service.notifications))
        changed = await service.tables.get(table.number)
        up_at = time_is_up_at(changed)
        assert up_at is not None
        left = up_at - service.clock()
        assert 268 * SECOND < left <= 270 * SECOND
        earliest = await store.deadlines.earliest()
        assert earliest is not None
        assert earliest.due == next_deadline(changed)
        await asyncio.sleep(0.1)
        assert not any(isinstance(event, TurnPlayedFor) for _, events in service.notifications for event in events)
        assert (await service.tables.get(table.number)).version == changed.version, "it is moved once"


@pytest.mark.usefixtures("_quick_looks")
async def test_a_deadline_that_passes_while_discord_is_unreachable_takes_no_effect(store: Store) -> None:
    service = RunningTableService(store)
    connection = Connection()
    steady = Steady(service)
    uptime = uptime_of(service, connection)
    assert await uptime.is_up()
    task = asyncio.create_task(DeadlineSleeper(store.deadlines, service.tables, service.clock, uptime, steady).run())
    table = await service.start_match(BEN, clock=LIVE)
    await asyncio.sleep(0.05)
    connection.silent_for = None
    await until(lambda: not uptime._was_up)
    service.now += HOUR
    await asyncio.sleep(0.05)
    assert service.tables.in_play.get(table.number) == table
    connection.silent_for = 0.0
    await until(lambda: service.tables.in_play.get(table.number) != table)
    up_at = time_is_up_at(await service.tables.get(table.number))
    assert up_at is not None
    assert 268 * SECOND < up_at - service.clock() <= 271 * SECOND
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


class Steady:
    """A clock that goes with the service's own: its time passes, and isn't set."""

    def __init__(self, service: RunningTableService) -> None:
        self._service = service

    def __call__(self) -> float:
        return self._service.clock() / 1000


async def test_a_row_that_does_not_match_its_table_is_replaced(service: TableService) -> None:
    table = await service.start_match(BEN, clock=SLOW)
    own = await service.store.deadlines.earliest()
    assert own is not None
    await service.store.deadlines.move_earlier(13 * HOUR, since=0)
    async with awake(service, lambda: service.now):
        async with asyncio.timeout(5):
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
        await asyncio.sleep(0.02)
        service.now += 270 * SECOND
        await until(lambda: any(isinstance(event, TurnPlayedFor) for _, events in service.notifications for event in events))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert (await service.tables.get(other.number)).current_turn != other.current_turn
    assert (await service.tables.get(broken.number)).current_turn == broken.current_turn
    assert {entry["table"] for entry in logs if entry["log_level"] == "error"} == {broken.number}


async def test_a_clock_that_is_given_to_a_person_who_is_back_begins_then(service: TableService) -> None:
    table = await service.start_match(BEN, clock=Clock(Pace.LIVE, pauses=True))
    await service.pass_deadlines(service.now + 270 * SECOND)
    service.now += 10 * SECOND
    person = table.person_to_act()
    assert await uptime_of(service, Connection()).is_up()
    await service.tables.change(table.number, person, ComeBack())
    begun = [event for event in service.notifications[-1][1] if isinstance(event, TurnBegun)]
    assert [event.until for event in begun] == [service.now + 90 * SECOND]
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
    assert table.banks == {}, "nothing of the time bank is used"


async def test_a_press_after_a_step_of_the_clock_that_nobody_has_noticed_loses_no_time(store: Store) -> None:
    service, steady = TableService(store), [0.0]
    table = await service.start_match(BEN, clock=LIVE)
    uptime = uptime_of(service, Connection())
    DeadlineSleeper(store.deadlines, service.tables, service.clock, uptime, lambda: steady[0])
    assert await uptime.is_up()
    service.now += HOUR + 2 * SECOND
    steady[0] += 2
    table = await service.tables.change(table.number, table.person_to_act(), Play(DRAW))
    assert (time_is_up_at(table) or 0) - service.now == 268 * SECOND


async def test_deadlines_that_could_not_follow_a_clock_set_back_follow_later_and_no_press_fails(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, steady = TableService(store, now=10 * HOUR), [0.0]
    table = await service.start_match(BEN, clock=LIVE)
    lobby = await service.open_lobby()
    uptime = uptime_of(service, Connection())
    sleeper = DeadlineSleeper(store.deadlines, service.tables, service.clock, uptime, lambda: steady[0])
    assert await uptime.is_up()

    async def fail(_by: int, *, since: int) -> None:
        raise OSError(f"the disk is full since {since}")

    monkeypatch.setattr(store.deadlines, "move_earlier", fail)
    service.now += 5 * SECOND - HOUR
    steady[0] += 5
    with capture_logs() as logs:
        drawn = await service.tables.change(table.number, table.person_to_act(), Play(DRAW))
    assert (time_is_up_at(drawn) or 0) - service.now == 265 * SECOND
    assert [entry["log_level"] for entry in logs if entry["log_level"] == "error"] == ["error"]
    monkeypatch.undo()
    service.now += 5 * SECOND
    steady[0] += 5
    await sleeper.settle()
    due = await store.deadlines.earliest(excluding={table.number})
    assert due == Deadline(lobby.number, 0, service.now + 24 * HOUR - 10 * SECOND)


async def test_a_machine_that_slept_while_a_computer_thought_costs_nobody_time(store: Store) -> None:
    service, steady = TableService(store), [0.0]
    table = await service.start_match(BEN, clock=LIVE, computers=(Level.EASY,))
    uptime = uptime_of(service, Connection())
    sleeper = DeadlineSleeper(store.deadlines, service.tables, service.clock, uptime, lambda: steady[0])
    assert await uptime.is_up()
    while not table.plays_by_itself():
        table = await service.play_turn(table.number)
    assert table.turn_clock is not None
    idle_until = table.turn_clock.idle_until
    service.now += 25 * 60 * SECOND
    computers = ComputerTurns(service.tables, lambda: 0.0, sleeper.is_up)
    task = asyncio.create_task(computers.run())
    await until(lambda: not (now := service.tables.in_play.get(table.number)) or not now.plays_by_itself())
    await sleeper.settle()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    after = await service.tables.get(table.number)
    assert after.turn_clock is not None
    assert after.turn_clock.idle_until == idle_until + 25 * 60 * SECOND
    assert await time_left(service, table) == 270 * SECOND


def fail_commits_of(service: TableService, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let nothing of this table be stored until `monkeypatch.undo()`."""
    commit = service.store.log.commit

    async def fail(commited: Commit) -> None:
        if commited.table == number:
            raise OSError("the disk is full")
        await commit(commited)

    monkeypatch.setattr(service.store.log, "commit", fail)


async def test_a_table_whose_clock_cannot_be_moved_stops_no_other(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    service = TableService(store)
    first, second = await service.start_match(BEN, clock=LIVE), await service.start_match(BEN, clock=LIVE)
    assert await uptime_of(service, Connection()).is_up()
    left = await time_left(service, second)
    service = await restarted(store, service.now + HOUR)
    fail_commits_of(service, monkeypatch, first.number)
    uptime = uptime_of(service, Connection())
    with capture_logs() as logs:
        for _ in range(3):
            assert await uptime.is_up()
    assert [entry["table"] for entry in logs if entry["log_level"] == "error"] == [first.number], (
        "once, however often it is tried"
    )
    assert await time_left(service, second) == left


async def test_a_table_whose_clock_could_not_be_moved_gets_its_time_before_its_next_change(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = TableService(store)
    table = await service.start_match(BEN, clock=LIVE)
    assert await uptime_of(service, Connection()).is_up()
    left = await time_left(service, table)
    service = await restarted(store, service.now + HOUR)
    fail_commits_of(service, monkeypatch, table.number)
    uptime = uptime_of(service, Connection())
    DeadlineSleeper(store.deadlines, service.tables, service.clock, uptime, lambda: service.now / SECOND)
    assert await uptime.is_up()
    service.now += 7 * SECOND
    monkeypatch.undo()
    drawn = await service.tables.change(table.number, table.person_to_act(), Play(DRAW))
    assert (time_is_up_at(drawn) or 0) - service.now == left - 7 * SECOND, "only the time in which the bot was down"
    assert list(uptime.tables_owed) == []


async def test_a_table_that_is_owed_time_gets_it_after_a_kill_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    service = TableService(store)
    table = await service.start_match(BEN, clock=LIVE)
    assert await uptime_of(service, Connection()).is_up()
    left = await time_left(service, table)
    service = await restarted(store, service.now + HOUR)
    fail_commits_of(service, monkeypatch, table.number)
    uptime = uptime_of(service, Connection())
    for _ in range(3):
        assert await uptime.is_up()
        service.now += 10 * SECOND
    monkeypatch.undo()
    service = await restarted(store, service.now)
    assert await uptime_of(service, Connection()).is_up()
    assert await time_left(service, table) == left


async def test_a_table_gets_all_that_it_is_owed_in_order(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    service, connection = TableService(store, now=10 * HOUR), Connection()
    table = await service.start_match(BEN, clock=LIVE)
    uptime = uptime_of(service, connection)
    assert await uptime.is_up()
    left = await time_left(service, table)
    fail_commits_of(service, monkeypatch, table.number)
    connection.silent_for = None
    assert not await uptime.is_up()
    service.now += 40 * SECOND
    connection.silent_for = 0.0
    assert await uptime.is_up()
    service.now -= HOUR
    await uptime.follow_clock(-HOUR)
    assert await time_left(service, table) == left - 40 * SECOND + HOUR
    monkeypatch.undo()
    assert await uptime.is_up()
    assert await time_left(service, table) == left


async def test_a_new_turn_is_not_given_what_the_one_before_was_owed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    service = TableService(store, now=10 * HOUR)
    table = await service.start_match(BEN, clock=LIVE)
    uptime = uptime_of(service, Connection())
    assert await uptime.is_up()
    fail_commits_of(service, monkeypatch, table.number)
    service.now -= HOUR
    await uptime.follow_clock(-HOUR)
    monkeypatch.undo()
    table = await service.play_turn(table.number)
    assert await uptime.is_up()
    assert await time_left(service, table) == 270 * SECOND


@pytest.mark.usefixtures("_quick_looks")
async def test_no_time_runs_out_at_a_table_that_is_owed_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    service = RunningTableService(store)
    table = await service.start_match(BEN, clock=LIVE)
    service.now += HOUR
    move, faults = service.tables.change, [OSError("the disk is full")]

    async def fail(number: int, person: int | None, request: Request) -> Table:
        if isinstance(request, GiveTimeBack) and faults:
            raise faults[0]
        return await move(number, person, request)

    monkeypatch.setattr(service.tables, "change", fail)
    uptime = uptime_of(service, Connection())
    sleeper = DeadlineSleeper(store.deadlines, service.tables, service.clock, uptime, Steady(service))
    task = asyncio.create_task(sleeper.run())
    await until(lambda: list(uptime.tables_owed) == [table.number])
    await asyncio.sleep(0.1)
    assert await service.tables.get(table.number) == table
    faults.clear()
    await until(lambda: service.tables.in_play.get(table.number) != table)
    assert await time_left(service, table) > 260 * SECOND
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
