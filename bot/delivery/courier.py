"""The courier: shows what has happened at the tables, after each commit, from a stored cursor."""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress

from bot.delivery.lanes import PromisedEdit
from bot.delivery.rendering import Sources
from bot.delivery.table_delivery import TableDelivery
from bot.tables.events import Event
from bot.tables.partitions import ALL
from bot.tables.table import Table

_POLL_SECONDS = 0.05


class Courier:
    """One for the process. It keeps the tables in play, and has tasks only for messages that are behind."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._deliveries: dict[int, TableDelivery] = {}
        self._early: list[tuple[Table, tuple[Event, ...]]] = []  # events from before Discord was connected
        self._is_ready = False
        self._behind = set[int]()  # taken over, and read one after the other: presses needn't wait for all of them
        sources.tables.add_listener(self._record_events)

    async def resume(self, server: int | None = None, partitions: Callable[[], frozenset[int]] = lambda: ALL) -> None:
        """Show what was not shown when a process ended, of this server or of all in the partitions.

        Call it once Discord is connected. The partitions may be lost while it reads.
        """
        self._is_ready = True
        early, self._early = self._early, []
        for table, events in early:
            self._record_events(table, events)
        behind, read = list[int](), frozenset[int]()
        while (owned := partitions()) != read:
            behind, read = await self._sources.surfaces.tables_behind(server, owned) if owned else [], owned
        waiting = [number for number, delivery in self._deliveries.items() if delivery.waits_for_server]
        for number in {*behind, *waiting}:
            self._delivery_of(number).resume()

    async def take_over(self, partitions: Collection[int]) -> None:
        """Find the tables in these partitions that their last owner hasn't shown. `resume_next` then shows them one by one."""
        self._behind.update(await self._sources.surfaces.tables_behind(partitions=partitions))

    async def resume_next(self) -> bool:
        """Show what was not shown of one table that was taken over; return False if there is none."""
        if not self._behind:
            return False
        number = self._behind.pop()
        self._delivery_of(number).resume()
        await self.until_read(number)
        return True

    def show_again(self, number: int) -> None:
        """Show how a match ended as it is corrected now, in the next moments."""
        if self._is_ready:
            self._delivery_of(number).show_again()

    async def promise_edit(self, number: int, key: str) -> PromisedEdit:
        """Promise that the reply to a press will show this message, so that the courier need not edit it.

        Wait until nobody else writes the message, but at most a second.
        """
        return await self._promising(number).writes.promise(key)

    async def promise_press(self, number: int, key: str, pressed: int) -> PromisedEdit | None:
        """Promise the same if the message that was pressed is the one with this key; else return None."""
        delivery = self._promising(number)
        promised = await delivery.writes.promise(key)  # waits for a message that is just being sent, which may be this one
        try:
            is_message = await delivery.is_message(key, pressed)
        except BaseException:
            promised.withdraw()
            raise
        if is_message:
            delivery.note_press(pressed)
            return promised
        promised.withdraw()
        return None

    def place(self, table: Table) -> int:
        """Return the channel or thread in which the table is played, as far as is known."""
        delivery = self._deliveries.get(table.number)
        return table.channel if delivery is None else delivery.place or table.channel

    def round_message(self, table: Table) -> tuple[int, int] | None:
        """Return the channel and the id of the message of the current round, as far as is known."""
        delivery = self._deliveries.get(table.number)
        return None if delivery is None else delivery.round_message

    async def lobby_message(self, number: int) -> int | None:
        """Return the id of the message of a lobby that was opened just now: wait until it is posted, but not for long."""
        return await self._promising(number).lobby_message() if self._is_ready else None

    async def find_place(self, table: Table) -> int:
        """Return the same for a match that has just started: wait until its thread is opened, but at most five seconds."""
        if table.thread:
            await self._promising(table.number).until_placed()
        return self.place(table)

    async def until_read(self, number: int) -> None:
        """Wait until this table has been read, if something of it is to be shown, but not for long."""
        if (delivery := self._deliveries.get(number)) is not None:
            await delivery.until_read()

    @property
    def numbers(self) -> Collection[int]:
        """The tables of which it keeps something."""
        return self._deliveries.keys() | self._behind

    def drop(self, numbers: Collection[int]) -> None:
        """Forget these tables, which another process shows from now on."""
        self._behind.difference_update(numbers)
        for number in numbers:
            if (delivery := self._deliveries.pop(number, None)) is not None:
                delivery.lanes.cancel()

    @property
    def behind(self) -> int:
        """The number of tables that are not shown as they are. It may be read in another thread."""
        return sum(bool(delivery.lanes.by_name) for delivery in list(self._deliveries.values()))

    async def idle(self) -> None:
        """Return when everything is shown but what waits for the moves that follow."""
        while tasks := self._tasks(with_delayed=False):
            await asyncio.wait(tasks, timeout=_POLL_SECONDS)  # a task that has written may go on to wait

    async def flush(self, numbers: Collection[int] | None = None) -> None:
        """Show everything of these tables now, also what waits for the moves that follow; None stands for all tables."""
        while tasks := self._tasks(numbers, with_delayed=True):
            for delivery in self._among(numbers):
                delivery.lanes.hurry()
            await asyncio.wait(tasks, timeout=_POLL_SECONDS)

    async def close(self, seconds: float) -> None:
        """Finish what can be finished in this time; the rest is shown after the next start."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.flush()
        tasks = self._tasks(with_delayed=True)
        for delivery in self._deliveries.values():
            delivery.lanes.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _record_events(self, table: Table, events: tuple[Event, ...]) -> None:
        if table.is_private:  # its person sees it in the replies to their own presses, and nobody else does
            return
        if not self._is_ready:
            self._early.append((table, events))
            return
        self._delivery_of(table.number).record_events(table.version, events)

    def _delivery_of(self, number: int) -> TableDelivery:
        if number not in self._deliveries:
            self._deliveries[number] = TableDelivery(number, self._sources, self._forget)
        return self._deliveries[number]

    def _promising(self, number: int) -> TableDelivery:
        """Return the table's delivery; for a table that is over and shown, one that isn't kept: no event would end it."""
        if number in self._deliveries or self._sources.tables.in_play.get(number) is not None:
            return self._delivery_of(number)
        return TableDelivery(number, self._sources, self._forget)

    def _forget(self, number: int) -> None:
        """Forget a table whose match is over and shown."""
        self._deliveries.pop(number, None)

    def _among(self, numbers: Collection[int] | None) -> list[TableDelivery]:
        return [delivery for number, delivery in self._deliveries.items() if numbers is None or number in numbers]

    def _tasks(self, numbers: Collection[int] | None = None, *, with_delayed: bool) -> "list[asyncio.Task[None]]":
        return [task for delivery in self._among(numbers) for task in delivery.lanes.tasks(with_delayed=with_delayed)]
