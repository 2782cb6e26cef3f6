"""The automatic backups: made when they are due, tried again after a failure, and reported in words."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest
import structlog

from bot.background import backup_clock
from bot.background.backup_clock import BackupClock
from bot.storage.backup import BackupFolder
from tests.databases import new_database
from tests.small_disk import fill, small_disk

__all__ = ["small_disk"]
HOUR = 3_600_000
NOON = 1_795_348_800_000


@dataclass
class Times:
    """A clock that is set by hand."""

    now: int = NOON
    outcomes: list[bool] = field(default_factory=list)

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def folder(tmp_path: Path) -> BackupFolder:
    new_database(tmp_path / "ramino.db")
    return BackupFolder(tmp_path / "ramino.db", tmp_path / "backups")


def clock_on(folder: BackupFolder, times: Times) -> BackupClock:
    return BackupClock(folder, 24, 7, times, times.outcomes.append)


async def test_a_backup_is_made_when_the_newest_is_a_day_old_also_by_another_process(folder: BackupFolder) -> None:
    times = Times()
    for hours, count in ((0, 1), (1, 1), (23, 1), (24, 2), (25, 2), (48, 3)):
        times.now = NOON + hours * HOUR
        assert await clock_on(folder, times).back_up_if_due()
        assert len(folder.automatic()) == count, hours
    assert times.outcomes == [True, True, True]


async def test_a_clock_that_was_wrong_by_years_does_not_stop_the_backups(folder: BackupFolder) -> None:
    times = Times()
    await folder.write(NOON + 9 * 365 * 24 * HOUR, keep=7)
    assert await clock_on(folder, times).back_up_if_due()
    assert len(folder.automatic()) == 2


async def test_a_failure_is_logged_in_words_and_the_next_attempt_succeeds(folder: BackupFolder, small_disk: Path) -> None:
    times, full = Times(), BackupFolder(folder.database, small_disk)
    filler = fill(small_disk)
    clock = clock_on(full, times)
    with structlog.testing.capture_logs() as logs:
        assert not await clock.back_up_if_due()
    (line,) = logs
    assert line["log_level"] == "error"
    assert "full" in line["reason"]
    assert "Make space on its disk" in line["reason"]
    assert "exception" not in line
    filler.unlink()
    assert await clock.back_up_if_due()
    assert times.outcomes == [False, True]


async def test_the_clock_waits_before_the_first_backup_and_ends_when_cancelled(
    folder: BackupFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    times, made = Times(), dict[int, float]()

    async def sleep(seconds: float) -> None:
        made[len(folder.automatic())] = seconds
        times.now += 24 * HOUR
        if len(made) == 4:
            raise asyncio.CancelledError

    monkeypatch.setattr(backup_clock, "asyncio", SimpleNamespace(sleep=sleep))
    with pytest.raises(asyncio.CancelledError):
        await clock_on(folder, times).run()
    assert made == {0: 60.0, 1: 600.0, 2: 600.0, 3: 600.0}
