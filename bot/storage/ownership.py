"""Which partitions this process owns. With SQLite all of them; with PostgreSQL the processes share them.

A partition is owned through an advisory lock of one connection, on which something is asked every second. If the process
dies, its locks are free at once; if it stops, or is cut off, PostgreSQL ends the connection after six seconds. So a process
whose last answer is four seconds old doesn't trust its locks: it stores nothing and sends nothing until it has locks again.

A process doesn't trust its locks either once PostgreSQL has ended the connection: the socket tells, even while the event loop
is late. Another process may take them in the same moment, so it waits half a second before it acts: by then the first has
stopped, and what it was storing is stored.
"""

import asyncio
import math
import random
import select
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

import structlog

from bot.storage.database import connection_text
from bot.tables.partitions import ALL, PARTITIONS
from bot.tables.ports import DatabaseAwayError

_log = structlog.get_logger(__name__)
_LOOK, _TRUST, _IDLE = 1.0, 4.0, 6  # seconds
_SETTLE = 0.5  # seconds after partitions were taken
_HUNG_UP: int | None = getattr(select, "POLLRDHUP", None)  # Linux alone tells it before what was sent is read
_WATCH = 0.2  # seconds for which one look for the end of the connection keeps others from using it
OWNERS = "ramino owner"
"""The name of the connections that own partitions: so the processes are counted."""

LOCKS = 0x72616D69
"""The first number of our advisory locks; the second one is the partition."""

PROCESS = 1000
"""The second number of the lock that each process shares, so that nothing else is done to the database meanwhile."""

_PROCESSES = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = %s"
_TAKE = "SELECT one FROM unnest(%s::int[]) AS one WHERE pg_try_advisory_lock(%s, one)"
_GIVE = "SELECT pg_advisory_unlock(%s, one) FROM unnest(%s::int[]) AS one"


OnPartitions = Callable[[frozenset[int]], Awaitable[None]]


class Ownership:
    """All partitions are this process's, as with SQLite."""

    def __init__(self) -> None:
        self.partitions = ALL
        self.former: frozenset[int] = frozenset()
        """What this process owned until the database went away: there it can only say so."""
        self.coming: frozenset[int] = frozenset()
        """What was taken and is owned in a moment."""
        self.losses = 0
        """How often everything was lost."""

    @property
    def is_shared(self) -> bool:
        """Return True if other processes may own partitions."""
        return False

    @property
    def is_trusted(self) -> bool:
        """Return False if another process may own what this one has owned: then it must neither store nor send anything."""
        return True

    def trust(self) -> int | None:
        """Return None while it isn't trusted. What was begun with one trust is neither stored nor sent with another one."""
        return self.losses if self.is_trusted else None

    @property
    def share(self) -> float:
        """Return the part of all partitions that this process owns."""
        return len(self.partitions) / PARTITIONS

    async def run(self, taken: OnPartitions, giving: OnPartitions, lost: Callable[[], None]) -> None:
        """Own partitions until cancelled; then give them all back.

        Await `taken` after partitions were taken, and `giving` before some are given back; call `lost` after all were lost.
        """


class SharedOwnership(Ownership):
    """Partitions shared with the other processes on a PostgreSQL database, as evenly as they can be."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = connection_text(url)
        self.partitions = frozenset()
        self._asked = math.inf  # when the last answer was asked for; infinite before the first one
        self._socket: int | None = None  # of the connection that owns partitions
        self._processes = 1

    @property
    def is_shared(self) -> bool:
        return True

    @property
    def is_trusted(self) -> bool:
        return monotonic() - self._asked < _TRUST and not self._has_ended()

    def _has_ended(self) -> bool:
        """Return True if PostgreSQL has ended the connection: others may own everything, and our event loop may be late."""
        if self._socket is None or _HUNG_UP is None:
            return False
        look = select.poll()  # a new one, because threads ask, too
        look.register(self._socket, _HUNG_UP)
        return bool(look.poll(0))

    async def run(self, taken: OnPartitions, giving: OnPartitions, lost: Callable[[], None]) -> None:
        import psycopg  # installed for those who use it

        is_lost = False
        try:
            while True:
                try:
                    options = f"-c idle_session_timeout={_IDLE}s"
                    about: dict[str, Any] = {"application_name": OWNERS, "options": options, "connect_timeout": _IDLE}
                    opening = psycopg.AsyncConnection.connect(self._url, autocommit=True, **about)
                    async with await opening as connection, asyncio.TaskGroup() as group:
                        await connection.execute("SELECT pg_try_advisory_lock_shared(%s, %s)", (LOCKS, PROCESS))
                        self._socket = connection.fileno()
                        await self._ask(connection)
                        is_lost, self.former = False, frozenset()
                        group.create_task(self._ask_again(connection))
                        group.create_task(self._balance(connection, taken, giving))
                except* (psycopg.Error, OSError, DatabaseAwayError) as errors:
                    if not is_lost:
                        what = type(errors.exceptions[0]).__name__
                        _log.info("the connection that owns partitions was lost; trying again", error=what)
                    is_lost = True
                except* Exception:  # whatever it was, the next connection may do better
                    _log.exception("partitions could not be taken or given; trying again")
                self.partitions, self.coming, self.former = frozenset(), frozenset(), self.partitions or self.former
                self._asked, self._socket, self.losses = -math.inf, None, self.losses + 1
                lost()
                await asyncio.sleep(_LOOK / 2)
        finally:
            self.partitions, self.coming, self._asked, self._socket = frozenset(), frozenset(), math.inf, None
            self.losses += 1

    async def _ask(self, connection: Any) -> None:
        """Ask how many processes there are. Raise an error if there is no answer in time."""
        asked = monotonic()
        async with asyncio.timeout(_TRUST):
            (self._processes,) = await (await connection.execute(_PROCESSES, (OWNERS,))).fetchone()
        self._asked = asked

    async def _ask_again(self, connection: Any) -> None:
        """Ask again and again. Raise an error as soon as the connection ends."""
        while True:
            until = monotonic() + _LOOK
            while monotonic() < until:
                async for _ in connection.notifies(timeout=_WATCH):  # nothing is heard but the end of the connection
                    pass
            await self._ask(connection)

    async def _balance(self, connection: Any, taken: OnPartitions, giving: OnPartitions) -> None:
        """Take partitions that are free, or give some back, until this process has its share."""
        while True:
            wanted = math.ceil(PARTITIONS / max(self._processes, 1))
            if (more := wanted - len(self.partitions)) > 0:
                found = await self._take(connection, more)
                if found:
                    self.coming = found
                    await asyncio.sleep(_SETTLE)
                    self.coming, self.partitions = frozenset(), self.partitions | found
                    await taken(found)
            elif more < 0:
                surplus = frozenset(random.sample(sorted(self.partitions), -more))
                await giving(surplus)
                self.partitions -= surplus
                await connection.execute(_GIVE, (LOCKS, list(surplus)))
            await asyncio.sleep(_LOOK / 2)

    async def _take(self, connection: Any, most: int) -> frozenset[int]:
        others = sorted(ALL - self.partitions)
        asked = random.sample(others, len(others))  # two processes that start at once begin with different ones
        found = await (await connection.execute(_TAKE, (asked, LOCKS))).fetchall()
        taken = [one for (one,) in found]
        if too_many := taken[most:]:
            await connection.execute(_GIVE, (LOCKS, too_many))
        return frozenset(taken[:most])
