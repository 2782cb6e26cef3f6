"""Tables whose clock couldn't be moved: they are owed that time."""

import asyncio

import pytest
from structlog.testing import capture_logs

from bot.background.table_clock import DeadlineSleeper
from bot.rummy.moves import DRAW
from bot.storage.store import Store
from bot.tables.lobby_requests import Request
from bot.tables.match_requests import Play
from bot.tables.ports import Commit
from bot.tables.table import Table
from bot.tables.time_requests import GiveTimeBack, time_is_up_at
from tests.background.downtime import LIVE, SECOND, Steady, restarted, time_left, uptime_of
from tests.background.test_deadline_sleeper import Connection, RunningTableService, until, until_looked
from tests.databases import on_sqlite
from tests.tables.table_service import BEN, HOUR, TableService

pytestmark = on_sqlite


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
    service, connection = TableService(store), Connection()
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
    service.now += 5 * SECOND + HOUR
    await uptime.give_back(HOUR)
    assert await time_left(service, table) == left - 45 * SECOND - HOUR
    monkeypatch.undo()
    assert await uptime.is_up()
    assert await time_left(service, table) == left - 5 * SECOND


async def test_a_new_turn_is_not_given_what_the_one_before_was_owed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    service = TableService(store)
    table = await service.start_match(BEN, clock=LIVE)
    uptime = uptime_of(service, Connection())
    assert await uptime.is_up()
    fail_commits_of(service, monkeypatch, table.number)
    service.now += HOUR
    await uptime.give_back(HOUR)
    monkeypatch.undo()
    table = await service.play_turn(table.number)
    assert await uptime.is_up()
    assert await time_left(service, table) == 180 * SECOND


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
    await until_looked(sleeper)
    assert await service.tables.get(table.number) == table
    faults.clear()
    await until(lambda: service.tables.in_play.get(table.number) != table)
    assert await time_left(service, table) > 170 * SECOND
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
