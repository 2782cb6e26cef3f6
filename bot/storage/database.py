"""The one door to the database: one transaction after the other.

A transaction is a plain function of a synchronous connection, run through from its BEGIN to its COMMIT: it awaits nothing of
ours, so nothing can come between its reads and its writes, and a task that is cancelled in the middle leaves a whole
transaction behind.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")


class Database:
    """Reads come through the same door: they are few, since tables in play and known people are kept in memory."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._one_at_a_time = asyncio.Lock()

    async def transaction(self, work: Callable[[Connection], T]) -> T:
        """What `work` returns, once it is committed. If it raises, nothing was written."""
        return await asyncio.shield(asyncio.ensure_future(self._run(work)))

    async def close(self) -> None:
        """After the transactions that are under way."""
        async with self._one_at_a_time:
            await self.engine.dispose()

    async def _run(self, work: Callable[[Connection], T]) -> T:
        async with self._one_at_a_time, self.engine.begin() as connection:
            return await connection.run_sync(work)
