"""The one sleeper of the process: it waits for the earliest stored deadline and tells its table that the time is up."""

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

_LONGEST = 3600.0  # seconds; a clock that was set is noticed after so long at the latest


class DeadlineSleeper:
    def __init__(self, deadlines: Deadlines, tables: Tables, now: Callable[[], int]) -> None:
        self._deadlines = deadlines
        self._tables = tables
        self._now = now
        self._changed = asyncio.Event()
        self._unreadable: set[int] = set()  # tables whose deadlines have to wait for another start
        tables.add_listener(self._heard)

    async def run(self) -> None:
        """For as long as the process lives."""
        while True:
            self._changed.clear()
            first = await self._deadlines.earliest(self._unreadable)
            wait = _LONGEST if first is None else (first.due - self._now()) / 1000
            if first is not None and wait <= 0:
                await self._wake(first)
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), min(wait, _LONGEST))

    def _heard(self, _table: Table, events: tuple[Event, ...]) -> None:
        """Only these events set a deadline; one that was taken away merely wakes the sleeper for nothing."""
        if any(isinstance(event, TableOpened | DealEnded) for event in events):
            self._changed.set()

    async def _wake(self, deadline: Deadline) -> None:
        try:
            await self._tables.change(deadline.table, None, TimeIsUp(deadline.step))
        except Refused as refused:
            if isinstance(refused.refusal, TableUnreadable):
                self._unreadable.add(deadline.table)
                return
            table = await self._tables.get(deadline.table)
            if table.step != deadline.step or table.phase not in (Phase.LOBBY, Phase.PAUSE):  # it has moved on
                await self._deadlines.remove(deadline)
