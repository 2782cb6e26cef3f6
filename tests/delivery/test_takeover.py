"""A courier shows what another process hasn't shown, and what it hasn't shown itself before it gives tables back."""

import asyncio
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

from bot.delivery.courier import Courier
from bot.storage.tables import DeliveryState
from bot.tables.events import Event

_LATER = 60.0  # seconds


class Stored:
    """Three tables that are behind; it notes which of them are being read."""

    def __init__(self) -> None:
        self.read: list[int] = []
        self._reading = 0

    async def tables_behind(self, server: int | None = None, partitions: object = None) -> list[int]:
        return [1, 2, 3]

    async def load(self, table: int) -> DeliveryState:
        return DeliveryState()

    async def read_events(self, table: int) -> list[Event]:
        assert not self._reading, "presses needn't wait for all of them"
        self._reading += 1
        await asyncio.sleep(0.01)
        self._reading -= 1
        self.read.append(table)
        return []


def courier_on(stored: Stored) -> Courier:
    tables = SimpleNamespace(add_listener=lambda _: None)
    return Courier(cast(Any, SimpleNamespace(tables=tables, surfaces=stored, log=stored)))


async def test_tables_that_are_taken_over_are_read_one_after_the_other() -> None:
    stored = Stored()
    courier = courier_on(stored)
    await courier.take_over({0})
    courier.drop([2])
    while await courier.resume_next():
        pass
    assert sorted(stored.read) == [1, 3]


async def test_only_the_tables_that_are_given_back_are_shown_at_once() -> None:
    courier, written = courier_on(Stored()), list[int]()

    async def write(table: int) -> None:
        written.append(table)

    for table in (1, 2):
        courier._delivery_of(table).lanes.want("page", partial(write, table), _LATER)
    await courier.flush({1})
    assert written == [1]
    await courier.flush()
    assert written == [1, 2]
