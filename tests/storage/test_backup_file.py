"""A backup is a whole database, whatever happens while it is made; or there is none, and the reason is reported."""

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage.backup import BackupFailedError, fault_of, write_backup
from bot.storage.store import open_store
from tests.databases import new_database
from tests.small_disk import SIZE, fill, small_disk
from tests.storage.sqlite_files import url

__all__ = ["small_disk", "url"]
BACKUPS = 25


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A new database in WAL mode, as the bot has it."""
    file = tmp_path / "data" / "ramino.db"
    new_database(file)
    return file


def write(database: Path, is_over: Callable[[], bool]) -> int:
    """Store two equal rows in each transaction, about a thousand times a second, until it is over. Return how often."""
    with closing(sqlite3.connect(database, isolation_level=None, timeout=10)) as connection:
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("CREATE TABLE pairs (number INTEGER PRIMARY KEY, twin INTEGER, padding TEXT)")
        count = 0
        while not is_over():
            connection.execute("BEGIN IMMEDIATE")
            for _ in range(2):
                connection.execute("INSERT INTO pairs (twin, padding) VALUES (?, ?)", (count, "x" * 2000))
            connection.execute("COMMIT")
            count += 1
            time.sleep(0.001)
        return count


def rows(file: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return connection.execute(sql).fetchall()


def test_backups_made_while_somebody_writes_are_sound_and_hold_whole_transactions(database: Path, tmp_path: Path) -> None:
    over, written = threading.Event(), list[int]()
    writer = threading.Thread(target=lambda: written.append(write(database, over.is_set)))
    writer.start()
    counts, target = [], tmp_path / "backups" / "copy.db"
    try:
        for _ in range(BACKUPS):
            write_backup(database, target)
            assert fault_of(target) == ""
            if rows(target, "SELECT 1 FROM sqlite_master WHERE name = 'pairs'"):
                assert rows(target, "SELECT twin FROM pairs GROUP BY twin HAVING count(*) != 2") == []
                counts.append(rows(target, "SELECT count(*) FROM pairs")[0][0])
    finally:
        over.set()
        writer.join()
    assert counts == sorted(counts)  # type: ignore[type-var]
    assert len(set(counts)) > BACKUPS / 2, "the writer wrote between the backups"
    assert rows(database, "SELECT count(*) FROM pairs") == [(2 * written[0],)]


def test_a_backup_is_one_private_file_in_place_of_the_old_one(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "backups" / "copy.db"
    target.parent.mkdir()
    target.write_bytes(b"an older backup")
    target.chmod(0o644)
    write_backup(database, target)
    assert target.stat().st_mode & 0o777 == 0o600
    assert rows(target, "PRAGMA journal_mode") == [("delete",)]
    assert [one.name for one in target.parent.iterdir()] == ["copy.db"]


async def test_a_backup_of_an_open_database_contains_what_has_not_reached_its_main_file(url: str, tmp_path: Path) -> None:
    async with open_store(url) as store:
        person = await store.people.add_or_update(100, "Ann", "en")
        write_backup(tmp_path / "var" / "ramino.db", tmp_path / "copy.db")
    assert rows(tmp_path / "copy.db", "SELECT number, name FROM people") == [(person.number, "Ann")]


def test_a_damaged_database_is_not_backed_up_and_the_old_backup_stays(database: Path, tmp_path: Path) -> None:
    content = bytearray(database.read_bytes())
    content[4096 * 3 : 4096 * 4] = b"\x5a" * 4096
    database.write_bytes(content)
    target = tmp_path / "copy.db"
    target.write_bytes(b"an older backup")
    with pytest.raises(
        BackupFailedError, match=r"copy\.db could not be written: the database is malformed: .* Restore a backup"
    ):
        write_backup(database, target)
    assert target.read_bytes() == b"an older backup"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["copy.db", "data"]


def test_a_missing_database_is_reported(tmp_path: Path) -> None:
    with pytest.raises(BackupFailedError, match=r"There is no database at .*absent\.db"):
        write_backup(tmp_path / "absent.db", tmp_path / "copy.db")


def test_a_full_disk_leaves_no_part_of_a_backup(database: Path, small_disk: Path) -> None:
    fill(small_disk).write_bytes(b"x" * (SIZE - 64 * 1024))
    with pytest.raises(BackupFailedError, match=r"copy\.db could not be written: .*full.* Make space"):
        write_backup(database, small_disk / "copy.db")
    assert [one.name for one in small_disk.iterdir()] == ["filler"]


def test_a_file_in_the_place_of_the_folder_is_reported(database: Path, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("a note")
    with pytest.raises(BackupFailedError, match="could not be written: File exists"):
        write_backup(database, tmp_path / "backups" / "copy.db")
