"""On a slow disk a transaction waits for at most one commit before its own, however many wait with it."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, OperationalError

from bot.storage import sqlite_database as database_module
from bot.storage.database import Database
from bot.storage.sqlite_database import SqliteDatabase, open_engine
from tests.slow_disk import SlowDisk, slow_disk
from tests.storage.sqlite_files import url

__all__ = ["url"]


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> SlowDisk:
    return slow_disk(monkeypatch)


@pytest.fixture
async def database(url: str, disk: SlowDisk) -> AsyncIterator[Database]:
    database = SqliteDatabase(open_engine(url))
    await database.transaction(_sql("CREATE TABLE marks (n INTEGER PRIMARY KEY CHECK (n > 0))"))
    disk.commits = 0
    yield database
    await database.close()


def _sql(*statements: str) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        for statement in statements:
            connection.exec_driver_sql(statement)

    return work


def _mark(number: int) -> Callable[[Connection], None]:
    return _sql(f"INSERT INTO marks VALUES ({number})")


class SlowMark:
    """A transaction that is under way until the test lets it go on."""

    def __init__(self) -> None:
        self.began, self.goes_on = threading.Event(), threading.Event()

    def __call__(self, connection: Connection) -> None:
        self.began.set()
        assert self.goes_on.wait(10)
        _mark(1)(connection)


def _marks(connection: Connection) -> list[int]:
    return list(connection.exec_driver_sql("SELECT n FROM marks ORDER BY n").scalars())


async def test_a_transaction_behind_thirty_others_waits_for_two_commits(database: Database, disk: SlowDisk) -> None:
    slow = SlowMark()
    first = asyncio.create_task(database.transaction(slow))
    await asyncio.to_thread(slow.began.wait, 10)
    others = [asyncio.create_task(database.transaction(_mark(n))) for n in range(2, 33)]
    await asyncio.sleep(0)
    slow.goes_on.set()
    await asyncio.gather(first, *others)
    assert disk.commits == 2
    assert await database.transaction(_marks) == list(range(1, 33))


async def test_a_transaction_that_fails_takes_nothing_of_the_others_with_it(database: Database) -> None:
    def raises(connection: Connection) -> None:
        _mark(3)(connection)
        raise ZeroDivisionError

    works = (
        _mark(1),
        _mark(2),
        raises,
        _sql("INSERT INTO marks VALUES (4)", "INSERT INTO marks VALUES (-1)"),
        _marks,
        _mark(5),
    )
    outcomes = await asyncio.gather(*map(database.transaction, works), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [
        type(None),
        type(None),
        ZeroDivisionError,
        IntegrityError,
        list,
        type(None),
    ]
    assert outcomes[4] == [1, 2]
    assert await database.transaction(_marks) == [1, 2, 5]


async def test_an_error_of_the_database_fails_only_its_own_transaction(database: Database) -> None:
    works = (_mark(1), _sql("INSERT INTO marks VALUES (2)", "INSERT INTO nowhere VALUES (1)"), _mark(3))
    outcomes = await asyncio.gather(*map(database.transaction, works), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), OperationalError, type(None)]
    assert await database.transaction(_marks) == [1, 3]


async def test_a_locked_database_refuses_all_that_wait_after_one_wait(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0.2)
    database = SqliteDatabase(open_engine(url))
    await database.transaction(_sql("CREATE TABLE marks (n INTEGER)"))
    somebody = open_engine(url)
    with somebody.connect() as connection, connection.begin():
        began = time.monotonic()
        outcomes = await asyncio.gather(*(database.transaction(_mark(n)) for n in range(50)), return_exceptions=True)
        assert time.monotonic() - began < 5, "fifty waits take ten seconds"
    assert {type(outcome) for outcome in outcomes} == {OperationalError}
    somebody.dispose()
    await database.transaction(_mark(1))
    await database.close()


async def test_a_cancelled_caller_takes_nobody_with_them(database: Database) -> None:
    slow = SlowMark()
    tasks = [asyncio.create_task(database.transaction(work)) for work in (slow, _mark(2), _mark(3))]
    await asyncio.to_thread(slow.began.wait, 10)
    tasks[1].cancel()
    slow.goes_on.set()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), asyncio.CancelledError, type(None)]
    assert await database.transaction(_marks) == [1, 2, 3]
