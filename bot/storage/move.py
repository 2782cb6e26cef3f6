"""Moving a SQLite database into an empty PostgreSQL one, in one transaction.

Whatever fails, nothing is left behind, and the move can be repeated. If only the answer to the commit was lost, the next run
finds the same rows in both.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import Connection, Table, delete, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from bot.storage.backup import write_marker
from bot.storage.migrate import read_schema_version, upgrade
from bot.storage.postgres_database import open_postgres
from bot.storage.schema import heartbeat, metadata
from bot.storage.sqlite_database import open_read_only

_TOGETHER = 10_000
"""The most rows in one COPY: until its end, PostgreSQL remembers each of them in memory, to check its foreign keys."""


class MoveFailedError(Exception):
    """The move broke off; the message gives the cause."""


class NotEmptyError(Exception):
    """The PostgreSQL database holds something else."""


def move(file: Path, url: str) -> dict[str, int]:
    """Copy all rows of a SQLite file to PostgreSQL, compare them, and return how many there are by table.

    Hold both databases meanwhile; the file has the newest schema. Raise MoveFailedError, NotEmptyError and SchemaRefusedError.
    """
    engine = open_postgres(url, connections=1)
    try:
        with closing(open_read_only(file)) as old, engine.begin() as new:
            old.text_factory = _read_text
            old.execute("BEGIN")
            _prepare(new)
            if is_empty := _is_empty(new):
                _copy(old, new)
            rows = dict[str, int]()
            for table in metadata.sorted_tables:
                rows[table.name], total = _sum(_read(table, new))
                if (rows[table.name], total) != _sum(old.execute(_select(table))):
                    raise MoveFailedError(f"other rows arrived in {table.name}") if is_empty else NotEmptyError
            return rows
    except (psycopg.Error, SQLAlchemyError, sqlite3.Error) as error:
        raise MoveFailedError(str(error.__cause__ or error).partition("\n")[0]) from error  # the next line may show a row
    finally:
        engine.dispose()


def _read_text(stored: bytes) -> str:
    """Return a text without the character U+0000, which PostgreSQL can't store."""
    return stored.replace(b"\0", b"").decode()


def _prepare(new: Connection) -> None:
    new.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))  # it waits while a large file is read
    if read_schema_version(new) is None and inspect(new).get_table_names():
        raise NotEmptyError
    upgrade(new)


def _is_empty(new: Connection) -> bool:
    """Return True if nobody has used the database. A bot that was only started there has left a heartbeat."""
    used = (table for table in metadata.sorted_tables if table is not heartbeat)
    return not any(new.execute(select(text("1")).select_from(table).limit(1)).all() for table in used)


def _copy(old: sqlite3.Connection, new: Connection) -> None:
    """Copy the rows, the last numbers that were given, and the marker: deleted numbers never come again, old buttons work."""
    new.execute(delete(heartbeat))
    with _cursor(new) as cursor:
        for table in metadata.sorted_tables:
            rows = old.execute(_select(table))
            while some := rows.fetchmany(_TOGETHER):
                with cursor.copy(f'COPY "{table.name}" ({_columns(table)}) FROM STDIN') as copy:
                    for row in some:
                        copy.write_row(row)
        for name, last in old.execute("SELECT name, seq FROM sqlite_sequence WHERE seq > 0"):
            if name in metadata.tables:
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'number'), %s)", (f'"{name}"', last))
    (marker,) = old.execute("PRAGMA user_version").fetchone()
    write_marker(new, marker)


def _read(table: Table, new: Connection) -> Iterator[tuple[object, ...]]:
    with _cursor(new, "rows") as cursor:
        cursor.itersize = _TOGETHER
        yield from cursor.execute(_select(table))


def _sum(rows: Iterable[tuple[object, ...]]) -> tuple[int, int]:
    """Return the number of rows and the sum of their hashes, for which their order doesn't matter."""
    count = total = 0
    for row in rows:
        count += 1
        total += int.from_bytes(blake2b(repr(row).encode(), digest_size=16).digest(), "big")
    return count, total


def _select(table: Table) -> str:
    return f'SELECT {_columns(table)} FROM "{table.name}"'


def _columns(table: Table) -> str:
    return ", ".join(f'"{column.name}"' for column in table.columns)


def _cursor(new: Connection, *name: str) -> Any:
    """Return a cursor of psycopg's: SQLAlchemy has no COPY. One with a name reads page by page."""
    driver: Any = new.connection.driver_connection
    return driver.cursor(*name)
