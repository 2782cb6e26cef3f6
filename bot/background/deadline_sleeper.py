"""The sleeper that waits for the earliest stored deadline, and then sends its table the request that the time is up."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from bot.rummy.events import DealEnded
from bot.tables.events import Event, TableOpened
from bot.tables.ports import Deadline, Deadlines
from bot.tables.refusals import Refused, TableUnreadable
from bot.tables.requests import TimeIsUp
from bot.tables.service import Tables
from bot.tables.table import Phase, Table

_LONGEST_WAIT = 3600.0  # seconds; so that a change of the system clock is noticed


class DeadlineSleeper:
    """One for the process. `now` returns the time in epoch milliseconds."""

    def __init__(self, deadlines: Deadlines, tables: Tables, now: Callable[[], int]) -> None:
        self._deadlines = deadlines
        self._tables = tables
        self._now = now
        self._changed = asyncio.Event()
        self._unreadable: set[int] = set()  # tables whose deadlines are left alone until the next start
        tables.add_listener(self._wake)

    async def run(self) -> None:
        """Send `TimeIsUp` at each deadline, until cancelled."""
        while True:
            self._changed.clear()
            first = await self._deadlines.earliest(self._unreadable)
            wait = _LONGEST_WAIT if first is None else (first.due - self._now()) / 1000
            if first is not None and wait <= 0:
                await self._send_time_is_up(first)
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), min(wait, _LONGEST_WAIT))

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
