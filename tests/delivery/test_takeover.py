"""A courier shows what it hasn't shown before it gives tables back."""

from functools import partial
from types import SimpleNamespace
from typing import Any, cast

from bot.delivery.courier import Courier

_LATER = 60.0  # seconds


async def test_only_the_tables_that_are_given_back_are_shown_at_once() -> None:
    tables = SimpleNamespace(add_listener=lambda _: None)
    courier, written = Courier(cast(Any, SimpleNamespace(tables=tables))), list[int]()

    async def write(table: int) -> None:
        written.append(table)

    for table in (1, 2):
        courier._delivery_of(table).lanes.want("page", partial(write, table), _LATER)
    await courier.flush({1})
    assert written == [1]
    await courier.flush()
    assert written == [1, 2]
