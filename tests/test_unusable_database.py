"""A bot whose database cannot be used doesn't start: it says why in one line, and what to do, and changes nothing."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.databases import new_database
from tests.postgres import Postgres
from tests.small_disk import fill, make_read_only, small_disk

__all__ = ["small_disk"]
Finished = Callable[..., "CompletedProcess[str]"]


def start(finished: Finished, file: Path) -> str:
    """Return what a bot on this database writes before it ends."""
    ended = finished("run", DISCORD_TOKEN="any", DATABASE_URL=f"sqlite:///{file}")
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.stderr


def test_on_a_full_disk_the_bot_says_that_space_is_missing(finished: Finished, small_disk: Path) -> None:
    new_database(small_disk / "ramino.db")
    fill(small_disk)
    said = start(finished, small_disk / "ramino.db")
    assert "full" in said or "I/O" in said or "No space" in said
    assert "disk" in said


def test_on_a_read_only_disk_the_bot_says_so(finished: Finished, small_disk: Path) -> None:
    new_database(small_disk / "ramino.db")
    make_read_only(small_disk)
    said = start(finished, small_disk / "ramino.db")
    assert "Read-only file system" in said
    assert "Let the user that runs the bot write the file and its folder." in said


def test_a_damaged_database_leads_to_restore(finished: Finished, tmp_path: Path) -> None:
    file = tmp_path / "ramino.db"
    new_database(file)
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"\x5a" * (len(content) - 4096))
    assert start(finished, file).endswith("Restore a backup: python -m bot restore FILE. See docs/HOSTING.md.\n")


@pytest.mark.parametrize(
    ("schema", "advice"),
    [
        ("0016", "Upgrade it first with commit 15e69275, then start this one."),
        ("9999", "Start the newer version again, or restore an older backup."),
    ],
)
def test_a_database_of_an_older_or_newer_version_is_left_alone(
    finished: Finished, tmp_path: Path, schema: str, advice: str
) -> None:
    file = tmp_path / "ramino.db"
    new_database(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(f"UPDATE alembic_version SET version_num = '{schema}'")
    before = file.read_bytes()
    assert advice in start(finished, file)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("address", "advice"),
    [
        ("127.0.0.1:1", "Start PostgreSQL, or change the host or the port in DATABASE_URL."),
        ("nohost.invalid", "Start PostgreSQL, or change the host or the port in DATABASE_URL."),
        (None, "Make this database first, as docs/HOSTING.md says under “Growing”, or change its name in DATABASE_URL."),
    ],
)
def test_a_postgresql_database_that_cannot_be_reached_is_named_with_what_to_do(
    finished: Finished, postgres: Postgres, address: str | None, advice: str
) -> None:
    url = f"postgresql://ramino:opensesame@{address or f'127.0.0.1:{postgres.port}'}/nothing"
    ended = finished("run", DISCORD_TOKEN="any", DATABASE_URL=url)
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1), ended.stderr
    assert ended.stderr.startswith("The database cannot be used: ")
    assert ended.stderr.endswith(f" {advice}\n")
    assert "opensesame" not in ended.stderr


def test_damage_in_the_middle_is_found_at_the_start(finished: Finished, tmp_path: Path) -> None:
    file = tmp_path / "ramino.db"
    new_database(file)
    content = bytearray(file.read_bytes())
    content[23 * 4096 : 24 * 4096] = b"\x5a" * 4096
    file.write_bytes(content)
    said = start(finished, file)
    assert "malformed" in said
    assert "Restore a backup" in said
