"""The single access to the database: it runs one transaction after the other, and reads beside them.

A transaction is a plain function of a synchronous connection, run from its BEGIN to its COMMIT. It never awaits, so nothing can
come between its reads and its writes, and a task that is cancelled in the middle still leaves a whole transaction.

Whatever decides a write is read inside that write's transaction. Everything else is a read: it doesn't wait for transactions.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import TypeVar

from sqlalchemy import Connection, Delete, Insert, Update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.storage.engine import sqlite_file
from bot.storage.reader import Reader

T = TypeVar("T")


class Database:
    """The queue of transactions on an engine, and the reads of its file."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        file = sqlite_file(engine.url)
        self._reader = None if file is None else Reader(file)
        self._one_at_a_time = asyncio.Lock()
        self._is_closed = False

    async def transaction(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` returns, after the commit. If it raises, nothing is written."""
        return await asyncio.shield(asyncio.ensure_future(self._run(work)))

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` returns, run beside the transactions; it must not write, and should fetch at most `PAGE` rows.

        Everything that was committed before is visible to it. A database without a file has no reads beside its transactions.
        """
        if self._reader is None or self._is_closed:
            return await self.transaction(work)
        return await self._reader.read(work)

    async def write(self, statement: Insert | Update | Delete, about: Mapping[str, object]) -> int:
        """Execute one statement in a transaction and return how many rows it changed."""
        return await self.transaction(lambda connection: connection.execute(statement, about).rowcount)

    async def close(self) -> None:
        """Close the engine, after the transactions that are under way. A later one is still run, and closes it again."""
        async with self._one_at_a_time:
            self._is_closed = True
            if self._reader is not None:
                await self._reader.close()
            await self.engine.dispose()

    async def _run(self, work: Callable[[Connection], T]) -> T:
        async with self._one_at_a_time:
            try:
                async with self.engine.begin() as connection:
                    return await connection.run_sync(work)
            finally:
                if self._is_closed:
                    await self.engine.dispose()
