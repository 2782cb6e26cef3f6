"""The reads of a database file: on connections of their own that cannot write, in threads of their own.

In WAL mode a read sees the database as of its beginning, and neither waits for the writer nor makes it wait.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import sleep
from typing import TypeVar

from sqlalchemy import Connection, QueuePool, create_engine, event

from bot.storage.backup_file import open_read_only
from bot.storage.gentle_thread import lower_priority

T = TypeVar("T")
THREADS = 2
_WORK, _PAUSE = 30_000, 0.001
"""A long read rests for a millisecond after so many of SQLite's instructions (some 1.5 ms): a move gets the processor."""
_NICENESS = 10  # of the threads: with 19, a read is interrupted while it holds Python's lock, and everything waits
PAGE = 1000
"""The most rows that one read may fetch: the next read waits for it. Longer results are read page by page."""


class Reader:
    """A queue of reads on two connections, which are opened when they are first used."""

    def __init__(self, file: Path) -> None:
        self._engine = create_engine(
            "sqlite://",
            creator=lambda: _connect(file),
            poolclass=QueuePool,
            pool_size=THREADS,
            max_overflow=0,
            hide_parameters=True,
        )
        self._threads = ThreadPoolExecutor(THREADS, "reads", initializer=partial(lower_priority, _NICENESS))

        @event.listens_for(self._engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN")

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` returns, run in a thread. Everything that was committed before is visible to it."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, work)

    async def close(self) -> None:
        """Close the connections, after the reads that are under way or waiting."""
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()

    def _run(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)


def _connect(file: Path) -> sqlite3.Connection:
    connection = open_read_only(file, for_threads=True)
    connection.execute("PRAGMA temp_store=MEMORY")  # a sort in a file makes each commit wait longer for the disk
    connection.set_progress_handler(lambda: sleep(_PAUSE), _WORK)
    return connection
