"""Steps of the tests about downtime: starts, and how much time a turn has left."""

from collections.abc import Callable

from bot.background.uptime import Uptime
from bot.storage.ownership import Ownership
from bot.storage.store import Store
from bot.tables.events import Clock, Pace
from bot.tables.partitions import ALL
from bot.tables.table import Table
from bot.tables.time_requests import time_is_up_at
from tests.background.test_deadline_sleeper import Connection, RunningTableService
from tests.tables.table_service import TableService

SECOND = 1000
LIVE, SLOW = Clock(Pace.LIVE), Clock(Pace.SLOW)


class OneOfSeveral(Ownership):
    """Everything is this process's now, but could be another one's."""

    is_shared = True


def uptime_of(
    service: TableService,
    connection: Connection,
    failing_for: Callable[[], float | None] = lambda: None,
    ownership: Ownership | None = None,
) -> Uptime:
    heartbeat, tables, owns = service.store.heartbeat, service.tables, ownership or Ownership()
    return Uptime(heartbeat, tables, service.clock, connection.silence, connection.ask_for_sign, failing_for, owns)


async def time_left(service: TableService, table: Table) -> int:
    up_at = time_is_up_at(await service.tables.get(table.number))
    assert up_at is not None
    return up_at - service.now


async def restarted(store: Store, now: int) -> TableService:
    """Return the service as after a kill and a start at this time."""
    service = TableService(store, now=now)
    await service.tables.load()
    return service


class Steady:
    """A clock that goes with the service's own: its time passes, and isn't set."""

    def __init__(self, service: RunningTableService) -> None:
        self._service = service

    def __call__(self) -> float:
        return self._service.clock() / 1000


async def take_over(service: TableService, uptime: Uptime) -> None:
    """Take all tables over, and give each the time back that it is owed."""
    await uptime.take_over(ALL)
    while await service.tables.load_next():
        pass
    while await uptime.pay_next() is not None:
        pass
