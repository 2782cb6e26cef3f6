"""A table that is over is read once: its old buttons can be pressed forever."""

import pytest

from bot.tables.match_requests import Cancel
from bot.tables.table import Phase
from tests.tables.table_service import TableService


async def test_a_table_that_is_over_is_read_from_the_log_once(service: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await service.start_match(2)
    await service.tables.change(table.number, 1, Cancel(by_manager=True))
    reads, read_events = 0, type(service.store.log).read_events

    async def count(log: object, number: int) -> object:
        nonlocal reads
        reads += 1
        return await read_events(log, number)  # type: ignore[arg-type]

    monkeypatch.setattr(type(service.store.log), "read_events", count)
    found = [await service.tables.get(table.number) for _ in range(50)]
    assert found[0].phase == Phase.OVER
    assert all(one is found[0] for one in found)
    assert reads <= 1
