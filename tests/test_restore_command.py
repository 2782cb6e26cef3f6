"""`python -m bot restore`: what it does and says, and when it refuses."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from bot.storage.files import hold_database
from tests.databases import new_database

Finished = Callable[..., "CompletedProcess[str]"]
DATABASE = "sqlite:///ramino.db"


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    new_database(tmp_path / "ramino.db")
    new_database(tmp_path / "copy.db")
    (tmp_path / "ramino.db").chmod(0o644)


def marker(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def test_a_restore_says_what_it_did_and_what_to_do_next(finished: Finished, tmp_path: Path) -> None:
    ended = finished("restore", "copy.db", DATABASE_URL=DATABASE)
    assert (ended.returncode, ended.stderr) == (0, "")
    (kept,) = tmp_path.glob("ramino-replaced-*.db")
    assert ended.stdout == (
        f"ramino.db is now as copy.db was. The database until now is kept as {kept.name}; delete it when you no longer need it."
        " Start the bot: it shows the open tables again, and says under older buttons that they no longer work.\n"
    )
    assert (tmp_path / "ramino.db").stat().st_mode & 0o777 == 0o600
    assert marker(tmp_path / "ramino.db") != marker(kept) == marker(tmp_path / "copy.db") == 0


def test_a_restore_is_refused_while_a_bot_holds_the_database(finished: Finished, tmp_path: Path) -> None:
    before = (tmp_path / "ramino.db").read_bytes()
    with hold_database(f"sqlite:///{tmp_path / 'ramino.db'}"):
        ended = finished("restore", "copy.db", DATABASE_URL=DATABASE)
    assert ended.returncode == 1
    assert ended.stderr == f"A bot (process {os.getpid()}) is using ramino.db. Stop it first.\n"
    assert (tmp_path / "ramino.db").read_bytes() == before


@pytest.mark.parametrize("name", ["absent.db", ".", "ramino.db", "letter.db"])
def test_a_file_that_cannot_be_restored_is_refused_in_one_sentence(finished: Finished, tmp_path: Path, name: str) -> None:
    (tmp_path / "letter.db").write_text("Dear Ann, this is not a database. " * 100)
    ended = finished("restore", name, DATABASE_URL=DATABASE)
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert name in ended.stderr
    assert not list(tmp_path.glob("ramino-replaced-*"))


def test_a_restore_through_a_link_replaces_the_file_that_it_leads_to(finished: Finished, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    new_database(disk / "real.db")
    (tmp_path / "first.db").symlink_to("second.db")
    (tmp_path / "second.db").symlink_to(disk / "real.db")
    ended = finished("restore", "copy.db", DATABASE_URL="sqlite:///first.db")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith(f"{disk / 'real.db'} is now as copy.db was.")
    assert (tmp_path / "first.db").is_symlink()
    assert (tmp_path / "second.db").is_symlink()
    assert not (disk / "real.db").is_symlink()
    assert marker(disk / "real.db") != 0
    assert len(list(disk.glob("real-replaced-*.db"))) == 1
    assert not list(tmp_path.glob("*-replaced-*"))


def test_a_bot_behind_a_link_to_the_database_is_noticed(finished: Finished, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to("ramino.db")
    with hold_database(f"sqlite:///{tmp_path / 'ramino.db'}"):
        ended = finished("restore", "copy.db", DATABASE_URL="sqlite:///link.db")
    assert ended.returncode == 1
    assert "Stop it first." in ended.stderr


def test_links_that_lead_nowhere_are_refused_in_one_sentence(finished: Finished, tmp_path: Path) -> None:
    (tmp_path / "one.db").symlink_to("two.db")
    (tmp_path / "two.db").symlink_to("one.db")
    ended = finished("restore", "copy.db", DATABASE_URL="sqlite:///one.db")
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1, ended.stderr
    assert "Traceback" not in ended.stderr


def test_an_older_replaced_database_is_never_overwritten(finished: Finished, tmp_path: Path) -> None:
    """Two restores in the same second, or a clock that was set back."""
    now = datetime.now(UTC)
    names = [f"ramino-replaced-{now + timedelta(seconds=later):%Y%m%dT%H%M%SZ}.db" for later in range(20)]
    for name in names:
        (tmp_path / name).write_text("the games of today")
    ended = finished("restore", "copy.db", DATABASE_URL=DATABASE)
    assert ended.returncode == 0, ended.stderr
    assert all((tmp_path / name).read_text() == "the games of today" for name in names)
    (kept,) = tmp_path.glob("ramino-replaced-*Z-2.db")
    assert kept.name in ended.stdout


def test_a_name_that_is_too_long_is_refused_in_one_sentence(finished: Finished) -> None:
    for command in ("restore", "backup"):
        ended = finished(command, "x" * 300, DATABASE_URL=DATABASE)
        assert ended.returncode == 1
        assert "File name too long. Choose another name." in ended.stderr
        assert ended.stderr.count("\n") == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to others")
def test_what_root_writes_belongs_to_the_owner_of_the_folder(finished: Finished, tmp_path: Path) -> None:
    os.chown(tmp_path, 65534, 65534)
    for command in (("backup",), ("restore", "copy.db")):
        assert finished(*command, DATABASE_URL=DATABASE, BACKUP_FOLDER="backups").returncode == 0
    written = [tmp_path / "ramino.db", tmp_path / "ramino.db.lock", tmp_path / "backups", *tmp_path.glob("backups/*.db")]
    assert len(written) == 4
    assert {file.stat().st_uid for file in written} == {65534}
