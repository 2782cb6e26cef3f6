"""Transactions run one after the other, whole or not at all, and are on the disk when they are over."""

import asyncio
import resource
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, make_url
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.pool import QueuePool
from structlog.testing import capture_logs

from bot.storage import database as any_database
from bot.storage import sqlite_database as database_module
from bot.storage.database import Database, Synchronous, sqlite_file
from bot.storage.sqlite_database import SqliteDatabase, open_engine
from bot.tables.ports import NotStoredError, WhyNotStored
from tests.conftest import ROOT
from tests.storage.sqlite_files import url

__all__ = ["url"]


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    database = SqliteDatabase(open_engine(url))
    yield database
    await database.close()


def _sql(statement: str) -> Callable[[Connection], object]:
    return lambda connection: connection.exec_driver_sql(statement)


def _value(statement: str) -> Callable[[Connection], object]:
    return lambda connection: connection.exec_driver_sql(statement).scalar()


async def test_a_hundred_increments_by_four_connections_add_up_to_a_hundred(url: str) -> None:
    databases = [SqliteDatabase(open_engine(url, synchronous="NORMAL")) for _ in range(4)]
    await databases[0].transaction(_sql("CREATE TABLE counter (n INTEGER)"))
    await databases[0].transaction(_sql("INSERT INTO counter VALUES (0)"))

    def increment(connection: Connection) -> None:
        read = connection.exec_driver_sql("SELECT n FROM counter").scalar_one()
        time.sleep(0.001)
        connection.exec_driver_sql("UPDATE counter SET n = ?", (read + 1,))

    async def twenty_five(database: Database) -> None:
        for _ in range(25):
            await database.transaction(increment)

    await asyncio.gather(*map(twenty_five, databases))
    assert await databases[0].transaction(_value("SELECT n FROM counter")) == 100
    for database in databases:
        await database.close()


async def test_a_transaction_that_raises_writes_nothing_and_the_next_one_works(database: Database) -> None:
    await database.transaction(_sql("CREATE TABLE marks (n INTEGER PRIMARY KEY)"))

    def fails(connection: Connection) -> None:
        connection.exec_driver_sql("INSERT INTO marks VALUES (1)")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await database.transaction(fails)
    assert await database.transaction(_value("SELECT count(*) FROM marks")) == 0
    await database.transaction(_sql("INSERT INTO marks VALUES (1)"))
    with pytest.raises(IntegrityError):
        await database.transaction(_sql("INSERT INTO marks VALUES (1)"))
    assert await database.transaction(_value("SELECT count(*) FROM marks")) == 1


async def test_a_cancelled_task_leaves_a_whole_transaction_behind(database: Database) -> None:
    await database.transaction(_sql("CREATE TABLE marks (n INTEGER)"))
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def two_marks(connection: Connection) -> None:
        connection.exec_driver_sql("INSERT INTO marks VALUES (1)")
        loop.call_soon_threadsafe(begun.set)
        time.sleep(0.02)
        connection.exec_driver_sql("INSERT INTO marks VALUES (2)")

    task = asyncio.create_task(database.transaction(two_marks))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await database.transaction(_value("SELECT count(*) FROM marks")) == 2


async def test_a_locked_database_raises_an_error_and_works_again_afterwards(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0.01)
    database = SqliteDatabase(open_engine(url))
    await database.transaction(_sql("CREATE TABLE marks (n INTEGER)"))
    somebody = open_engine(url)
    with somebody.connect() as connection, connection.begin(), pytest.raises(OperationalError, match="locked"):
        await database.transaction(_sql("INSERT INTO marks VALUES (1)"))
    somebody.dispose()
    await database.transaction(_sql("INSERT INTO marks VALUES (1)"))
    await database.close()


@pytest.mark.parametrize(
    ("why", "begin", "end"),
    [
        (WhyNotStored.FULL, "max_page_count = 1", "max_page_count = 9999"),
        (WhyNotStored.READ_ONLY, "query_only = ON", "query_only = OFF"),
        (WhyNotStored.BROKEN, 1, resource.RLIM_INFINITY),
    ],
)
async def test_what_cannot_be_stored_says_why_and_the_log_says_it_once_an_outage(
    url: str, monkeypatch: pytest.MonkeyPatch, why: WhyNotStored, begin: str | int, end: str | int
) -> None:
    """`begin` and `end` are pragmas, or how large a file may become: the system refuses what would be larger."""
    database = SqliteDatabase(open_engine(url))
    await database.transaction(_sql("CREATE TABLE marks (n BLOB)"))
    database.begin_play()

    def let_fail(pragma: str | int) -> None:
        if isinstance(pragma, int):
            resource.setrlimit(resource.RLIMIT_FSIZE, (pragma, resource.RLIM_INFINITY))
            return
        connection = database.engine.raw_connection()
        connection.cursor().execute(f"PRAGMA {pragma}")
        connection.close()

    write = _sql("INSERT INTO marks VALUES (zeroblob(9999))")
    with capture_logs() as log:
        for _ in range(2):
            let_fail(begin)
            for outcome in await asyncio.gather(*map(database.transaction, [write] * 3), return_exceptions=True):
                assert isinstance(outcome, NotStoredError)
                assert (outcome.why, type(outcome.__cause__)) == (why, sqlite3.OperationalError)
            let_fail(end)
            await database.transaction(write)  # the outage isn't over yet: on a full disk, a little may still be stored
            with monkeypatch.context() as later:
                later.setattr(any_database, "OUTAGE_OVER", -1.0)
                await database.transaction(write)
    events = [(entry["event"], entry.get("why")) for entry in log]
    assert events == [("nothing can be stored; moves are refused", why), ("everything is stored again", None)] * 2
    assert await database.transaction(_value("SELECT count(*) FROM marks")) == 4
    await database.close()


@pytest.mark.parametrize(("synchronous", "value"), [("FULL", 2), ("NORMAL", 1), ("EXTRA", 3)])
async def test_sqlite_gets_the_settings_that_keep_moves_safe(url: str, synchronous: Synchronous, value: int) -> None:
    database = SqliteDatabase(open_engine(url, synchronous=synchronous))
    assert await database.transaction(_value("PRAGMA synchronous")) == value
    assert await database.transaction(_value("PRAGMA journal_mode")) == "wal"
    assert await database.transaction(_value("PRAGMA foreign_keys")) == 1
    assert await database.transaction(_value("PRAGMA busy_timeout")) == database_module.BUSY_SECONDS * 1000
    await database.close()


async def test_opening_a_new_file_waits_for_another_process_that_writes_in_it(url: str) -> None:
    """SQLite doesn't wait where a new file gets its journal: processes that started at the same time failed now and then."""
    database, file = SqliteDatabase(open_engine(url)), sqlite_file(make_url(url))
    assert file is not None
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    released = threading.Timer(0.3, other.rollback)
    released.start()
    assert await database.transaction(_value("PRAGMA journal_mode")) == "wal"
    released.join()
    other.close()
    await database.close()


async def test_a_transaction_that_comes_after_the_close_is_written_and_leaves_no_connection_open(url: str) -> None:
    """An answer that was still under way when the bot stopped."""
    database = SqliteDatabase(open_engine(url))
    await database.transaction(_sql("CREATE TABLE marks (n INTEGER)"))
    late = asyncio.create_task(database.transaction(_sql("INSERT INTO marks VALUES (1)")))
    await database.close()
    await late
    assert isinstance(database.engine.pool, QueuePool)
    assert database.engine.pool.checkedin() == 0
    again = SqliteDatabase(open_engine(url))
    assert await again.transaction(_value("SELECT count(*) FROM marks")) == 1
    await again.close()


async def test_a_database_that_was_never_used_can_be_closed(url: str) -> None:
    await SqliteDatabase(open_engine(url)).close()


def test_a_process_ends_although_nobody_closed_its_database(tmp_path: Path) -> None:
    program = f"""
import asyncio
from sqlalchemy import text
from bot.storage.sqlite_database import SqliteDatabase, open_engine
database = SqliteDatabase(open_engine("sqlite:///{tmp_path / "any.db"}"))
asyncio.run(database.transaction(lambda connection: connection.execute(text("SELECT 1")).scalar()))
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], cwd=ROOT, check=True, timeout=30)
