"""PostgreSQL: transactions beside each other, serializable, in a few threads on one pool of connections.

SERIALIZABLE makes transactions that read and then decide as safe as SQLite's, which run one after the other. PostgreSQL refuses
one of two that don't fit together (40001, 40P01 for a deadlock, or 23505 if both chose the same key); it is run again.

A transaction is also run again if its connection is lost before the commit: after a restart of the database, all connections
are. If that happens during the commit, nobody knows whether it was committed: that is CommitUnknownError. While no new
connection can be made, everything fails at once with DatabaseAwayError, and the log says once that it began, and that it ended.

One connection more hears the notifications of all processes.
"""

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import count
from threading import Lock, Timer
from time import monotonic, sleep
from typing import Any, TypeVar

import psycopg
import structlog
from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event, text
from sqlalchemy.engine.interfaces import IsolationLevel
from sqlalchemy.exc import DBAPIError, OperationalError

from bot.storage.database import (
    NICENESS,
    READ_THREADS,
    ChangeListener,
    CommitUnknownError,
    Database,
    TextListener,
    connection_text,
    lower_priority,
    read_url,
)
from bot.storage.ownership import LOCKS
from bot.tables.ports import DatabaseAwayError, NotOwnerError

_log = structlog.get_logger(__name__)
T = TypeVar("T")
TRANSACTIONS = 8
"""How many run at the same time: with four, PostgreSQL's own grouping of commits gains little."""

_ISOLATION: IsolationLevel = "SERIALIZABLE"
_MOST_RUNS = {"40001": 30, "40P01": 30, "23505": 3}
"""Of two transactions that chose the same number, one is sometimes refused for the key (23505) before the conflict is found."""
_MOST_LOST = 2
_TURN_ENDS = 1.0  # seconds after its end, the turn of a process that was stopped is over, too
_FIRST_PAUSE, _LONGEST_PAUSE = 0.002, 0.2  # seconds before it is run again, at most
_CONNECT_SECONDS = 5
_NOTICE_CUT = {"keepalives_idle": 4, "keepalives_interval": 2, "keepalives_count": 2, "tcp_user_timeout": 5000}
"""Without these, Linux waits for the answer of a machine that is gone for a quarter of an hour, or for ever."""

_OPTIONS = (
    "-c idle_in_transaction_session_timeout=5s"  # the transaction of a process that was stopped ends
    " -c tcp_keepalives_idle=4 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=2"  # so do a lost machine's connections
    " -c enable_seqscan=off -c jit=off"  # who scans a small table has read what others write there, and one is refused
)
APPLICATION = "ramino"

_CHANGES = "ramino"
_NOTIFY = text("SELECT pg_notify(:channel, :change)")
_QUIET, _LISTEN_AGAIN = 10.0, 1.0  # seconds until a silent connection is tried, and before the next one is opened
OLDEST_SERVER = 14
"""The oldest version that we support: its makers no longer mend older ones, which also lack `idle_session_timeout`."""


class PostgresDatabase(Database):
    dialect = "postgresql"

    def __init__(self, url: str) -> None:
        self._engine = open_postgres(url, connections=TRANSACTIONS + READ_THREADS + 1)
        self._threads = ThreadPoolExecutor(TRANSACTIONS, "transactions")
        self._readers = ThreadPoolExecutor(READ_THREADS, "reads", initializer=partial(lower_priority, NICENESS))
        self.url = url
        self._begun: dict[int, float] = {}
        self._numbers = count()
        self._listeners = defaultdict[str, list[ChangeListener]](list)
        self._channel = ""
        self._on_text: TextListener = lambda _text: None
        self._listening: asyncio.Task[None] | None = None
        self._is_away: bool | None = None  # None until the first connection: a start reports its own errors
        self._changing = Lock()

    @property
    def saving_for(self) -> float:
        return monotonic() - min(self._begun.values()) if self._begun else 0.0

    async def _transact(self, work: Callable[[Connection], T]) -> T:
        number = next(self._numbers)
        self._begun[number] = monotonic()
        future = asyncio.get_running_loop().run_in_executor(self._threads, self._store, work, self.trust())
        future.add_done_callback(lambda _: self._begun.pop(number))
        return await asyncio.shield(future)

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def read_at_once(self, work: Callable[[Connection], T]) -> T | None:
        return self._read(work)

    def notify(self, connection: Connection, what: str, number: int) -> None:
        connection.execute(_NOTIFY, {"channel": _CHANGES, "change": f"{what} {number}"})

    def on_change(self, what: str, listener: ChangeListener) -> None:
        self._listeners[what].append(listener)

    async def send(self, text: str) -> None:
        await self.transaction(lambda connection: connection.execute(_NOTIFY, {"channel": self._channel, "change": text}))

    def on_text(self, listener: TextListener) -> None:
        self._on_text = listener

    async def listen(self, channel: str = "") -> None:
        self._channel = channel
        self._listening = asyncio.create_task(self._hear(await self._open_for_changes()), name="changes")

    async def _open_for_changes(self) -> "psycopg.AsyncConnection[tuple[object, ...]]":
        connection = await psycopg.AsyncConnection.connect(
            connection_text(self.url), autocommit=True, connect_timeout=_CONNECT_SECONDS, application_name=APPLICATION
        )
        try:
            for channel in filter(None, (_CHANGES, self._channel)):
                await connection.execute(f"LISTEN {channel}")
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _hear(self, connection: "psycopg.AsyncConnection[tuple[object, ...]]") -> None:
        """Tell the listeners what changes. When the connection is lost, open another one: then everything may have changed."""
        while True:
            try:
                async with connection:
                    while True:
                        async for change in connection.notifies(timeout=_QUIET):
                            if change.channel == self._channel:
                                self._on_text(change.payload)
                                continue
                            what, _, number = change.payload.partition(" ")
                            for listener in self._listeners[what]:
                                await listener(int(number))
                        async with asyncio.timeout(_CONNECT_SECONDS):
                            await connection.execute("SELECT 1")
            except Exception as error:
                _log.info("changes by other processes aren't heard; connecting again", error=type(error).__name__)
            connection = await self._listen_again()

    async def _listen_again(self) -> "psycopg.AsyncConnection[tuple[object, ...]]":
        while True:
            try:
                connection = await self._open_for_changes()
                try:
                    for listeners in self._listeners.values():
                        for listener in listeners:
                            await listener(None)
                except BaseException:
                    await connection.close()
                    raise
            except Exception:
                await asyncio.sleep(_LISTEN_AGAIN)
            else:
                _log.info("changes by other processes are heard again")
                return connection

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        for threads in (self._threads, self._readers):
            await asyncio.to_thread(threads.shutdown)
        self._engine.dispose()

    def _store(self, work: Callable[[Connection], T], trust: int | None) -> T:
        return self._run(partial(self._attempt, work, trust))

    def _attempt(self, work: Callable[[Connection], T], trust: int | None) -> T:
        with self._connect() as connection, connection.begin() as transaction:
            self._check(trust)
            value = work(connection)
            self._check(trust)
            try:
                transaction.commit()
            except DBAPIError as error:
                if error.connection_invalidated:
                    raise CommitUnknownError from error
                raise
            return value

    def _check(self, trust: int | None) -> None:
        """Raise NotOwnerError unless what was begun with this trust may be stored."""
        if trust is None or self.trust() != trust:
            raise NotOwnerError

    def _read(self, work: Callable[[Connection], T]) -> T:
        def attempt() -> T:
            with self._connect() as connection:
                connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
                with connection.begin():
                    return work(connection)

        return self._run(attempt)

    def _run(self, attempt: Callable[[], T]) -> T:
        """Run the attempt until it doesn't fail for a reason that goes away."""
        for run in count(1):
            self.runs += 1
            try:
                return attempt()
            except DBAPIError as error:
                if error.connection_invalidated and run > _MOST_LOST:
                    raise self._away(error) from error.orig
                is_refused = run < _MOST_RUNS.get(getattr(error.orig, "sqlstate", None) or "", 0)
                if not error.connection_invalidated and not is_refused:
                    raise
            self.runs_again += 1
            sleep(random.uniform(0, min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**run)))
        raise AssertionError("it returns or raises")

    def _connect(self) -> Connection:
        """Return a connection of the pool. Raise DatabaseAwayError if there can be none."""
        try:
            connection = self._engine.connect()
        except OperationalError as error:
            raise self._away(error) from error.orig
        if self._is_away is not False:
            self._note(False)
        return connection

    def _away(self, error: DBAPIError) -> DatabaseAwayError:
        self._note(True)
        return DatabaseAwayError(str(error.orig))

    def _note(self, is_away: bool) -> None:
        with self._changing:
            has_changed, self._is_away = self._is_away is (not is_away), is_away
        if has_changed:
            _log.warning("the database can't be reached; moves are refused" if is_away else "the database can be reached again")


def open_postgres(url: str, *, connections: int) -> Engine:
    """Return an engine with so many connections, which are opened when they are first used.

    Errors show no values: not those of a statement, nor those of a row that PostgreSQL adds as DETAIL.
    """
    engine = create_engine(
        read_url(url),
        isolation_level=_ISOLATION,
        hide_parameters=True,
        pool_size=connections,
        max_overflow=0,
        connect_args={
            "connect_timeout": _CONNECT_SECONDS,
            "application_name": APPLICATION,
            "client_encoding": "utf8",  # by default it is the database's
            "options": _OPTIONS,
            **_NOTICE_CUT,
        },
    )

    @event.listens_for(engine, "do_executemany")
    def execute_one_by_one(cursor: Any, statement: str, rows: Sequence[object], _context: object) -> bool:
        for row in rows:  # all in one go would end with a Flush, which switches the timeout of idle transactions off
            cursor.execute(statement, row)
        return True

    @event.listens_for(engine, "handle_error")
    def cut_detail(context: ExceptionContext) -> None:
        for error in (context.original_exception, context.sqlalchemy_exception):
            if error is not None:
                error.args = tuple(str(one).partition("\n")[0] for one in error.args)

    return engine


def take_turn(url: str, number: int, seconds: float) -> None:
    """Return when nobody has taken the turn with this number in the last `seconds`; the next one waits so long."""
    turn = ExitStack()
    turn.enter_context(advisory_lock(url, number, wait=True, most=seconds + _TURN_ENDS))
    end = Timer(seconds, turn.close)
    end.daemon = True
    end.start()


@contextmanager
def advisory_lock(url: str, number: int, *, shared: bool = False, wait: bool = False, most: float = 0.0) -> Iterator[bool]:
    """Hold the advisory lock with this number for the block, on a connection of its own; False if another process holds it.

    Several processes can hold it `shared`. With `wait`, wait until it is free. PostgreSQL ends it after `most` seconds, even if
    this process has stopped; 0 stands for never.
    """
    function = f"pg_{'' if wait else 'try_'}advisory_lock{'_shared' * shared}"
    engine = open_postgres(url, connections=1)
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(f"SET idle_session_timeout = {round(most * 1000)}")
            asked = text(f"SELECT {function}(:space, :number)"), {"space": LOCKS, "number": number}
            yield connection.scalar(*asked) is not False
    finally:
        engine.dispose()
