"""Reads have their own connections: they neither wait for the writer nor make it wait, and they cannot write."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from bot.league.league import League
from bot.league.seasons import Season, StoredLeague
from bot.storage import sqlite_database as database_module
from bot.storage.database import Database, sqlite_file
from bot.storage.league.posts import PostKind
from bot.storage.sqlite_database import SqliteDatabase, open_engine
from bot.storage.store import Store
from tests.league.written_matches import played
from tests.storage.sqlite_files import url

__all__ = ["url"]


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    database = SqliteDatabase(open_engine(url, synchronous="NORMAL"))
    await database.transaction(lambda connection: connection.exec_driver_sql("CREATE TABLE marks (n INTEGER)"))
    yield database
    await database.close()


def _add(connection: Connection) -> None:
    connection.exec_driver_sql("INSERT INTO marks VALUES (1)")


def _count(connection: Connection) -> int:
    return int(connection.exec_driver_sql("SELECT count(*) FROM marks").scalar_one())


@asynccontextmanager
async def held_writer(database: Database) -> AsyncIterator[None]:
    """Let a transaction wait, during the block, for another process that holds the database's write lock."""
    file = sqlite_file(database.engine.url)
    assert file is not None
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    writing = asyncio.create_task(database.transaction(lambda connection: connection.exec_driver_sql("SELECT 1")))
    await asyncio.sleep(0.05)
    try:
        yield
        assert not writing.done()
    finally:
        other.rollback()
        other.close()
        await writing


async def test_a_read_does_not_wait_for_a_transaction_under_way(database: Database) -> None:
    async with held_writer(database):
        assert await asyncio.wait_for(database.read(_count), 5) == 0


async def test_a_read_lets_the_transactions_under_way_go_first(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "_HEAD_START", 10)
    for nth in range(1, 20):
        assert (await asyncio.gather(database.transaction(_add), database.read(_count)))[1] == nth


async def test_a_transaction_does_not_wait_for_reads_under_way(database: Database) -> None:
    begun, finish = threading.Barrier(3), threading.Event()

    def slow(connection: Connection) -> int:
        before = _count(connection)
        begun.wait(10)
        assert finish.wait(10)
        assert _count(connection) == before  # a read sees the database as of its beginning
        return before

    reading = [asyncio.create_task(database.read(slow)) for _ in range(2)]
    await asyncio.to_thread(begun.wait, 10)
    await asyncio.wait_for(database.transaction(_add), 5)
    finish.set()
    assert await asyncio.gather(*reading) == [0, 0]


async def test_a_read_does_not_block_the_event_loop(database: Database) -> None:
    finish = threading.Event()
    reading = asyncio.create_task(database.read(lambda _: finish.wait(30)))
    await asyncio.sleep(0.01)
    finish.set()
    assert await reading, "the loop goes on while it reads"


async def test_a_read_sees_every_transaction_that_has_ended(database: Database) -> None:
    for nth in range(1, 50):
        await database.transaction(_add)
        assert await database.read(_count) == nth


async def test_a_read_cannot_write(database: Database) -> None:
    with pytest.raises(OperationalError, match="readonly"):
        await database.read(_add)
    assert await database.read(_count) == 0


async def test_a_read_sorts_in_memory(database: Database) -> None:
    """A long sort would write to the disk, and every commit would wait for that."""
    assert await database.read(lambda connection: connection.exec_driver_sql("PRAGMA temp_store").scalar_one()) == 2


async def test_a_cancelled_read_leaves_its_connection_usable(database: Database) -> None:
    for _ in range(5):
        reading = asyncio.create_task(database.read(lambda _: time.sleep(0.05)))
        await asyncio.sleep(0.01)
        reading.cancel()
    assert await database.read(_count) == 0


async def test_a_read_after_the_close_still_gets_its_answer(database: Database) -> None:
    await database.transaction(_add)
    assert await database.read(_count) == 1
    await database.close()
    assert await database.read(_count) == 1


async def test_a_database_in_memory_is_read_by_its_only_connection() -> None:
    database = SqliteDatabase(open_engine("sqlite://"))
    await database.transaction(lambda connection: connection.exec_driver_sql("CREATE TABLE marks (n INTEGER)"))
    assert await database.read(_count) == 0
    await database.close()


async def test_what_people_look_at_never_takes_the_writers_lock(store: Store) -> None:
    """S19: a page of the history made every table wait."""
    async with held_writer(store.log._database), asyncio.timeout(30):
        async with store.ledgers.of(10) as ledger:
            assert ledger.matches() == []
        await store.ledgers.with_deals([1])
        await store.ledgers.places([1])
        await store.ledgers.planned(replace(played("Ann 1 · Ben 2"), server=10))
        await store.ledgers.log_page(10, None, 0, 10)
        await store.ledgers.lines_about(10, 1)
        await store.ledgers.season_tables(StoredLeague(1, League(server=10, name="Cup"), Season(1, 0), 0))
        await store.ledgers.due_leagues(5)
        for kind in (PostKind.SEASON, PostKind.LINE, PostKind.STANDINGS):
            await store.posts.stale(kind, now=5, pause=1)
        await store.posts.find(PostKind.SEASON, 1)
        await store.posts.waiting_lines(1, 2)
        await store.variants.server_variants(10)
        await store.log.read_events(1)
        await store.log.last_version(1)
        await store.log.tables_in_play()
        await store.surfaces.tables_behind()
        await store.surfaces.load(1)
        await store.deadlines.earliest()


async def test_a_long_read_rests_again_and_again_so_that_moves_get_the_processor(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests = list[float]()
    monkeypatch.setattr(database_module, "sleep", rests.append)
    await database.read(_count)
    assert not rests, "a page of a list needs no rest"
    counting = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT sum(i) FROM n"
    assert await database.read(lambda connection: connection.exec_driver_sql(counting).scalar_one()) == 5_000_050_000
    assert len(rests) > 10
    assert set(rests) == {0.001}
