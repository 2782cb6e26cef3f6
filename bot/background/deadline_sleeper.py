"""The sleeper that waits for the earliest stored deadline, and then sends its table the request that the time is up.

If the system clock is set back, the deadlines move with it, so that no pause gets longer. If it is set forward, they come
early: a machine that has slept looks the same.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import structlog

from bot.rummy.events import DealEnded
from bot.tables.events import Event, TableOpened
from bot.tables.ports import Deadline, Deadlines
from bot.tables.refusals import Refused, TableUnreadable
from bot.tables.requests import TimeIsUp
from bot.tables.service import Tables
from bot.tables.table import Phase, Table

_log = structlog.get_logger(__name__)
_LONGEST_WAIT = 3600.0  # seconds
_CLOCK_PAUSE = 5.0  # seconds between two looks at the clock
_SET_BACK_MS = 1000  # a smaller step changes nothing that a player would notice


class DeadlineSleeper:
    """One for the process. `now` returns the time in epoch milliseconds."""

    def __init__(self, deadlines: Deadlines, tables: Tables, now: Callable[[], int]) -> None:
        self._deadlines = deadlines
        self._tables = tables
        self._now = now
        self._changed = asyncio.Event()
        self._looked_at = (now(), time.monotonic())
        self._unreadable: set[int] = set()  # tables whose deadlines are left alone until the next start
        tables.add_listener(self._wake)

    async def run(self) -> None:
        """Send `TimeIsUp` at each deadline, until cancelled."""
        while True:
            await self._follow_clock()
            self._changed.clear()
            first = await self._deadlines.earliest(self._unreadable)
            wait = _LONGEST_WAIT if first is None else (first.due - self._now()) / 1000
            if first is not None and wait <= 0:
                await self._send_time_is_up(first)
                continue
            await self._wait(min(wait, _LONGEST_WAIT))

    async def _wait(self, seconds: float) -> None:
        """Wait for so many seconds, but no longer than until a deadline is set or the clock is set back."""
        until = time.monotonic() + seconds
        while not self._changed.is_set() and self._set_back() <= _SET_BACK_MS and (left := until - time.monotonic()) > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), min(left, _CLOCK_PAUSE))

    def _set_back(self) -> int:
        """Return by how many milliseconds the clock has been set back since it was followed."""
        at, steady = self._looked_at
        return at + round((time.monotonic() - steady) * 1000) - self._now()

    async def _follow_clock(self) -> None:
        """Move the deadlines if the clock has been set back: those that were set before, and so are later than the old time."""
        back, (at, _) = self._set_back(), self._looked_at
        if back > _SET_BACK_MS:
            await self._deadlines.move_earlier(back, since=at)
            _log.warning("the clock was set back; deadlines come as if it had not been", seconds=back // 1000)
        self._looked_at = (self._now(), time.monotonic())

    def _wake(self, _table: Table, events: tuple[Event, ...]) -> None:
        """Wake the sleeper if an event sets a deadline."""
        if any(isinstance(event, TableOpened | DealEnded) for event in events):
            self._changed.set()

    async def _send_time_is_up(self, deadline: Deadline) -> None:
        """Send the request. If the table is past that deadline, remove it."""
        try:
            await self._tables.change(deadline.table, None, TimeIsUp(deadline.step))
        except Refused as refused:
            if isinstance(refused.refusal, TableUnreadable):
                self._unreadable.add(deadline.table)
                return
            table = await self._tables.get(deadline.table)
            if table.step != deadline.step or table.phase not in (Phase.LOBBY, Phase.PAUSE):  # it has moved on
                await self._deadlines.remove(deadline)
