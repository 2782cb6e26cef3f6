"""The budget of requests: how many the bot may start in a second, which of those that wait goes first, and which have failed.

Discord allows a bot about 50 requests a second; discord.py doesn't know that limit. Replies to commands and presses don't
count and don't come here. A message is rendered only when its turn has come, so it never waits in an old form. Discord may
refuse all requests while its events still come.
"""

import asyncio
import heapq
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from enum import IntEnum

import aiohttp
import discord

_RATE = 45.0  # starts a second: below Discord's limit
_BURST = 5.0
_PAUSE = 0.1  # seconds until a process that must send nothing looks again
_CLASS_SECONDS = 10.0  # this long a wait raises a request by one class


class Priority(IntEnum):
    """What goes first while requests wait."""

    HAND = 0  # hands, announcements, and messages to people whose direct messages are closed
    TURN = 1
    EDIT = 2
    LEAGUE = 3
    DELETION = 4


@dataclass(order=True, slots=True)
class _Waiting:
    """A request that waits. Its rank never changes: everybody's wait grows alike, so an earlier request keeps its advantage."""

    rank: float
    number: int
    route: str = field(compare=False)
    admitted: "asyncio.Future[None]" = field(compare=False)


class Budget:
    """Admits requests: evenly spaced with small bursts, and one at a time for each route, such as `POST` in one channel."""

    def __init__(
        self,
        rate: float = _RATE,
        burst: float = _BURST,
        share: Callable[[], float] = lambda: 1.0,
        may_send: Callable[[], bool] = lambda: True,
    ) -> None:
        """`share` returns the part of the rate that is this process's, and `may_send` False while it must send nothing."""
        self._share, self._may_send = share, may_send
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._refilled = 0.0  # the loop's time
        self._waiting: dict[str, list[_Waiting]] = {}  # a heap for each route
        self._busy: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._last_number = 0

    @property
    def waiting(self) -> int:
        """The number of requests that wait. It may be read in another thread."""
        return sum(map(len, list(self._waiting.values())))

    @asynccontextmanager
    async def request(self, priority: Priority, route: str) -> AsyncIterator[None]:
        """Wait until the request may start. Its route stays busy until the end of the block."""
        await self._admission(priority, route)
        try:
            yield
        finally:
            self._busy.discard(route)
            self._admit()

    async def _admission(self, priority: Priority, route: str) -> None:
        loop = asyncio.get_running_loop()
        self._last_number += 1
        waiting = _Waiting(loop.time() + priority * _CLASS_SECONDS, self._last_number, route, loop.create_future())
        heapq.heappush(self._waiting.setdefault(route, []), waiting)
        self._admit()
        try:
            await waiting.admitted
        except asyncio.CancelledError:
            if waiting.admitted.done() and not waiting.admitted.cancelled():
                self._busy.discard(route)
                self._admit()
            raise

    def _admit(self) -> None:
        """Admit what may start now, and come back when the next request may."""
        if self._timer is not None:
            return
        loop = asyncio.get_running_loop()
        self._refill(loop.time())
        while (first := self._first()) is not None:
            share = self._share()
            if not self._may_send() or share <= 0:
                self._timer = loop.call_later(_PAUSE, self._on_timer)
                return
            if self._tokens < 1.0:
                self._timer = loop.call_later((1.0 - self._tokens) / (self._rate * share), self._on_timer)
                return
            self._tokens -= 1.0
            self._busy.add(first.route)
            heapq.heappop(self._waiting[first.route])
            if not self._waiting[first.route]:
                del self._waiting[first.route]
            first.admitted.set_result(None)

    def _on_timer(self) -> None:
        self._timer = None
        self._admit()

    def _refill(self, now: float) -> None:
        share = self._share()
        self._tokens = min(max(1.0, self._burst * share), self._tokens + (now - self._refilled) * self._rate * share)
        self._refilled = now

    def _first(self) -> _Waiting | None:
        """Return the request that goes first among those whose route is free; drop those that were cancelled."""
        for route in list(self._waiting):
            heap = self._waiting[route]
            while heap and heap[0].admitted.cancelled():
                heapq.heappop(heap)
            if not heap:
                del self._waiting[route]
        return min((heap[0] for route, heap in self._waiting.items() if route not in self._busy), default=None)


_LEAST_ROUTES = 2  # a single message that Discord can't take says nothing about the others
_FORGOTTEN_AFTER = 90.0  # seconds; what failed is tried again at least every 60 s


class RequestFailures:
    """The requests that have failed since one was answered. `steady` returns seconds of a clock that nobody sets."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._routes: set[str] = set()
        self._since = self._newest = 0.0

    def failing_for(self) -> float | None:
        """Return for how many seconds all requests have failed, on several routes; None if they haven't, or none was sent."""
        now = self._steady()
        if len(self._routes) < _LEAST_ROUTES or now - self._newest > _FORGOTTEN_AFTER:
            return None
        return now - self._since

    @contextmanager
    def watch(self, route: str) -> Iterator[None]:
        """Note how the request in this block ends. A refusal for its own fault is an answer, too."""
        begun = self._steady()
        try:
            yield
        except discord.HTTPException as error:
            self._note(route, begun, is_answered=error.status < 500)
            raise
        except (aiohttp.ClientError, OSError):  # among them TimeoutError
            self._note(route, begun, is_answered=False)
            raise
        else:
            self._note(route, begun, is_answered=True)

    def _note(self, route: str, begun: float, *, is_answered: bool) -> None:
        now = self._steady()
        if is_answered or now - self._newest > _FORGOTTEN_AFTER:
            self._routes.clear()
        if not is_answered:
            self._since = min(self._since, begun) if self._routes else begun
            self._newest = now
            self._routes.add(route)
