"""New databases for tests, SQLite's and PostgreSQL's: the schema is made once for each worker, and copied."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest
from sqlalchemy import Engine, event

from bot.storage.store import open_store
from tests.postgres import Postgres, need_postgres, open_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for the tests of this worker."""
    need_postgres()
    with open_postgres() as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of the database of this test, with the newest schema: each test runs on both."""
    if request.param == "sqlite":
        new_database(tmp_path / "ramino.db")
        yield f"sqlite:///{tmp_path / 'ramino.db'}"
        return
    cluster: Postgres = request.getfixturevalue("postgres")
    address = cluster.new_database()
    yield address
    cluster.give_back(address)


on_sqlite = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
"""For tests of what doesn't depend on the database."""


def execute(url: str, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """Execute a statement on a database behind the bot's back and return the rows; `?` stands for a value."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.partition("///")[2], isolation_level=None, timeout=10)) as file:
            return file.execute(statement, values).fetchall()
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute(statement.replace("?", "%s"), values or None)  # type: ignore[call-overload]
        return found.fetchall() if found.description else []


@contextmanager
def without_scans(url: str) -> Iterator[None]:
    """Check that no statement of the block reads all rows of a table. Each is explained at the end.

    The few tables that are behind, and deadlines up to the first one that is wanted, may be read in order."""
    asked = dict[str, Any]()

    def record(_connection: object, _cursor: object, statement: str, values: Any, *_: object) -> None:
        asked[statement] = values[0] if isinstance(values, list) else values

    event.listen(Engine, "before_cursor_execute", record)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", record)
    is_sqlite, scan = (
        url.startswith("sqlite"),
        re.compile(r"SCAN (?!\(subquery|CONSTANT|.*ix_tables_behind|.*ix_deadlines_due)|.*Seq Scan"),
    )
    with closing(sqlite3.connect(url.partition("///")[2]) if is_sqlite else psycopg.connect(url)) as connection:
        if not is_sqlite:  # for tables with so few rows it would choose to scan them
            connection.execute("SET enable_seqscan = off")
        for statement, values in asked.items():
            if statement.startswith(("SELECT", "UPDATE", "DELETE", "INSERT")):
                explained = connection.execute(f"EXPLAIN {'QUERY PLAN ' * is_sqlite}{statement}", values or ())
                plan = [str(row[-1]) for row in explained.fetchall()]
                assert not list(filter(scan.match, plan)), (statement, plan)


def new_database(file: Path) -> None:
    """Make this file an empty database with the newest schema."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(_content())


@cache
def _content() -> bytes:
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as beside_the_loop:
        file = Path(folder) / "new.db"
        beside_the_loop.submit(asyncio.run, _make(file)).result()
        return file.read_bytes()


async def _make(file: Path) -> None:
    async with open_store(f"sqlite:///{file}", synchronous="NORMAL"):
        pass
