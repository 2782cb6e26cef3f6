"""The lengths of the queues are read in the thread that answers /metrics, while the event loop changes them."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.delivery.budget import Budget, Priority
from bot.delivery.courier import Courier


@pytest.fixture(autouse=True)
def frequent_switches() -> Iterator[None]:
    """Let the threads take turns after every few instructions."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


async def read_while(length: Callable[[], int], change: Callable[[int], Any]) -> None:
    """Read in another thread while the event loop's thread makes changes."""
    is_over, begun, loop = False, asyncio.Event(), asyncio.get_running_loop()

    def read() -> int:
        times = 0
        while not is_over:
            assert length() >= 0
            times += 1
            loop.call_soon_threadsafe(begun.set)
        return times

    reading = asyncio.create_task(asyncio.to_thread(read))
    await begun.wait()  # on a busy machine, all changes could be over before
    for number in range(3000):
        change(number)
        if number % 50 == 0:
            await asyncio.sleep(0)
    is_over = True
    assert await reading


async def test_the_requests_that_wait_are_counted_while_others_come() -> None:
    budget = Budget(rate=1.0, burst=1)
    waiting: list[asyncio.Task[None]] = []

    async def request(route: str) -> None:
        async with budget.request(Priority.EDIT, route):
            await asyncio.sleep(10)

    await read_while(lambda: budget.waiting, lambda number: waiting.append(asyncio.create_task(request(str(number)))))
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


async def test_the_tables_behind_are_counted_while_others_open() -> None:
    tables = SimpleNamespace(add_listener=lambda _: None, in_play=dict.fromkeys(range(3000), True))
    courier = Courier(cast(Any, SimpleNamespace(tables=tables)))
    promised: list[asyncio.Task[Any]] = []
    await read_while(
        lambda: courier.behind, lambda number: promised.append(asyncio.create_task(courier.promise_edit(number, "lobby")))
    )
    for promise in await asyncio.gather(*promised):
        promise.withdraw()
