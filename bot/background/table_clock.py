"""What happens at the tables without anybody's press: deadlines that pass, and turns that are played by themselves.

If the machine has slept, the clocks of the matches get that time back; lobbies and pauses end early.
"""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

import structlog

from bot.background.uptime import Uptime
from bot.storage.ownership import Ownership
from bot.storage.tables import Deadlines
from bot.tables.events import Event, SeatsFreed, TableOpened
from bot.tables.ports import Deadline, NotOwnerError
from bot.tables.refusals import MovedOn, TableIsOver, TableNotFound, TableUnreadable
from bot.tables.service import Tables
from bot.tables.table import Phase, Table
from bot.tables.time_requests import PlayOn, TimeIsUp, next_deadline
from bot.wording.sentence import Refused

_log = structlog.get_logger(__name__)
_CLOCK_PAUSE = 5.0  # seconds between two looks at the clock
_LEAST_SLEPT = 1000  # milliseconds: no player would notice less
_RETRY_AFTER = 5.0  # seconds until a deadline or a turn that failed is tried again
_DOWN_PAUSE = 0.5  # seconds between two looks whether Discord is connected


@dataclass(eq=False)
class DeadlineSleeper:
    """Waits for the earliest stored deadline, and then sends its table the request that the time is up. One for the process.

    `now` returns the time in epoch milliseconds, `steady` seconds of a clock that nobody sets."""

    _deadlines: Deadlines
    _tables: Tables
    _now: Callable[[], int]
    _uptime: Uptime
    _steady: Callable[[], float] = time.monotonic
    _ownership: Ownership = field(default_factory=Ownership)

    def __post_init__(self) -> None:
        self._waits_for: float = math.inf  # the deadline (epoch ms) of which it knows
        self._changed = asyncio.Event()
        self._looked_at = (self._now(), self._steady())
        self._unreadable: set[int] = set()  # tables whose deadlines are left alone until the next start
        self._failed: dict[int, float] = {}  # tables whose deadline failed, and until when it is left alone (steady)
        self._tables.add_listener(self._wake)
        self._tables.settle_first(self.settle)

    async def run(self) -> None:
        """Send `TimeIsUp` at each deadline, until cancelled."""
        while True:
            if not await self.is_up():
                await asyncio.sleep(_DOWN_PAUSE)
                continue
            self._changed.clear()
            self._waits_for = -math.inf  # what is set while it reads wakes it
            first = await self._deadlines.earliest(self._left_alone(), self._ownership.partitions)
            if await self._notice_sleep():  # while it read
                continue
            self._waits_for = math.inf if first is None else first.due
            wait = _CLOCK_PAUSE if first is None else (first.due - self._now()) / 1000
            if first is not None and wait <= 0:
                if await self._uptime.is_up(for_certain=True):
                    await self._attempt(first)
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(min(wait, _CLOCK_PAUSE)):
                    await self._changed.wait()

    async def is_up(self) -> bool:
        """Return whether the bot can be reached, once the clocks are right, also after the machine has slept."""
        await self._notice_sleep()
        return await self._uptime.is_up()

    async def settle(self, number: int | None = None) -> None:
        """Make the clocks of the tables right before a person changes this one."""
        await self._notice_sleep()
        await self._uptime.settle(number)

    async def _notice_sleep(self) -> bool:
        """Give the clocks the time back in which the machine has slept, and return whether it has.

        A clock that was set forward looks the same.
        """
        at, steady = self._looked_at
        slept = self._now() - at - round((self._steady() - steady) * 1000)
        self._looked_at = (self._now(), self._steady())
        if slept > _LEAST_SLEPT:
            _log.warning("the machine has slept, or its clock was set forward", seconds=slept // 1000)
            await self._uptime.give_back(slept)
        return slept > _LEAST_SLEPT

    def wake(self) -> None:
        """Look again at which deadline is the first: others may have been taken over."""
        self._changed.set()

    def _wake(self, table: Table, events: tuple[Event, ...]) -> None:
        """Wake the sleeper if an event sets a deadline before the one that it waits for."""
        due = next_deadline(table)
        is_lobby = any(isinstance(event, TableOpened | SeatsFreed) for event in events)
        if is_lobby or (due is not None and due < self._waits_for):
            self._changed.set()

    def _left_alone(self) -> set[int]:
        self._failed = {table: until for table, until in self._failed.items() if until > self._steady()}
        return self._unreadable | set(self._failed) | set(self._uptime.tables_owed)

    async def _attempt(self, deadline: Deadline) -> None:
        """Send the request. A table where it fails is left alone for a while, so that the clocks of the others run."""
        try:
            await self._send_time_is_up(deadline)
        except Exception as error:
            self._failed[deadline.table] = self._steady() + _RETRY_AFTER
            if isinstance(error, NotOwnerError):
                return  # another process keeps it
            _log.exception("a deadline could not be kept; trying again", table=deadline.table, seconds=_RETRY_AFTER)

    async def _send_time_is_up(self, deadline: Deadline) -> None:
        """Send the request. If the table is past that deadline, replace it by the table's own."""
        await self._uptime.settle(deadline.table)
        if deadline.table in self._uptime.tables_owed:
            return
        try:
            await self._tables.change(deadline.table, None, TimeIsUp(deadline.step, self._now()))
        except Refused as refused:
            if not isinstance(refused.refusal, MovedOn | TableIsOver | TableNotFound | TableUnreadable):
                raise  # a turn that the table can't play
            if isinstance(refused.refusal, TableUnreadable):
                self._unreadable.add(deadline.table)
                return
            table = await self._tables.get(deadline.table)
            due = next_deadline(table)
            own = None if due is None else Deadline(table.number, table.step, due)
            is_lobby = table.match is None and table.phase != Phase.OVER and table.step == deadline.step
            if own == deadline or is_lobby:  # another process has changed something else meanwhile
                self._failed[deadline.table] = self._steady() + _RETRY_AFTER
                return
            await self._deadlines.replace(deadline, own)


@dataclass(eq=False)
class ComputerTurns:
    """Plays the turns of computers, and of people who are away, after a pause as a person would make it. One for the process.

    One task for each table where such a turn is awaited. Which ones that are follows from the tables, so a start goes on with
    them. At a table that is one person's alone, the computers play in the transaction of that person's press.

    `pause` returns how long the next computer thinks, in seconds.

    `is_up` says whether the bot can be reached and the clocks are right. Until then no turn is played.
    """

    _tables: Tables
    _pause: Callable[[], float]
    _is_up: Callable[[], Awaitable[bool]]

    def __post_init__(self) -> None:
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._is_running = False
        self._tables.add_listener(self._follow)
        self._tables.add_load_listener(self._follow)

    async def run(self) -> None:
        """Play until cancelled."""
        self._is_running = True
        try:
            for table in list(self._tables.in_play):
                self._follow(table)
            await asyncio.Event().wait()
        finally:
            self._is_running = False
            for task in list(self._tasks.values()):
                task.cancel()

    def _follow(self, table: Table, _events: tuple[Event, ...] = ()) -> None:
        """Play on at this table if nobody else does."""
        if not self._is_running or table.is_private or table.number in self._tasks or not table.plays_by_itself():
            return
        task = asyncio.create_task(self._play(table.number), name=f"computers of table {table.number}")
        self._tasks[table.number] = task

    async def _play(self, number: int) -> None:
        try:
            while (table := self._tables.in_play.get(number)) is not None and table.plays_by_itself():
                await asyncio.sleep(self._pause())
                try:
                    if not await self._is_up():
                        continue
                    await self._tables.change(number, None, PlayOn())
                except Exception as error:
                    if isinstance(error, Refused) and isinstance(error.refusal, MovedOn | TableIsOver):
                        continue  # somebody came back, or the match is over
                    _log.exception("a computer's turn failed; trying again", table=number, seconds=_RETRY_AFTER)
                    await asyncio.sleep(_RETRY_AFTER)
        finally:
            self._tasks.pop(number, None)
