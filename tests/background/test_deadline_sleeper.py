"""Stored deadlines take effect, also after a restart; outdated ones are removed."""

import asyncio
import math
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import pytest

from bot.background.table_clock import DeadlineSleeper
from bot.background.uptime import Uptime
from bot.storage.store import Store, open_store
from bot.tables.events import EndPressed, LobbyClosed
from bot.tables.lobby_requests import Join
from bot.tables.match_requests import Ready
from bot.tables.ports import Commit, Deadline
from bot.tables.refusals import TableUnreadable
from bot.tables.service import Pauses
from bot.tables.table import Phase, Table
from bot.tables.time_requests import next_deadline
from tests.databases import execute
from tests.rummy.presets import variant
from tests.tables.table_service import ANN, BEN, HOUR, TableService, refused


class RunningTableService(TableService):
    """A service whose clock runs, starting at `now`."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.begun = time.monotonic()

    def clock(self) -> int:
        return self.now + int((time.monotonic() - self.begun) * 1000)


@dataclass
class Connection:
    """The connection to Discord: for how long it has been silent, in seconds, and whether Discord answers if it is asked."""

    silent_for: float | None = 0.0
    answers: bool = False
    asked: int = 0

    def silence(self) -> float | None:
        return self.silent_for

    async def ask_for_sign(self, wait: float) -> None:
        assert wait < 5
        self.asked += 1
        if self.answers:
            self.silent_for = 0.0


@asynccontextmanager
async def awake(service: TableService, now: Callable[[], int]) -> AsyncIterator[DeadlineSleeper]:
    connection = Connection()
    uptime = Uptime(service.store.heartbeat, service.tables, now, connection.silence, connection.ask_for_sign)
    sleeper = DeadlineSleeper(service.store.deadlines, service.tables, now, uptime)
    task = asyncio.create_task(sleeper.run())
    await until(lambda: uptime._was_up)  # it has looked at the clock
    try:
        yield sleeper
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110  (a database does not notify)
            await asyncio.sleep(0.002)


async def until_looked(sleeper: DeadlineSleeper) -> None:
    """Wait until what is due now has taken effect: the sleeper looks at the clock at most twice for one deadline."""
    for _ in range(3):
        last = sleeper._looked_at
        await until(lambda last=last: sleeper._looked_at != last)  # type: ignore[misc]


async def until_asleep(sleeper: DeadlineSleeper, table: Table) -> None:
    """Wait until the sleeper waits for the deadline of this table."""
    await until(lambda: sleeper._waits_for == next_deadline(table))


async def test_a_lobby_is_closed_at_its_deadline(store: Store) -> None:
    service = RunningTableService(store, Pauses(lobby=40, deal=HOUR))
    async with awake(service, service.clock):
        number = (await service.open_lobby()).number
        await until(lambda: not list(service.tables.in_play))
    assert service.clock() >= service.now + 40
    assert (await service.tables.get(number)).lobby.closing_reason == "nobody_started"
    assert (LobbyClosed("nobody_started"),) in [
        events for _, events in service.notifications
    ]  # on a busy machine before it has opened
    assert await store.deadlines.earliest() is None


@pytest.mark.usefixtures("_quick_looks")
async def test_a_lobby_stays_open_before_its_deadline(store: Store) -> None:
    service = RunningTableService(store, Pauses(lobby=HOUR, deal=HOUR))
    async with awake(service, service.clock) as sleeper:
        table = await service.open_lobby(BEN)
        await until_looked(sleeper)
    assert list(service.tables.in_play) == [table]


async def test_a_deadline_that_passed_while_the_bot_was_down_takes_effect_at_the_start(url: str) -> None:
    async with open_store(url) as store:
        number = (await TableService(store).open_lobby(BEN)).number
    async with open_store(url) as store:
        service = TableService(store)
        service.now += 25 * HOUR
        await service.tables.load()
        async with awake(service, lambda: service.now):
            await until(lambda: not list(service.tables.in_play))
        assert (await service.tables.get(number)).lobby.closing_reason == "nobody_started"


async def test_an_earlier_deadline_wakes_the_sleeper_in_time(store: Store) -> None:
    service = RunningTableService(store, Pauses(lobby=HOUR, deal=30))
    async with awake(service, service.clock) as sleeper:
        await service.open_lobby(BEN)
        await until(lambda: math.isfinite(sleeper._waits_for))
        table = await service.play(await service.start_match(BEN, rules=variant("rami", match_target="none", match_deals=2)))
        assert table.phase == Phase.PAUSE
        await until(lambda: list(service.tables.in_play)[1].phase == Phase.DEAL)
    assert list(service.tables.in_play)[1].match.deal.number == 2  # type: ignore[union-attr]


async def test_an_outdated_deadline_is_removed_and_changes_nothing(service: TableService) -> None:
    table = await service.play(await service.start_match(BEN, rules=variant("rami", match_target="none", match_deals=2)))
    for person in (ANN, BEN):
        table = await service.tables.change(table.number, person, Ready())
    stale = Deadline(table.number, table.step - 1, service.now - 1)
    await service.store.log.commit(Commit(table.number, table.version + 1, (EndPressed(BEN),), service.now, deadline=stale))
    other = await service.open_lobby()
    async with awake(service, lambda: service.now):
        await _until_first_is(service.store, Deadline(other.number, 0, service.now + service.pauses.lobby))
    assert await service.tables.get(table.number) == table


async def test_joining_does_not_move_the_deadline_of_a_lobby(service: TableService) -> None:
    table = await service.open_lobby()
    due = service.now + service.pauses.lobby
    service.now += HOUR
    await service.tables.change(table.number, BEN, Join())
    assert await service.store.deadlines.earliest() == Deadline(table.number, 0, due)


async def test_a_damaged_table_keeps_its_deadline_and_delays_no_other(service: TableService, url: str) -> None:
    damaged = await service.open_lobby()
    service.now += 1
    number = (await service.open_lobby(BEN)).number
    execute(url, f'UPDATE events SET event = \'{{"type":"Torn\' WHERE "table" = {damaged.number}')
    again = TableService(service.store)
    await again.tables.load()
    assert [table.number for table in again.tables.in_play] == [number]
    again.now += 25 * HOUR
    async with awake(again, lambda: again.now):
        await until(lambda: not list(again.tables.in_play))
    assert (await again.tables.get(number)).lobby.closing_reason == "nobody_started"
    assert await service.store.deadlines.earliest() == Deadline(damaged.number, 0, 1_000_000 + service.pauses.lobby)
    assert await refused(again.tables.get(damaged.number)) == TableUnreadable(damaged.number)


@pytest.mark.usefixtures("_quick_looks")
async def test_a_machine_that_slept_an_hour_during_a_pause_deals_when_it_wakes(store: Store) -> None:
    service = RunningTableService(store, Pauses(lobby=24 * HOUR, deal=HOUR))
    async with awake(service, service.clock) as sleeper:
        lobby = await service.open_lobby()
        table = await service.play(await service.start_match(BEN, rules=variant("rami", match_target="none", match_deals=2)))
        assert table.phase == Phase.PAUSE
        await until_asleep(sleeper, table)
        service.now += HOUR
        await until(lambda: service.tables.in_play.get(table.number).phase == Phase.DEAL)  # type: ignore[union-attr]
        assert service.tables.in_play.get(lobby.number) is not None
        due = await store.deadlines.earliest()
        assert due is not None
        assert due.table == lobby.number
        assert due.due <= service.clock() + 24 * HOUR, "the lobby is open no longer than it would have been"


async def _until_first_is(store: Store, deadline: Deadline) -> None:
    async with asyncio.timeout(30):
        while await store.deadlines.earliest() != deadline:  # noqa: ASYNC110
            await asyncio.sleep(0.002)
