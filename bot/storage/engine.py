"""Opening a database, with the settings that SQLite needs so that no move is lost and no transactions mix."""

import os
import sqlite3
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Literal
from urllib.parse import quote

from sqlalchemy import URL, Connection, Table, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_SECONDS = 10  # how long one process waits for another one's transaction
_PAUSE = 0.02
_PATIENCE = 30.0  # seconds that a read of a whole database waits for a lock

Synchronous = Literal["FULL", "NORMAL", "EXTRA"]


def open_engine(url: str, *, synchronous: Synchronous = "FULL") -> AsyncEngine:
    """Return an engine for SQLite or PostgreSQL, which connects when it is first used. Create the folder of a SQLite file.

    `synchronous` is SQLite's setting: FULL keeps every committed move through a power cut, NORMAL can lose the last ones.
    The URL can leave the driver out (`sqlite:` means the same as `sqlite+aiosqlite:`). Errors don't show the values of a
    statement: they would put cards and names into the log.
    """
    address = read_url(url)
    if address.get_backend_name() != "sqlite":
        return create_async_engine(address, hide_parameters=True)
    if (file := sqlite_file(address)) is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(
        address,
        connect_args={"timeout": BUSY_SECONDS, "isolation_level": None},
        hide_parameters=True,
        pool_reset_on_return=None,  # `Database` ends each transaction; a rollback after it would be one more trip to the thread
    )

    @event.listens_for(engine.sync_engine, "connect")
    def set_pragmas(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        _set_wal(cursor)
        for pragma in (f"synchronous={synchronous}", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
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
            sleep(_PAUSE)
        else:
            return


def read_url(url: str) -> URL:
    """Return the URL with the driver that we use. Raise sqlalchemy's ArgumentError if it is invalid or of another database."""
    address = make_url(url)
    match address.get_backend_name():
        case "sqlite":
            return address.set(drivername="sqlite+aiosqlite")
        case "postgresql":
            return address.set(drivername="postgresql+psycopg")
        case other:
            raise ArgumentError(f"{other!r} is neither sqlite nor postgresql")


def sqlite_file(address: URL) -> Path | None:
    """Return the file of a SQLite database; None for one in memory, and for other databases.

    Where the name is a symbolic link, return the file that it leads to: what lies beside a database lies there.
    """
    name = address.database or ":memory:"
    if address.get_backend_name() != "sqlite" or name == ":memory:" or name.startswith("file:"):
        return None
    file = Path(name)
    return Path(os.path.realpath(file)) if os.path.islink(file) else file  # unlike Path, they never raise


def open_read_only(database: Path) -> sqlite3.Connection:
    """Return a connection that cannot change the database, for any thread, one at a time. Raise sqlite3.Error."""
    uri = f"file:{quote(str(database.absolute()))}?mode=ro"
    return sqlite3.connect(uri, uri=True, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)


def upsert(
    dialect: str, table: Table, *, key: tuple[str, ...], replacing: tuple[str, ...]
) -> sqlite.Insert | postgresql.Insert:
    """Insert rows of `table`; where a row with the same `key` exists, replace these columns in it.

    SQLAlchemy has this statement in the dialects of the two databases only.
    """
    insert = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    return insert.on_conflict_do_update(index_elements=key, set_={name: insert.excluded[name] for name in replacing})
