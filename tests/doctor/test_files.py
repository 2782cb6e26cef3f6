"""The doctor's report about files: each fault has its row with what to do, and none ends in a traceback."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from bot.doctor import Row
from bot.doctor.report import LEAST_FREE, check_files
from bot.storage.backup import write_backup
from tests.conftest import ROOT
from tests.databases import new_database
from tests.processes import run_copy
from tests.small_disk import small_disk

__all__ = ["small_disk"]
HOUR = 3_600_000
NOON = 1_795_348_800_000  # 2026-11-22 12:00 UTC
NOBODY = 65_534


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = Path("var/ramino.db")
    new_database(file)
    file.chmod(0o600)
    return file


def rows(database: Path | None, *, hours: int = 24, now: int = NOON, playground: Path | None = None) -> dict[str, Row]:
    return {row.check: row for row in check_files(database, Path("var/backups"), hours, now, playground)}


def make_backup(database: Path, at: str) -> Path:
    file = Path(f"var/backups/ramino-automatic-{at}.db")
    write_backup(database, file)
    return file


def test_private_files_enough_space_and_a_recent_backup_are_all_right(database: Path) -> None:
    make_backup(database, "20261122T090000Z")
    found = rows(database)
    assert [row.advice for row in found.values()] == ["", "", ""]
    assert found["backups"].state == "the last automatic backup is ramino-automatic-20261122T090000Z.db, 3 hours old"


def test_files_that_others_can_read_are_listed_with_the_command_that_closes_them(database: Path) -> None:
    Path(".env").write_text("LOG_LEVEL=INFO\n")
    public = [Path(".env"), database, make_backup(database, "20261122T090000Z")]
    for file in public:
        file.chmod(0o644)
    row = rows(database)["permissions"]
    assert row.state == f"others can read {', '.join(map(str, public))}"
    assert row.advice == f"Run: chmod 600 {' '.join(map(str, public))}"
    subprocess.run(row.advice.removeprefix("Run: "), shell=True, check=True)
    assert not rows(database)["permissions"].advice


def test_a_disk_that_is_nearly_full_is_reported(database: Path, small_disk: Path) -> None:
    crowded = small_disk / "ramino.db"
    crowded.write_bytes(database.read_bytes())
    row = rows(crowded)["disk"]
    assert row.state.endswith(f"are free at {crowded}")
    assert row.advice.startswith("Make space: ")


@pytest.mark.parametrize(
    ("made", "state", "advice"),
    [
        (None, "there is no automatic backup yet", ""),
        ("20261120T110000Z", "49 hours old; one is due every 24 hours", "Is the bot running?"),
        ("20261112T120000Z", "10 days old; one is due every 24 hours", "Is the bot running?"),
        ("20261120T130000Z", "47 hours old", ""),
    ],
)
def test_the_last_backup_is_reported_with_its_age(database: Path, made: str | None, state: str, advice: str) -> None:
    if made is not None:
        make_backup(database, made)
    row = rows(database)["backups"]
    assert state in row.state
    assert row.advice.startswith(advice)
    assert bool(row.advice) == bool(advice)


def test_a_damaged_backup_is_reported(database: Path) -> None:
    make_backup(database, "20261122T090000Z").write_text("Dear Ann, this is not a database. " * 100)
    assert "damaged: file is not a database" in rows(database)["backups"].state
    assert rows(database)["backups"].advice


def test_automatic_backups_that_are_off_are_no_fault(database: Path) -> None:
    assert rows(database, hours=0)["backups"] == Row("backups", "automatic backups are off (BACKUP_HOURS is 0)")


def test_a_file_in_the_place_of_the_folder_of_backups_is_reported(database: Path) -> None:
    Path("var/backups").write_text("a note")
    row = rows(database)["backups"]
    assert row.state == "var/backups cannot be written"
    assert "BACKUP_FOLDER" in row.advice


def test_without_a_database_nothing_but_permissions_and_space_is_checked(database: Path) -> None:
    database.unlink()
    assert list(rows(database)) == ["permissions", "disk"]


def test_the_backups_of_postgresql_are_its_own(database: Path) -> None:
    found = rows(None)
    assert list(found) == ["permissions", "backups"]
    assert found["backups"] == Row("backups", "PostgreSQL's own: docs/HOSTING.md, “Growing”")


DAMAGES: dict[str, Callable[[Path], object]] = {
    "folder not readable": lambda file: file.parent.chmod(0),
    "file not readable": lambda file: file.chmod(0),
    "file not writable": lambda file: file.chmod(0o400),
    "folder not writable": lambda file: file.parent.chmod(0o500),
    "torn": lambda file: file.write_bytes(file.read_bytes()[:6000]),
    "backups not readable": lambda file: (file.parent / "backups").mkdir(mode=0),
}
"""What only another user than root meets, and a damage. The others: test_database.py."""


@cache
def can_run_as(user: int) -> bool:
    """Return whether this user can read the program and its libraries."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", "import bot.app"]
    return not subprocess.run(command, cwd="/", env=environment, user=user, group=user, extra_groups=[], check=False).returncode


@pytest.mark.thorough
@pytest.mark.parametrize("damage", DAMAGES)
def test_the_doctor_reports_every_fault_of_the_database_and_its_folder_without_a_traceback(
    database: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, damage: str
) -> None:
    as_nobody = os.geteuid() == 0
    for one in (database, database.parent, tmp_path):
        os.chown(one, NOBODY, NOBODY) if as_nobody else None
    DAMAGES[damage](database)
    for one in database.parent.glob("*") if as_nobody else ():
        os.chown(one, NOBODY, NOBODY, follow_symlinks=False)
    for parent in tmp_path.parents:
        if as_nobody and parent.is_relative_to("/tmp") and parent != Path("/tmp"):
            parent.chmod(0o755)
    if as_nobody and not can_run_as(NOBODY):
        database.parent.chmod(0o700)
        pytest.skip("another user cannot run the bot here")
    ended = run_copy(
        "doctor",
        folder=tmp_path,
        output=tmp_path_factory.mktemp("output"),
        environment={"DATABASE_URL": "sqlite:///var/ramino.db", "COLUMNS": "300"},
        user=NOBODY if as_nobody else None,
    )
    database.parent.chmod(0o700)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr + ended.stdout, ended.stderr
    lines = ended.stdout.splitlines()
    wrong = [(line.split()[1], advice) for line, advice in pairwise(lines) if line.startswith("✗")]
    assert any(check in ("database", "files", "backups") for check, _ in wrong), ended.stdout
    assert all(advice.strip().startswith("→ ") for _, advice in wrong), ended.stdout


def test_the_least_free_space_is_more_than_a_journal_needs() -> None:
    assert LEAST_FREE >= 50 * 1024**2


def test_the_playgrounds_database_is_reported_as_not_backed_up(database: Path) -> None:
    playground = Path("var/playground-ramino.db")
    assert "playground" not in rows(database, playground=playground), "nobody has played there"
    new_database(playground)
    playground.chmod(0o644)
    found = rows(database, playground=playground)
    assert found["playground"] == Row("playground", "its database, var/playground-ramino.db, isn't backed up")
    assert found["permissions"].advice == "Run: chmod 600 var/playground-ramino.db"
    assert found["backups"].state.startswith("there is no automatic backup yet")


def test_no_backup_is_promised_where_the_bot_uses_the_playgrounds_database(database: Path) -> None:
    found = rows(database, playground=database)
    assert found["backups"] == Row("backups", "var/ramino.db is the playground's database, which isn't backed up")
    assert "playground" not in found


@pytest.mark.thorough
def test_the_doctor_looks_for_the_playgrounds_database_without_a_token(
    tmp_path: Path, finished: Callable[..., "subprocess.CompletedProcess[str]"]
) -> None:
    new_database(tmp_path / "var" / "playground-ramino.db")
    assert "its database, var/playground-ramino.db, isn't backed up" in finished("doctor").stdout
