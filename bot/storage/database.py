"""The single access to the database, SQLite's or PostgreSQL's: transactions, and reads beside them.

A transaction is a plain function of a synchronous connection, run from its BEGIN to its COMMIT. It never awaits, so a task that
is cancelled in the middle still leaves a whole transaction.

Whatever decides a write is read inside that write's transaction: then nothing comes between them. Everything else is a read: it
sees the database as of its beginning, and neither waits for transactions nor makes them wait.
"""

import os
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Literal, TypeVar

import structlog
from sqlalchemy import URL, Connection, Delete, Insert, Table, Update, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError

from bot.tables.ports import NotStoredError, WhyNotStored

_log = structlog.get_logger(__name__)
T = TypeVar("T")
Synchronous = Literal["FULL", "NORMAL", "EXTRA"]

READ_THREADS = 2
NICENESS = 10  # of the threads that read: with 19, a read is interrupted while it holds Python's lock, and everything waits
PAGE = 1000
"""The most rows that one read may fetch: the next read waits for it. Longer results are read page by page."""


_WHY: dict[object, WhyNotStored] = {
    **dict.fromkeys((sqlite3.SQLITE_FULL, "53100"), WhyNotStored.FULL),
    **dict.fromkeys((sqlite3.SQLITE_READONLY, "25006"), WhyNotStored.READ_ONLY),
    **dict.fromkeys((sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, "58030"), WhyNotStored.BROKEN),
}
ON_STORED: ContextVar[Callable[[], None]] = ContextVar("on stored", default=lambda: None)  # after each transaction
OUTAGE_OVER = 60.0  # seconds without a failure: on a full disk, small transactions still succeed

ChangeListener = Callable[[int | None], Coroutine[None, None, None]]
"""Called with the number of what has changed; with None if that may be everything, because notifications were lost."""

TextListener = Callable[[str], None]


class CommitUnknownError(Exception):
    """The connection was lost during a commit: nobody knows whether it happened. Only PostgreSQL's can be."""


class Database(ABC):
    """Transactions and reads of one database."""

    dialect: str
    """`sqlite` or `postgresql`."""
    url = ""
    trust: Callable[[], int | None] = staticmethod(lambda: 0)
    """Returns None while another process may own what this one has owned: then nothing is stored. What was begun before this
    process lost everything isn't stored, either: the number has changed."""
    runs = runs_again = 0
    """How many transactions and reads were run, and how many runs were needed again: only PostgreSQL's are counted."""
    _is_playing = False
    _failed_at: float | None = None  # the latest time in an outage

    @property
    @abstractmethod
    def saving_for(self) -> float:
        """For how many seconds the oldest commit under way has been tried; 0 without one."""

    async def transaction(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` returns, after the commit. If it raises, nothing is written.

        `work` changes nothing but the database: it might run twice, after a rollback. Raise CommitUnknownError,
        DatabaseAwayError, and in play NotStoredError. The log says once that an outage begins, and that it is over.
        """
        try:
            value = await self._transact(work)
        except DBAPIError as error:
            code = getattr(error.orig, "sqlstate", None) or getattr(error.orig, "sqlite_errorcode", 0) & 0xFF
            if code not in _WHY or not self._is_playing:
                raise
            if self._failed_at is None:
                _log.error("nothing can be stored; moves are refused", why=_WHY[code], error=str(error.orig))
            self._failed_at = monotonic()
            raise NotStoredError(_WHY[code]) from error.orig
        ON_STORED.get()()
        if self._failed_at is not None and monotonic() - self._failed_at > OUTAGE_OVER:
            self._failed_at = None
            _log.warning("everything is stored again")
        return value

    @abstractmethod
    async def _transact(self, work: Callable[[Connection], T]) -> T:
        """Do what `transaction` does, but for what can't be stored."""

    @abstractmethod
    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` returns, run beside the transactions; it must not write, and should fetch at most `PAGE` rows.

        Everything that was committed before is visible to it.
        """

    @abstractmethod
    async def close(self) -> None:
        """Close all connections, after the transactions that are under way."""

    def notify(self, connection: Connection, what: str, number: int) -> None:  # noqa: B027  (SQLite has one process)
        """Tell all processes that this has changed, once the transaction is committed.

        In PostgreSQL such commits wait for each other: notify only of what changes rarely.
        """

    def on_change(self, what: str, listener: ChangeListener) -> None:  # noqa: B027
        """Call the listener after each change of which a process notifies, its own ones too."""

    async def listen(self, channel: str = "") -> None:  # noqa: B027
        """Begin to hear changes, and what is sent on this channel; an empty name stands for none."""

    async def send(self, text: str) -> None:  # noqa: B027
        """Send a text of at most 7,999 bytes to all processes that listen on our channel, this one too. Nothing stores it."""

    def on_text(self, listener: TextListener) -> None:  # noqa: B027
        """Call this listener, instead of the one before, with each text that is sent."""

    def read_at_once(self, work: Callable[[Connection], T]) -> T | None:
        """Return what `work` returns while everything else waits; None where only this process writes."""
        return None

    def begin_play(self) -> None:
        """From now on, SQLite's waits as long as another program locks it. Until then that is an error, after some seconds."""
        self._is_playing = True

    async def write(self, statement: Insert | Update | Delete, about: Mapping[str, object]) -> int:
        """Execute one statement in a transaction and return how many rows it changed."""
        return await self.transaction(lambda connection: connection.execute(statement, about).rowcount)


def read_url(url: str) -> URL:
    """Return the URL with the driver that we use. Raise sqlalchemy's ArgumentError if it is invalid or of another database."""
    address = make_url(url)
    match address.get_backend_name():
        case "sqlite":
            return address.set(drivername="sqlite")
        case "postgresql":
            return address.set(drivername="postgresql+psycopg")
        case other:
            raise ArgumentError(f"{other!r} is neither sqlite nor postgresql")


def connection_text(url: str) -> str:
    """Return a PostgreSQL URL as psycopg reads it, with the password."""
    from psycopg.conninfo import make_conninfo  # installed for those who use it

    address = read_url(url)
    _, parts = address.get_dialect()().create_connect_args(address)
    return make_conninfo(**parts)


def shown_url(address: URL) -> str:
    """Return the URL without a password, which may also stand after a question mark."""
    return address.set(query={}).render_as_string(hide_password=True)


def sqlite_file(address: URL) -> Path | None:
    """Return the file of a SQLite database; None for one in memory, and for other databases.

    Where the name is a symbolic link, return the file that it leads to: what lies beside a database lies there.
    """
    name = address.database or ":memory:"
    if address.get_backend_name() != "sqlite" or name == ":memory:" or name.startswith("file:"):
        return None
    file = Path(name)
    return Path(os.path.realpath(file)) if os.path.islink(file) else file  # unlike Path, they never raise


@cache
def upsert(
    dialect: str, table: Table, *, key: tuple[str, ...], replacing: tuple[str, ...]
) -> sqlite.Insert | postgresql.Insert:
    """Insert rows of `table`; where a row with the same `key` exists, replace these columns in it.

    SQLAlchemy has this statement in the dialects of the two databases only.
    """
    insert = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    return insert.on_conflict_do_update(index_elements=key, set_={name: insert.excluded[name] for name in replacing})


def overwrite_deleted(connection: Connection) -> None:
    """Let SQLite overwrite what this connection deletes from now on."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")


def lower_priority(niceness: int) -> None:
    """Lower the priority of the current thread, for good. `niceness` is at most 19; a normal thread has 0."""
    with suppress(OSError):  # only Linux knows the priority of a single thread
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
