"""The checks of the files around the bot: who may read them, whether the disk has room, and whether there are backups."""

import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.storage.backup_file import fault_of
from bot.storage.backup_folder import BackupFolder
from bot.storage.private_files import files_of, is_open_to_others

ENV = Path(".env")
LEAST_FREE = 200 * 1024 * 1024
"""Bytes that should be free beside room for two copies of the database."""
_HOUR = 3_600_000


@dataclass(frozen=True, slots=True)
class FileRow:
    """One check and its result; `advice` is empty if nothing is wrong."""

    check: str
    state: str
    advice: str = ""


def check_files(database: Path | None, folder: Path, hours: int, now: int, playground: Path | None = None) -> Iterator[FileRow]:
    """Yield the results; `folder` is that of the backups, which are due every `hours`, and `now` is epoch ms. Raise OSError.

    `database` is None where it isn't a file. `playground` is the database at the playground, None if the bot has a token.
    """
    if database is None:
        yield _private([ENV])
        return
    backups = BackupFolder(database, folder)
    exists = database.exists()
    kept = [*folder.glob("*.db"), *database.parent.glob(f"{database.stem}-replaced-*")]
    of_playground = files_of(playground) if playground is not None and playground != database else []
    yield _private([ENV, *files_of(database), *of_playground, *kept])
    yield _disk(database, "disk")
    if _disk_number(folder) != _disk_number(database):
        yield _disk(database, "disk of the backups", folder)
    if exists and database == playground:
        yield FileRow("backups", f"{database} is the playground's database, which isn't backed up")
    elif exists:
        yield _backup(backups, hours, now)
    if of_playground:
        yield FileRow("playground", f"its database, {playground}, isn't backed up")


def _private(files: Iterable[Path]) -> FileRow:
    there = [file for file in files if file.exists()]
    if not (public := [str(file) for file in there if is_open_to_others(file)]):
        return FileRow("permissions", "only their owner can read the token, the database and the backups")
    advice = f"Run: chmod 600 {' '.join(public)}"
    if any(Path(file).stat().st_uid != os.geteuid() for file in public):
        advice = (
            f"They belong to another user. Run as root: chown {os.geteuid()} {' '.join(public)} && chmod 600 {' '.join(public)}"
        )
    return FileRow("permissions", f"others can read {', '.join(public)}", advice)


def _disk(database: Path, check: str, folder: Path | None = None) -> FileRow:
    place = _existing(folder or database)
    free = shutil.disk_usage(place).free
    needed = LEAST_FREE + (2 * database.stat().st_size if database.exists() else 0)
    advice = "" if free >= needed else f"Make space: {_mib(needed)} should be free for the database and its backups."
    return FileRow(check, f"{_mib(free)} are free at {place}", advice)


def _backup(backups: BackupFolder, hours: int, now: int) -> FileRow:
    if hours == 0:
        return FileRow("backups", "automatic backups are off (BACKUP_HOURS is 0)")
    place = _existing(backups.folder)
    if not (place.is_dir() and os.access(place, os.W_OK | os.X_OK)):
        return FileRow(
            "backups",
            f"{backups.folder} cannot be written",
            "Let the user that runs the bot write this folder, or change BACKUP_FOLDER.",
        )
    if not (found := backups.automatic()):
        return FileRow("backups", "there is no automatic backup yet; a running bot makes the first one after a minute")
    at, newest = found[-1]
    state = f"the last automatic backup is {newest.name}, {_age(now - at)} old"
    if fault := _fault(newest):
        return FileRow("backups", f"{state}, and damaged: {fault}", "Delete it; the bot makes another one.")
    if now - at > 2 * hours * _HOUR:
        advice = "Is the bot running? If so, its log says why there is none. By hand: python -m bot backup"
        return FileRow("backups", f"{state}; one is due every {hours} hours", advice)
    return FileRow("backups", state)


def _fault(backup: Path) -> str:
    try:
        return fault_of(backup)
    except sqlite3.Error as error:
        return str(error)


def _existing(place: Path) -> Path:
    return next(one for one in (place.absolute(), *place.absolute().parents) if one.exists())


def _disk_number(place: Path) -> int:
    return _existing(place).stat().st_dev


def _mib(size: int) -> str:
    return f"{size / 1024**2:,.0f} MiB" if size < 10 * 1024**3 else f"{size / 1024**3:,.0f} GiB"


def _age(milliseconds: int) -> str:
    hours = milliseconds // _HOUR
    if hours < 0:
        return f"from the future ({datetime.now(UTC):%Y-%m-%d} is today)"
    return f"{hours} hours" if hours < 72 else f"{hours // 24} days"
