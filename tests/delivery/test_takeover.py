"""A courier shows what another process hasn't shown, and what it hasn't shown itself before it gives tables back."""

import asyncio
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

from bot.delivery.courier import Courier
from bot.delivery.posted_messages import Deletions, PostedMessages
from bot.storage.tables import DeliveryState, Surface
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


async def test_a_new_session_shows_no_table_that_was_lost_while_it_was_looked_for() -> None:
    owned = [frozenset({0, 1})]

    class Lost(Stored):
        async def tables_behind(self, server: int | None = None, partitions: object = None) -> list[int]:
            owned[0] = frozenset()
            return [1, 2, 3]

    courier = courier_on(Lost())
    await courier.resume(partitions=lambda: owned[0])
    assert not courier.numbers


async def test_a_message_that_the_last_owner_stored_after_the_search_is_not_deleted() -> None:
    deleted, stored = list[tuple[int, int]](), DeliveryState(surfaces={"round 1.3": Surface("round 1.3", 20, 53)})

    class Api:
        async def delete(self, channel: int, message: int) -> None:
            deleted.append((channel, message))

    class Rows:
        async def load(self, table: int) -> DeliveryState:
            return stored

    posted = PostedMessages(1, 0, DeliveryState(surfaces={"round 1.2": Surface("round 1.2", 20, 52)}))
    deletions = Deletions(posted, cast(Any, SimpleNamespace(api=Api(), people=None, surfaces=Rows())), cast(Any, None))
    deletions._candidates = [Surface("", 20, message) for message in (52, 53, 54)]
    deletions.note_unknown()
    await deletions.delete_replaced()
    assert deleted == [(20, 54)]
    assert not posted.replaced()


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
