"""`python -m bot backup`: what it writes, and what it says where it can't."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from bot.storage.files import hold_database
from tests.databases import new_database

Finished = Callable[..., "CompletedProcess[str]"]
DATABASE = "sqlite:///ramino.db"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    new_database(tmp_path / "ramino.db")
    return tmp_path / "ramino.db"


def is_whole(file: Path) -> bool:
    with closing(sqlite3.connect(file)) as connection:
        return bool(connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]) and bool(
            connection.execute("SELECT version_num FROM alembic_version").fetchall()
        )


def test_a_backup_needs_no_token_and_may_be_made_while_a_bot_holds_the_database(
    finished: Finished, database: Path, tmp_path: Path
) -> None:
    with hold_database(f"sqlite:///{database}"):
        ended = finished("backup", "copy.db", DATABASE_URL=DATABASE)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("Backup of ramino.db: copy.db (")
    assert is_whole(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("where", [(), ("elsewhere",)], ids=["the folder of the settings", "another folder"])
def test_without_a_name_the_backup_is_named_after_its_time(
    finished: Finished, database: Path, tmp_path: Path, where: tuple[str, ...]
) -> None:
    (tmp_path / "elsewhere").mkdir()
    ended = finished("backup", *where, DATABASE_URL=DATABASE)
    assert ended.returncode == 0, ended.stderr
    (file,) = (tmp_path / (where[0] if where else "var/backups")).iterdir()
    assert file.name.startswith("ramino-manual-")
    assert is_whole(file)


@pytest.mark.parametrize("name", ["ramino.db", ".env"])
def test_an_existing_file_is_never_overwritten(finished: Finished, database: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / ".env").write_text("LOG_LEVEL=INFO\n")
    before = (tmp_path / name).read_bytes()
    ended = finished("backup", name, DATABASE_URL=DATABASE)
    assert ended.returncode == 1
    assert ended.stderr == f"{name} exists already. Choose another name, or leave the name out.\n"
    assert (tmp_path / name).read_bytes() == before


def test_a_missing_and_a_damaged_database_are_reported_in_one_sentence(finished: Finished, tmp_path: Path) -> None:
    ended = finished("backup", "copy.db", DATABASE_URL=DATABASE)
    assert (ended.returncode, ended.stderr) == (1, "There is no database at ramino.db.\n")
    (tmp_path / "ramino.db").write_text("Dear Ann, this is not a database. " * 100)
    ended = finished("backup", "copy.db", DATABASE_URL=DATABASE)
    assert ended.returncode == 1
    assert ended.stderr.startswith("copy.db could not be written: file is not a database. If DATABASE_URL names the right file")
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal", ".lock"])
@pytest.mark.parametrize("folder", ["", "link/"])
def test_a_backup_never_takes_the_name_of_a_file_of_the_database(
    finished: Finished, database: Path, tmp_path: Path, folder: str, suffix: str
) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    before = set(tmp_path.iterdir())
    ended = finished("backup", f"{folder}ramino.db{suffix}", DATABASE_URL=DATABASE)
    assert ended.returncode == 1
    assert ended.stderr == f"{folder}ramino.db{suffix} is a name that the bot itself uses. Choose another name.\n"
    assert set(tmp_path.iterdir()) == before


def test_a_backup_into_a_folder_that_does_not_exist_is_refused(finished: Finished, database: Path, tmp_path: Path) -> None:
    ended = finished("backup", "absent/x.db", DATABASE_URL=DATABASE)
    assert ended.returncode == 1
    assert ended.stderr == "There is no folder absent. Make it first, or choose another one.\n"
    assert not (tmp_path / "absent").exists()


def test_a_named_backup_in_the_folder_of_the_settings_makes_that_folder(
    finished: Finished, database: Path, tmp_path: Path
) -> None:
    ended = finished("backup", "kept/x.db", DATABASE_URL=DATABASE, BACKUP_FOLDER="kept")
    assert ended.returncode == 0, ended.stderr
    assert is_whole(tmp_path / "kept" / "x.db")


@pytest.mark.parametrize("name", ["ramino-automatic-20200101T000000Z.db", ".ramino.db.restored"])
def test_a_backup_never_takes_a_name_under_which_the_bot_would_delete_it(
    finished: Finished, database: Path, tmp_path: Path, name: str
) -> None:
    ended = finished("backup", name, DATABASE_URL=DATABASE)
    assert ended.returncode == 1
    assert ended.stderr == f"{name} is a name that the bot itself uses. Choose another name.\n"
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_postgresql_is_left_to_its_own_programs(finished: Finished, command: str) -> None:
    ended = finished(command, "copy.db", DATABASE_URL="postgresql://ann:hidden@127.0.0.1/x")
    assert ended.returncode == 1
    assert (
        ended.stderr == "DATABASE_URL names no file. PostgreSQL has pg_dump and pg_restore: see docs/HOSTING.md, “Growing”.\n"
    )
