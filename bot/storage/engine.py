"""Opens the engine of a database: what SQLite must be told so that no move is lost and no two transactions mix."""

from pathlib import Path
from sqlite3 import OperationalError
from time import monotonic, sleep
from typing import Any, Literal

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

DEFAULT_URL = "sqlite+aiosqlite:///var/ramino.db"
BUSY_SECONDS = 10  # how long one process waits for another one's transaction
_PAUSE = 0.02

Synchronous = Literal["FULL", "NORMAL", "EXTRA"]


def open_engine(url: str = DEFAULT_URL, *, synchronous: Synchronous = "FULL") -> AsyncEngine:
    """An engine for SQLite or PostgreSQL. It connects when it is first used; the folder of a SQLite file is made.

    `synchronous` is SQLite's: FULL keeps every committed move through a power cut, NORMAL may lose the last ones.
    The driver in the URL may be left out (`sqlite:` means the same as `sqlite+aiosqlite:`).
    """
    address = read_url(url)
    if address.get_backend_name() != "sqlite":
        return create_async_engine(address)
    if (file := sqlite_file(address)) is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(address, connect_args={"timeout": BUSY_SECONDS, "isolation_level": None})

    @event.listens_for(engine.sync_engine, "connect")
    def told(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        _set_wal(cursor)
        for pragma in (f"synchronous={synchronous}", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begun(connection: Connection) -> None:
        """Python's driver would begin at the first write, after the reads that it was decided on: updates were lost."""
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _set_wal(cursor: Any) -> None:
    """SQLite waits for another process's transaction everywhere but here, where a new file gets its journal."""
    patience = monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except OperationalError:
            if monotonic() > patience:
                raise
            sleep(_PAUSE)
        else:
            return


def read_url(url: str) -> URL:
    """Raises sqlalchemy.exc.ArgumentError for what is no URL, or one of another database."""
    address = make_url(url)
    match address.get_backend_name():
        case "sqlite":
            return address.set(drivername="sqlite+aiosqlite")
        case "postgresql":
            return address.set(drivername="postgresql+psycopg")
        case other:
            raise ArgumentError(f"{other!r} is neither sqlite nor postgresql")


def sqlite_file(address: URL) -> Path | None:
    """The file of a SQLite database; None for one in memory, and for other databases."""
    name = address.database or ":memory:"
    if address.get_backend_name() != "sqlite" or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(name)
