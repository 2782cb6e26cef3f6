"""A restore puts a checked backup in the place of the database and keeps the old one; or it changes nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage.backup import BackupFailedError, FileRefusedError, restore_file, write_backup
from bot.storage.migrate import SchemaRefusedError
from bot.storage.store import open_store
from bot.storage.tables import DeliveryState, Surface
from bot.tables.events import TableOpened
from tests.databases import new_database
from tests.rummy.presets import variant
from tests.small_disk import fill, small_disk
from tests.storage.sqlite_files import url

__all__ = ["small_disk", "url"]
LOBBY = Surface("lobby", 20, 900)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    new_database(tmp_path / "ramino.db")
    return tmp_path / "ramino.db"


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    new_database(tmp_path / "backups" / "copy.db")
    return tmp_path / "backups" / "copy.db"


def run_sql(file: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection, connection:
        return connection.execute(statement).fetchall()


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


async def test_a_restored_database_is_as_it_was_at_the_backup_and_the_old_one_is_kept(database: Path, tmp_path: Path) -> None:
    url, copy, kept = f"sqlite:///{database}", tmp_path / "copy.db", tmp_path / "kept.db"
    async with open_store(url) as store:
        await store.people.add_or_update(100, "Ann", "en")
        write_backup(database, copy)
        await store.people.add_or_update(101, "Bob", "en")
    assert restore_file(copy, database, kept)
    assert run_sql(database, "SELECT name FROM people") == [("Ann",)]
    assert run_sql(kept, "SELECT name FROM people") == [("Ann",), ("Bob",)]
    assert [file.stat().st_mode & 0o777 for file in (database, kept)] == [0o600, 0o600]
    assert sorted(files(tmp_path)) == ["copy.db", "kept.db", "ramino.db"]


async def test_each_restore_gives_the_database_another_marker(database: Path, tmp_path: Path) -> None:
    url, copy, seen = f"sqlite:///{database}", tmp_path / "copy.db", []
    for nth in range(4):
        async with open_store(url) as store:
            seen.append(store.marker)
            copy.unlink(missing_ok=True)
            write_backup(database, copy)
        restore_file(copy, database, tmp_path / f"kept{nth}.db")
    assert seen[0] == "", "a database that was never restored has none"
    assert len(set(seen)) == 4
    assert all(0 < len(marker) <= 6 for marker in seen[1:])


async def test_open_tables_count_as_not_shown_until_their_cursor_is_stored_again(database: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{database}"
    async with open_store(url) as store:
        tables = [await store.log.open_table(TableOpened(1, 2, 1, variant(), False, at), due=9) for at in range(2)]
        for table in tables:
            await store.surfaces.save(table, 1, [LOBBY])
        assert await store.surfaces.tables_behind() == []
    run_sql(database, f"UPDATE tables SET closed = 5 WHERE number = {tables[1]}")
    write_backup(database, tmp_path / "copy.db")
    for nth in range(2):  # restored twice: still not shown
        restore_file(tmp_path / "copy.db", database, tmp_path / f"kept{nth}.db")
        (tmp_path / "copy.db").unlink()
        write_backup(database, tmp_path / "copy.db")
    async with open_store(url) as store:
        assert await store.surfaces.tables_behind() == [tables[0]]
        assert await store.surfaces.load(tables[0]) == DeliveryState(1, {"lobby": LOBBY}, is_restored=True)
        await store.surfaces.save(tables[0], None, [LOBBY])
        assert (await store.surfaces.load(tables[0])).is_restored, "only its messages were stored"
        await store.surfaces.save(tables[0], 1, [])
        assert await store.surfaces.load(tables[0]) == DeliveryState(1, {"lobby": LOBBY})
        assert await store.surfaces.tables_behind() == []


async def test_a_private_table_counts_as_shown_nowhere_also_after_a_restore(database: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{database}"
    async with open_store(url) as store:
        opened = TableOpened(1, 2, 1, variant(), False, 5, is_private=True)
        table = await store.log.open_table(opened, due=9)
    write_backup(database, tmp_path / "copy.db")
    restore_file(tmp_path / "copy.db", database, tmp_path / "kept.db")
    async with open_store(url) as store:
        assert await store.surfaces.tables_behind() == []
        assert await store.log.tables_in_play() == [table]


def test_a_restore_without_a_database_puts_the_backup_in_its_place(backup: Path, tmp_path: Path) -> None:
    assert not restore_file(backup, tmp_path / "ramino.db", tmp_path / "kept.db")
    assert run_sql(tmp_path / "ramino.db", "SELECT count(*) FROM tables") == [(0,)]
    assert not (tmp_path / "kept.db").exists()


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda file: file.unlink(), "There is no file"),
        (lambda file: (file.unlink(), file.mkdir()), "is not a file"),
        (lambda file: file.write_text("Dear Ann, this is not a database. " * 100), "isn.t a database"),
        (lambda file: file.write_bytes(file.read_bytes()[:20_000]), "is damaged"),
        (lambda file: file.write_bytes(b""), "not one of this bot's"),
        (lambda file: run_sql(file, "DROP TABLE alembic_version"), "not one of this bot's"),
    ],
    ids=["missing", "folder", "letter", "torn", "empty", "another program's"],
)
def test_a_file_that_is_no_backup_is_refused_and_changes_nothing(
    database: Path, backup: Path, tmp_path: Path, damage: object, said: str
) -> None:
    damage(backup)  # type: ignore[operator]
    before = files(tmp_path)
    with pytest.raises(FileRefusedError, match=said):
        restore_file(backup, database, tmp_path / "kept.db")
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ("0016", r"copy\.db is from an older version\. Upgrade it first with commit 15e69275, then start this one\."),
        ("9999", r"copy\.db was written by a newer version of this program: its schema is 9999"),
    ],
)
def test_a_backup_of_an_older_or_newer_version_is_refused_and_changes_nothing(
    database: Path, backup: Path, tmp_path: Path, schema: str, said: str
) -> None:
    run_sql(backup, f"UPDATE alembic_version SET version_num = '{schema}'")
    before = {**files(tmp_path), "backup": backup.read_bytes()}
    with pytest.raises(SchemaRefusedError, match=said):
        restore_file(backup, database, tmp_path / "kept.db")
    assert {**files(tmp_path), "backup": backup.read_bytes()} == before


def test_the_database_itself_is_refused_also_by_another_name(database: Path, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(database)
    with pytest.raises(FileRefusedError, match="is the database itself"):
        restore_file(tmp_path / "link.db", database, tmp_path / "kept.db")


def test_a_damaged_database_is_replaced_and_kept_with_the_files_beside_it(database: Path, backup: Path, tmp_path: Path) -> None:
    database.write_text("Dear Ann, this is not a database. " * 100)
    (tmp_path / "ramino.db-wal").write_text("nor this")
    restore_file(backup, database, tmp_path / "kept.db")
    assert run_sql(database, "SELECT count(*) FROM tables") == [(0,)]
    assert (tmp_path / "kept.db").read_text().startswith("Dear Ann")
    assert (tmp_path / "kept.db-wal").read_text() == "nor this"
    assert not (tmp_path / "ramino.db-wal").exists()


def test_a_full_disk_changes_nothing(small_disk: Path, backup: Path) -> None:
    database = small_disk / "ramino.db"
    database.write_bytes(backup.read_bytes())
    fill(small_disk)
    before = files(small_disk)
    with pytest.raises(BackupFailedError, match=r"full.*Make space"):
        restore_file(backup, database, small_disk / "kept.db")
    assert files(small_disk) == before
