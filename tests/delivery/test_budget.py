"""The budget of requests: evenly spaced, the most urgent first; and when Discord counts as refusing all of them."""

import asyncio
import time

import aiohttp
import pytest

from bot.delivery import budget as budget_module
from bot.delivery.budget import Budget, Priority, RequestFailures


async def request(budget: Budget, priority: Priority, route: str, started: list[str], end: asyncio.Event | None = None) -> None:
    async with budget.request(priority, route):
        started.append(route)
        if end is not None:
            await end.wait()


@pytest.fixture
def short_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget_module, "_PAUSE", 0.01)


async def test_requests_start_in_a_small_burst_and_then_evenly() -> None:
    budget, times = Budget(rate=100, burst=5), []

    async def one(number: int) -> None:
        async with budget.request(Priority.EDIT, str(number)):
            times.append(time.monotonic())

    await asyncio.gather(*map(one, range(25)))
    assert times[-1] - times[0] >= 0.15
    assert max(sum(start <= at < start + 0.1 for at in times) for start in times) <= 16


async def test_a_route_has_one_request_at_a_time_and_others_do_not_wait_for_it() -> None:
    budget, started, end = Budget(), list[str](), asyncio.Event()
    slow = asyncio.create_task(request(budget, Priority.HAND, "POST 1", started, end))
    await asyncio.sleep(0)
    again = asyncio.create_task(request(budget, Priority.HAND, "POST 1", started))
    await asyncio.sleep(0)
    await request(budget, Priority.DELETION, "POST 2", started)
    assert started == ["POST 1", "POST 2"]
    end.set()
    await asyncio.gather(slow, again)
    assert started == ["POST 1", "POST 2", "POST 1"]


@pytest.mark.usefixtures("short_pause")
async def test_the_most_urgent_goes_first_and_the_earlier_of_equals() -> None:
    started, may_send = list[str](), False
    budget = Budget(may_send=lambda: may_send)
    waiting = [
        asyncio.create_task(request(budget, priority, route, started))
        for priority, route in (
            (Priority.DELETION, "deletion"),
            (Priority.EDIT, "edit 1"),
            (Priority.EDIT, "edit 2"),
            (Priority.TURN, "turn"),
            (Priority.HAND, "hand"),
        )
    ]
    await asyncio.sleep(0)
    may_send = True
    await asyncio.gather(*waiting)
    assert started == ["hand", "turn", "edit 1", "edit 2", "deletion"]


async def test_a_cancelled_request_gives_its_place_to_the_next() -> None:
    budget, started = Budget(), list[str]()
    slow = asyncio.create_task(request(budget, Priority.HAND, "a", started, asyncio.Event()))
    await asyncio.sleep(0)
    cancelled = asyncio.create_task(request(budget, Priority.HAND, "a", started))
    await asyncio.sleep(0)
    cancelled.cancel()
    slow.cancel()
    with pytest.raises(asyncio.CancelledError):
        await slow
    async with asyncio.timeout(30):
        await request(budget, Priority.HAND, "a", started)
    assert started == ["a", "a"]
    assert budget.waiting == 0


class Requests:
    """Requests whose outcome the test chooses, and a clock that it sets (seconds)."""

    def __init__(self) -> None:
        self.now = 0.0
        self.failures = RequestFailures(lambda: self.now)

    def fail(self, route: str, *, after: float = 0.0) -> None:
        with pytest.raises(aiohttp.ClientError):
            self._send(route, after)

    def _send(self, route: str, after: float) -> None:
        with self.failures.watch(route):
            self.now += after
            raise aiohttp.ClientError

    def succeed(self, route: str) -> None:
        with self.failures.watch(route):
            pass


def test_requests_that_all_fail_count_from_the_start_of_the_first_one() -> None:
    requests = Requests()
    requests.fail("POST 1", after=25.0)
    requests.fail("PATCH 2", after=5.0)
    assert requests.failures.failing_for() == 30.0
    requests.now += 60.0
    requests.fail("POST 1")
    assert requests.failures.failing_for() == 90.0


def test_one_message_that_discord_cannot_take_stops_no_clock() -> None:
    requests = Requests()
    for _ in range(5):
        requests.fail("PATCH 2", after=5.0)
    assert requests.failures.failing_for() is None


def test_one_answer_ends_the_failing() -> None:
    requests = Requests()
    requests.fail("POST 1")
    requests.fail("PATCH 2")
    requests.succeed("DELETE 3")
    assert requests.failures.failing_for() is None
    requests.fail("PATCH 2")
    assert requests.failures.failing_for() is None, "what failed before the answer doesn't count any more"


def test_failing_ends_by_itself_if_nothing_is_sent_any_more() -> None:
    requests = Requests()
    requests.fail("POST 1")
    requests.fail("PATCH 2")
    requests.now += 91.0
    assert requests.failures.failing_for() is None
    requests.fail("POST 1")
    assert requests.failures.failing_for() is None, "it takes several routes again"


@pytest.mark.usefixtures("short_pause")
async def test_a_process_starts_its_share_of_the_requests_and_none_while_it_may_not() -> None:
    started, may_send = list[str](), False
    budget = Budget(rate=40, burst=1, share=lambda: 0.5, may_send=lambda: may_send)
    waiting = [asyncio.create_task(request(budget, Priority.HAND, str(number), started)) for number in range(5)]
    await asyncio.sleep(0.05)
    assert started == []
    may_send, began = True, asyncio.get_running_loop().time()
    await asyncio.gather(*waiting)
    assert asyncio.get_running_loop().time() - began >= 4 / 20 - 0.05
