"""New databases for tests, SQLite's and PostgreSQL's: the schema is made once for each worker, and copied."""

import asyncio
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest

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
        yield f"sqlite+aiosqlite:///{tmp_path / 'ramino.db'}"
        return
    cluster: Postgres = request.getfixturevalue("postgres")
    address = cluster.new_database()
    yield address
    cluster.drop(address)


def execute(url: str, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """Execute a statement on a database behind the bot's back and return the rows; `?` stands for a value."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.partition("///")[2], isolation_level=None, timeout=10)) as file:
            return file.execute(statement, values).fetchall()
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute(statement.replace("?", "%s"), values or None)  # type: ignore[call-overload]
        return found.fetchall() if found.description else []


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
