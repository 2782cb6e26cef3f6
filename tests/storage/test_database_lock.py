"""One process at a time holds a database, and its files can be read by their owner only."""

import asyncio
import os
import sqlite3
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from bot.storage.files import DatabaseInUseError, DatabaseUnusableError, files_of, hold_database, lock_file
from bot.storage.sqlite_database import SqliteDatabase, open_engine
from bot.storage.store import open_store
from bot.tables.ports import VersionTakenError
from tests.conftest import ROOT
from tests.databases import new_database
from tests.processes import Process
from tests.storage.sqlite_files import url

__all__ = ["url"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "var" / "ramino.db"


def modes(database: Path) -> dict[str, int]:
    return {one.name: one.stat().st_mode & 0o777 for one in files_of(database)}


async def test_every_file_of_a_new_database_belongs_to_its_owner_alone(url: str, file: Path) -> None:
    before = os.umask(0o022)
    try:
        with hold_database(url):
            async with open_store(url) as store:
                await store.log.tables_in_play()
                assert modes(file) == dict.fromkeys(("ramino.db", "ramino.db-wal", "ramino.db-shm", "ramino.db.lock"), 0o600)
    finally:
        os.umask(before)


async def test_opening_a_database_that_others_may_read_makes_its_files_private(url: str, file: Path) -> None:
    new_database(file)
    (file.parent / file.name).chmod(0o644)
    crashed = sqlite3.connect(file)  # leaves -wal and -shm beside the database
    crashed.execute("PRAGMA journal_mode=WAL")
    crashed.execute("PRAGMA user_version=0")
    crashed.commit()
    assert set(modes(file).values()) == {0o644}
    async with open_store(url):
        assert set(modes(file).values()) == {0o600}
    crashed.close()


def test_a_database_is_held_by_one_at_a_time(url: str, file: Path) -> None:
    said = rf"^A bot \(process {os.getpid()}\) is using {file}\. Stop it first\.$"
    with hold_database(url):
        with pytest.raises(DatabaseInUseError, match=said), hold_database(url):
            pytest.fail("two held it")
        with hold_database(f"sqlite:///{file.with_name('other.db')}"):
            pass
    with hold_database(url):
        pass


def test_a_link_to_the_database_leads_to_the_same_lock(url: str, file: Path) -> None:
    file.parent.mkdir()
    file.touch()
    link = file.with_name("link.db")
    link.symlink_to(file)
    with hold_database(url), pytest.raises(DatabaseInUseError), hold_database(f"sqlite:///{link}"):
        pytest.fail("two held it")


def test_databases_in_memory_have_no_lock() -> None:
    with hold_database("sqlite://"), hold_database("sqlite://"):
        pass


@pytest.mark.thorough
async def test_a_killed_process_releases_the_database(url: str, tmp_path: Path) -> None:
    holder = Process("tests.storage.processes", "hold", url, folder=ROOT, log=tmp_path / "holder.log")
    await holder.wrote(1)
    with pytest.raises(DatabaseInUseError), hold_database(url):
        pytest.fail("two held it")
    holder.kill()
    with hold_database(url):
        pass


def test_a_lock_that_cannot_be_written_is_reported_with_its_reason(url: str, file: Path) -> None:
    file.parent.mkdir()
    lock_file(file).mkdir()
    with pytest.raises(DatabaseUnusableError, match=r"Is a directory \(.*ramino\.db\.lock\)"), hold_database(url):
        pytest.fail("it was held")


async def test_a_folder_in_the_place_of_the_database_is_reported(url: str, tmp_path: Path) -> None:
    (tmp_path / "var" / "ramino.db").mkdir(parents=True)
    with pytest.raises(DatabaseUnusableError, match=r"Is a directory\. See DATABASE_URL"):
        async with open_store(url):
            pytest.fail("it was opened")


@pytest.mark.thorough
async def test_two_processes_that_write_the_same_version_store_it_once(url: str, tmp_path: Path) -> None:
    """Nobody can start two bots on one database; if it happened all the same, the primary key would refuse the second write."""
    async with open_store(url):
        pass
    writers = [Process("tests.storage.processes", "store", url, folder=ROOT, log=tmp_path / f"{nth}.log") for nth in range(2)]
    assert await asyncio.gather(*(writer.ended() for writer in writers)) == [0, 0], [one.log.read_text() for one in writers]
    stored = [int(line) for writer in writers for line in writer.lines if line.isdecimal()]
    refused = [line for writer in writers for line in writer.lines if line == VersionTakenError.__name__]
    assert sorted(stored) == list(range(2, 42))
    assert len(refused) == 40


async def test_an_error_of_the_database_shows_no_values(url: str) -> None:
    """The log contains such errors, and the values are cards, seeds and people's names."""
    database = SqliteDatabase(open_engine(url))
    await database.transaction(lambda connection: connection.exec_driver_sql("CREATE TABLE cards (card TEXT UNIQUE)"))
    insert = partial(database.transaction, lambda one: one.exec_driver_sql("INSERT INTO cards VALUES (?)", ("QS-secret",)))
    await insert()
    with pytest.raises(IntegrityError) as refused:
        await insert()
    assert "QS-secret" not in str(refused.value)
    await database.close()
