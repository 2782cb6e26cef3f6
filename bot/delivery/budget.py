"""The budget of requests: how many the bot may start in a second, and which of those that wait goes first.

Discord allows a bot about 50 requests a second; discord.py doesn't know that limit. Replies to commands and presses don't count
and don't come here. A message is rendered only when its turn has come, so it never waits in an old form.
"""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import IntEnum

_RATE = 45.0  # starts a second: below Discord's limit
_BURST = 5.0
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

    def __init__(self, rate: float = _RATE, burst: float = _BURST) -> None:
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
            if self._tokens < 1.0:
                self._timer = loop.call_later((1.0 - self._tokens) / self._rate, self._on_timer)
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
        self._tokens = min(self._burst, self._tokens + (now - self._refilled) * self._rate)
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
