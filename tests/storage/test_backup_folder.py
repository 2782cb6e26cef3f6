"""Automatic backups replace each other, with the lowest priority; nothing else in their folder is ever deleted.

An upgrade leaves a copy.
"""

import asyncio
import os
import shutil
import sqlite3
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage import migrate
from bot.storage.backup import BackupFailedError, BackupFolder, BackupKind, run_gently
from bot.storage.store import open_store
from tests.databases import new_database
from tests.storage.sqlite_files import url

__all__ = ["url"]

HOUR = 3_600_000
NOON = 1_795_348_800_000  # 2026-11-22 12:00 UTC


@pytest.fixture
def backups(tmp_path: Path) -> BackupFolder:
    new_database(tmp_path / "ramino.db")
    return BackupFolder(tmp_path / "ramino.db", tmp_path / "backups")


def names(backups: BackupFolder) -> list[str]:
    return sorted(file.name for file in backups.folder.iterdir())


async def test_a_backup_is_named_after_its_database_its_kind_and_its_time(backups: BackupFolder) -> None:
    assert await backups.newest() is None
    await backups.write(NOON, keep=7)
    assert names(backups) == ["ramino-automatic-20261122T120000Z.db"]
    assert await backups.newest() == NOON
    assert backups.file(BackupKind.MANUAL, NOON).name == "ramino-manual-20261122T120000Z.db"


async def test_only_the_newest_automatic_backups_are_kept_and_everything_else_stays(backups: BackupFolder) -> None:
    others = (
        "ramino-manual-20200101T000000Z.db",
        "ramino-before-upgrade-20200101T000000Z.db",
        "playground-ramino-automatic-20200101T000000Z.db",
        "ramino-automatic-20200101T000000Z.db.old",
        "ramino-automatic-20200132T000000Z.db",
        "notes.txt",
    )
    backups.folder.mkdir()
    for name in others:
        (backups.folder / name).touch()
    for hour in range(6):
        await backups.write(NOON + hour * HOUR, keep=3)
    kept = [f"ramino-automatic-20261122T1{hour}0000Z.db" for hour in (5, 6, 7)]
    assert names(backups) == sorted([*others, *kept])


async def test_a_backup_made_after_the_clock_was_set_back_is_not_the_one_that_is_deleted(backups: BackupFolder) -> None:
    for hour in (10, 11, 0):
        await backups.write(NOON + hour * HOUR, keep=2)
    assert names(backups) == ["ramino-automatic-20261122T120000Z.db", "ramino-automatic-20261122T230000Z.db"]


async def test_parts_of_an_automatic_backup_that_was_killed_are_deleted(backups: BackupFolder) -> None:
    backups.folder.mkdir()
    for name in (".ramino-automatic-20261122T110000Z.db.0123abcd.part", ".ramino-manual-20261122T110000Z.db.0123abcd.part"):
        (backups.folder / name).touch()
    await backups.write(NOON, keep=2)
    assert names(backups) == [".ramino-manual-20261122T110000Z.db.0123abcd.part", "ramino-automatic-20261122T120000Z.db"]


async def test_a_file_in_the_place_of_the_folder_is_reported(backups: BackupFolder) -> None:
    backups.folder.write_text("a note")
    with pytest.raises(BackupFailedError, match="The folder of backups cannot be read: Not a directory"):
        await backups.newest()


@pytest.fixture
def until_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Make a database, then give the program one more migration. Return the database's schema version."""
    new_database(tmp_path / "var" / "ramino.db")
    newest = migrate.newest_schema_version()
    migrations = shutil.copytree(migrate._MIGRATIONS, tmp_path / "migrations")
    next_one = f"revision, down_revision = '9000', '{newest}'\nupgrade = int\n"
    (migrations / "versions" / "v9000_next.py").write_text(next_one)
    monkeypatch.setattr(migrate, "_MIGRATIONS", migrations)
    monkeypatch.setattr(migrate, "_versions", migrate._versions.__wrapped__)
    return newest


async def test_a_database_is_copied_before_its_schema_is_upgraded_and_not_otherwise(
    url: str, tmp_path: Path, until_now: str
) -> None:
    copies = tmp_path / "backups"
    for _ in range(2):
        async with open_store(url, copies=copies):
            pass
    (copy,) = copies.glob("*")
    assert copy.name.startswith("ramino-before-upgrade-")
    assert schema_of(copy) == until_now
    assert schema_of(tmp_path / "var" / "ramino.db") == "9000"


async def test_a_database_that_cannot_be_copied_is_not_upgraded(url: str, tmp_path: Path, until_now: str) -> None:
    copies = tmp_path / "backups"
    copies.write_text("a note")
    with pytest.raises(BackupFailedError, match="could not be written: File exists"):
        async with open_store(url, copies=copies):
            pytest.fail("it was opened")
    assert schema_of(tmp_path / "var" / "ramino.db") == until_now


async def test_a_new_database_needs_no_copy(url: str, tmp_path: Path) -> None:
    async with open_store(url, copies=tmp_path / "backups"):
        assert not (tmp_path / "backups").exists()


def schema_of(file: Path) -> str:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def priority() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows the priority of a single thread")
async def test_only_the_thread_of_the_work_has_the_lowest_priority() -> None:
    before = priority()
    assert await run_gently(priority) == 19
    assert priority() == before
    assert await asyncio.to_thread(priority) == before


async def test_an_error_of_the_work_reaches_the_caller() -> None:
    with pytest.raises(ZeroDivisionError):
        await run_gently(lambda: 1 / 0)
