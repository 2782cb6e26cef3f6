"""What this process does when it takes partitions of the servers, gives them back, or has lost them; and whose a request is.

A process hears every command and press, and acts on those of its own partitions. What names a table belongs to the process
that plays it, wherever it is asked; everything else to the server, or without one to the person.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic

import structlog

from bot.background.table_clock import DeadlineSleeper
from bot.background.uptime import LONGEST_SILENCE, Uptime
from bot.delivery.courier import Courier
from bot.storage.ownership import Ownership
from bot.storage.people import People
from bot.storage.tables import StoredEventLog
from bot.tables.partitions import ALL, PARTITIONS, partition_of
from bot.tables.ports import DatabaseAwayError
from bot.tables.service import Tables
from bot.tables.table import Table

_log = structlog.get_logger(__name__)
_FLUSH_SECONDS = 1.5
_YIELD_SECONDS = 1.5  # how long a process that is cut off leaves a request to others, before it says that nothing can be saved
_LOOK = 0.05  # seconds
_RETRY_AFTER = 1.0  # seconds until tables that couldn't be loaded are tried again
_MOST_KNOWN = 10_000
_DEAF = 10.0  # seconds without Discord after which others do better; most new connections take less
_HEARS_AGAIN = 0.5  # seconds between two looks


@dataclass(eq=False)
class Sharing:
    """One for the process. `hears` returns True if Discord has sent anything within so many seconds, on an open connection."""

    ownership: Ownership
    _events: StoredEventLog
    _tables: Tables
    _courier: Courier
    _uptime: Uptime
    _sleeper: DeadlineSleeper
    _people: People
    _answered: Callable[[], Awaitable[object]]
    """Returns when what is being answered now has been."""
    _hears: Callable[[float], bool] = lambda _seconds: True
    _loading: "asyncio.Task[None] | None" = None
    _known: dict[int, int] = field(default_factory=dict)
    """The partitions of tables that were asked for last, by number: they never change."""

    def __post_init__(self) -> None:
        self._knows_tables = asyncio.Event()  # cleared while the numbers of tables that were just taken are read
        self._knows_tables.set()

    async def run(self) -> None:
        """Own partitions until cancelled; then give them back. While Discord doesn't reach this process, own none."""
        while self.ownership.is_shared:
            if self._hears(LONGEST_SILENCE):
                await self._own_until_deaf()
            await asyncio.sleep(_HEARS_AGAIN)

    async def _own_until_deaf(self) -> None:
        owning = asyncio.create_task(self.ownership.run(self._taken, self._giving, self._lost), name="partitions")
        heard = monotonic()
        try:
            while self._hears(LONGEST_SILENCE) or monotonic() - heard < _DEAF:
                if self._hears(LONGEST_SILENCE):
                    heard = monotonic()
                await asyncio.sleep(_HEARS_AGAIN)
        finally:
            owning.cancel()
            await asyncio.wait((owning,))
            if self._loading is not None:
                self._loading.cancel()
        _log.warning("Discord doesn't reach this process; others go on with its tables")
        self._lost()

    def has_all(self) -> bool:
        """Return True if all tables in play are in memory."""
        return self.ownership.partitions == ALL and self._knows_tables.is_set() and not self._tables.is_loading

    def owns(self, table: Table) -> bool:
        """Return True if this table belongs to this process."""
        host = None if table.server or table.seats.host is None else self._people[table.seats.host].discord_id
        return partition_of(table.server, host or 0) in self.ownership.partitions

    def keeps(self, server: int) -> bool:
        """Return True if this process does the background work of the server's leagues; 0 is what concerns no server."""
        return self.ownership.is_trusted and partition_of(server, 0) in self.ownership.partitions

    async def is_ours(self, server: int | None, person: int, table: int | None) -> bool:
        """Return True if this process answers what this person asks there: then no other one does.

        Then the table that is named is in memory; without one, all tables of the server are.
        `server` and `person` are Discord ids, and `table` is the number of the one that is named, if any.
        """
        if not self.ownership.is_shared:
            return True
        if self.ownership.former:  # another process may answer now
            await asyncio.sleep(_YIELD_SECONDS)
        if former := self.ownership.former:
            return server is None or partition_of(server, person) in former
        if not self.ownership.is_trusted:
            return False
        try:
            partition = await self._partition(server, person, table)
        except DatabaseAwayError:
            return True  # all processes say that nothing can be saved; the first one is heard
        while partition in self.ownership.coming:  # noqa: ASYNC110  (seldom, and for half a second)
            await asyncio.sleep(_LOOK)
        await self._knows_tables.wait()
        if partition in self.ownership.partitions:
            await self._tables.load_first(table, server)
        return partition in self.ownership.partitions

    async def _partition(self, server: int | None, person: int, table: int | None) -> int:
        if table is not None and (partition := await self._partition_of_table(table)) is not None:
            return partition  # it may be in another server
        if server is not None:
            return partition_of(server, person)
        known = self._people.find(person)
        theirs = [] if known is None else await self._events.partitions_of_person(known.number)
        return theirs[0] if len(theirs) == 1 else partition_of(0, person)

    async def _partition_of_table(self, number: int) -> int | None:
        if number not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known |= await self._events.partitions([number])
        return self._known.get(number)

    async def _taken(self, partitions: frozenset[int]) -> None:
        """Go on with the tables of these partitions, while they are loaded in the background."""
        _log.info("partitions were taken", partitions=len(partitions), owned=len(self.ownership.partitions), of=PARTITIONS)
        self._knows_tables.clear()
        try:
            ours = self._tables.numbers
            shown = [one for one in self._courier.numbers if one not in ours]  # to ask about thousands takes 0.2 s
            self._courier.drop(await self._numbers(partitions, shown))  # others have shown them since
            await self._uptime.take_over(partitions)
        finally:
            self._knows_tables.set()
        self._sleeper.wake()
        await self._courier.take_over(partitions)
        if self._loading is None or self._loading.done():
            self._loading = asyncio.create_task(self._load(), name="loading tables")

    async def _load(self) -> None:
        """Load the tables that are expected, then make their clocks right: one after the other, so that presses hardly wait."""
        is_over = False
        while not is_over:
            try:
                is_over = not any([await self._courier.resume_next(), await self._tables.load_next()])
                if is_over and (paid := await self._uptime.pay_next()) is not None:
                    is_over = False
                    await self._courier.until_read(paid)
            except Exception:
                _log.exception("a table could not be taken over; trying again", seconds=_RETRY_AFTER)
                await asyncio.sleep(_RETRY_AFTER)
        _log.info("all tables were taken over", tables=len(self._tables.in_play))

    async def _giving(self, partitions: frozenset[int]) -> None:
        """Show what is not shown yet of these partitions, and forget their tables."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_FLUSH_SECONDS):
                await self._courier.flush(await self._numbers(partitions, self._courier.numbers))
        self.ownership.partitions -= partitions  # from here on, nothing is begun there
        numbers = await self._numbers(partitions, self._courier.numbers)
        try:
            async with asyncio.timeout(_FLUSH_SECONDS):
                await self._tables.give(numbers)
                await self._answered()  # else a reply could show what the next owner has replaced
        except TimeoutError:
            self.ownership.losses += 1  # what is still under way is neither stored nor answered
            self._tables.drop(numbers)
        self._courier.drop(numbers)
        _log.info("partitions were given back", partitions=len(partitions))

    def _lost(self) -> None:
        self._forget({*self._tables.numbers, *self._courier.numbers})

    async def _numbers(self, partitions: frozenset[int], shown: Collection[int]) -> set[int]:
        """Return the tables in play in these partitions, and those of `shown` that are in them."""
        in_play = set(await self._events.tables_in_play(partitions))
        over = await self._events.partitions([one for one in shown if one not in in_play])
        return in_play | {number for number, partition in over.items() if partition in partitions}

    def _forget(self, numbers: set[int]) -> None:
        self._courier.drop(numbers)
        self._tables.drop(numbers)
