"""SQLite: transactions one after the other, several in a commit, and reads beside them.

In WAL mode a read sees the database as of its beginning, and neither waits for the writer nor makes it wait.

On a slow disk a commit can take seconds. If each transaction waited for its own, a move behind ten others would take a minute.
All that come during a commit run in the next one, each in a savepoint: a transaction waits for one commit before its own.

While another program locks the database, transactions wait: nothing fails, and the log says it once.

It is opened here, too, with the settings that SQLite needs so that no move is lost and no transactions mix.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar, cast
from urllib.parse import quote

import aiosqlite
import structlog
from sqlalchemy import Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from bot.storage.database import NICENESS, READ_THREADS, Database, Synchronous, lower_priority, read_url, sqlite_file
from bot.tables.ports import DatabaseLockedError

_log = structlog.get_logger(__name__)
T = TypeVar("T")
_MOST_TOGETHER = 50
"""The transactions that share a commit, so that the first of them isn't delayed for long by the statements of the others."""

_HEAD_START = 0.02
"""How long, in seconds, a read lets the transactions under way go first: both need Python's lock, and a move is more urgent."""

_LOCK_PAUSE = 0.02  # seconds, after SQLite's own wait for a lock

_WORK, _REST = 30_000, 0.001
"""A long read rests for a millisecond after so many of SQLite's instructions (some 1.5 ms): a move gets the processor."""
BUSY_SECONDS = 10  # how long one process waits for another one's transaction
_PATIENCE = 30.0  # seconds that a read of a whole database waits for a lock


def open_engine(url: str, *, synchronous: Synchronous = "FULL") -> Engine:
    """Return an engine for SQLite, which connects when it is first used. Create the folder of a SQLite file.

    `synchronous` is SQLite's setting: FULL keeps every committed move through a power cut, NORMAL can lose the last ones.
    Errors don't show the values of a statement: they would put cards and names into the log.
    """
    address = read_url(url)
    if (file := sqlite_file(address)) is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(
        address,
        connect_args={"timeout": BUSY_SECONDS, "isolation_level": None},
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def set_pragmas(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        _set_wal(cursor)
        for pragma in (f"synchronous={synchronous}", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin_immediate(connection: Connection) -> None:
        """Begin immediately: Python's driver begins at the first write, after the reads that decide it, and loses updates."""
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _set_wal(cursor: Any) -> None:
    """Set WAL mode, and wait for another process's transaction: SQLite doesn't wait where a new file gets its journal."""
    patience = monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > patience:
                raise
            sleep(_LOCK_PAUSE)
        else:
            return


def open_read_only(database: Path) -> sqlite3.Connection:
    """Return a connection that cannot change the database, for any thread, one at a time. Raise sqlite3.Error."""
    uri = f"file:{quote(str(database.absolute()))}?mode=ro"
    return sqlite3.connect(uri, uri=True, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)


@dataclass(frozen=True, slots=True)
class _Waiting:
    work: Callable[[Connection], Any]
    done: "asyncio.Future[Any]"

    def finish(self, outcome: "_Outcome") -> None:
        if self.done.done():
            return
        if outcome.error is None:
            self.done.set_result(outcome.value)
        else:
            self.done.set_exception(outcome.error)


@dataclass(frozen=True, slots=True)
class _Outcome:
    value: object = None
    error: BaseException | None = None


class SqliteDatabase(Database):
    """The queue of transactions on an engine, which aiosqlite's thread runs, and the reads of its file."""

    dialect = "sqlite"

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._writer: _Writer | None = None
        self._waiting: deque[_Waiting] = deque()
        self._running: asyncio.Task[None] | None = None
        file = sqlite_file(engine.url)
        self._reader = None if file is None else Reader(file)
        self._one_at_a_time = asyncio.Lock()
        self._commit_began: float | None = None
        self._is_closing = False
        self._is_closed = False

    @property
    def saving_for(self) -> float:
        return 0.0 if self._commit_began is None else monotonic() - self._commit_began

    async def _transact(self, work: Callable[[Connection], T]) -> T:
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(work, done))
        if self._running is None:
            self._running = asyncio.create_task(self._run_all(), name="transactions")
        return await asyncio.shield(done)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Begin when no transaction is under way, or after a short time. A slow commit doesn't delay it any further.

        A database without a file has no reads beside its transactions.
        """
        if self._reader is not None and self._running is not None:
            await asyncio.wait((self._running,), timeout=_HEAD_START)
        if self._reader is None or self._is_closed:
            return await self.transaction(work)
        return await self._reader.read(work)

    async def close(self) -> None:
        """Close the engine, after the transactions that are under way. A later one is still run, and closes it again.

        They don't wait for a lock any more, but raise DatabaseLockedError.
        """
        self._is_closing = True
        while self._running is not None:
            await asyncio.wait((self._running,))
        async with self._one_at_a_time:
            self._is_closed = True
            try:
                if self._reader is not None:
                    await self._reader.close()
            finally:
                await self._disconnect()

    async def _run_all(self) -> None:
        group: list[_Waiting] = []
        try:
            while self._waiting:
                group = [self._waiting.popleft() for _ in range(min(len(self._waiting), _MOST_TOGETHER))]
                await self._run_group(group)
        finally:
            self._running = None
            for one in (*group, *self._waiting):  # none, unless this task was cancelled
                one.done.cancel()

    async def _run_group(self, group: list[_Waiting]) -> None:
        """Run the transactions in one commit. If the database breaks that off, run each of them alone."""
        has_begun = False

        def work(connection: Connection) -> list[_Outcome]:
            nonlocal has_begun
            has_begun = True
            return [_attempt(connection, one.work) for one in group]

        if len(group) > 1:
            try:
                outcomes = await self._run(work)
            except Exception as error:  # before the first work, the database is locked or gone: for each of them
                outcomes = [] if has_begun else [_Outcome(error=error)] * len(group)
            for one, outcome in zip(group, outcomes, strict=False):
                one.finish(outcome)
            if outcomes:
                return
        for one in group:
            try:
                outcome = _Outcome(await self._run(one.work))
            except Exception as error:
                outcome = _Outcome(error=error)
            one.finish(outcome)

    async def _run(self, work: Callable[[Connection], T]) -> T:
        async with self._one_at_a_time:
            self._commit_began, is_reported = monotonic(), False
            try:
                while True:
                    try:
                        return await self._in_thread(partial(_transact, self.engine, work))
                    except OperationalError as error:
                        if not _is_locked(error) or not (self._is_playing or self._is_closing):
                            raise
                        if self._is_closing:
                            raise DatabaseLockedError from error
                    if not is_reported:
                        _log.warning("another program locks the database; moves wait until it is free")
                        is_reported = True
                    await asyncio.sleep(_LOCK_PAUSE)
            finally:
                if is_reported:
                    _log.warning("the wait for the database is over", seconds=round(self.saving_for))
                self._commit_began = None
                if self._is_closed:
                    await self._disconnect()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._writer is None:
            writer = _Writer(partial(_connect_to, self.engine), iter_chunk_size=1)
            await writer.open()
            self._writer = writer
        return await self._writer.run(work)

    async def _disconnect(self) -> None:
        if self._writer is not None:
            writer, self._writer = self._writer, None
            await writer.close()
        self.engine.dispose()  # also of a connection that came when nobody waited for it any more


class _Writer(aiosqlite.Connection):
    """The connection that changes the database. A transaction makes one trip to its thread: one for each statement is dear."""

    async def open(self) -> None:
        """Connect. If that fails, wait for the end of the thread, of which it tells the loop.

        A connection that nobody closes doesn't keep the process from ending.
        """
        self._thread.daemon = True
        try:
            await self
        except BaseException:
            await asyncio.to_thread(self._thread.join)
            raise

    async def run(self, work: Callable[[], T]) -> T:
        """Return what `work` returns, run in the thread."""
        return cast("T", await self._execute(work))  # type: ignore[no-untyped-call]


def _connect_to(engine: Engine) -> sqlite3.Connection:
    """Return the connection of an engine, which uses it for all transactions of this thread."""
    with engine.connect() as connection:
        return cast("sqlite3.Connection", connection.connection.driver_connection)


def _transact(engine: Engine, work: Callable[[Connection], T]) -> T:
    with engine.connect() as connection, connection.begin():
        return work(connection)


def _is_locked(error: OperationalError) -> bool:
    return getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def _attempt(connection: Connection, work: Callable[[Connection], object]) -> _Outcome:
    """Run the work in a savepoint, and return its outcome. Raise DBAPIError if the outer transaction might be rolled back."""
    savepoint = connection.begin_nested()
    try:
        outcome = _Outcome(work(connection))
    except Exception as error:
        if isinstance(error, DBAPIError) and not isinstance(error, IntegrityError):
            raise
        savepoint.rollback()
        return _Outcome(error=error)
    savepoint.commit()
    return outcome


class Reader:
    """The reads of a database file, in threads of their own, on two connections that cannot write."""

    def __init__(self, file: Path) -> None:
        self._engine = create_engine(
            "sqlite://",
            creator=lambda: _connect(file),
            poolclass=QueuePool,
            pool_size=READ_THREADS,
            max_overflow=0,
            hide_parameters=True,
        )
        self._threads = ThreadPoolExecutor(READ_THREADS, "reads", initializer=partial(lower_priority, NICENESS))

        @event.listens_for(self._engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN")

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` returns, run in a thread. Everything that was committed before is visible to it."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, _transact, self._engine, work)

    async def close(self) -> None:
        """Close the connections, after the reads that are under way or waiting."""
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()


def _connect(file: Path) -> sqlite3.Connection:
    connection = open_read_only(file)
    connection.execute("PRAGMA temp_store=MEMORY")  # a sort in a file makes each commit wait longer for the disk
    connection.set_progress_handler(lambda: sleep(_REST), _WORK)
    return connection
