"""One backup: a checked copy of a SQLite database, made while others read and write it.

SQLite copies the database in one step, so the copy is the state of one moment. It is a single file, with nothing beside it.
"""

import os
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from bot.storage.faults import advice_about
from bot.storage.private_files import PRIVATE, give_to_owner_of_folder

_PATIENCE = 30.0  # seconds that the copy waits for a lock
_SUFFIXES = ("", "-journal", "-wal", "-shm")


class BackupFailedError(OSError):
    """A copy could not be made; the message says why, and what to do."""


def write_backup(database: Path, target: Path, prepare: Callable[[sqlite3.Connection], None] | None = None) -> None:
    """Write a checked, private copy of the database to `target`, which is replaced once the copy is on the disk.

    `prepare` may change the copy before it is checked. It takes as long as the disk takes, so call it in a thread of its own.
    Raise BackupFailedError; then `target` is as it was.
    """
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        if not database.is_file():
            raise BackupFailedError(f"There is no database at {database}.")
        if not target.parent.is_dir():
            target.parent.mkdir(parents=True, exist_ok=True)
            give_to_owner_of_folder(target.parent)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE))
        give_to_owner_of_folder(part)
        _copy(database, part, prepare)
        write_to_disk(part)
        part.replace(target)
        write_to_disk(target.parent)
    except (sqlite3.Error, OSError) as error:
        raise _failed(target, error) from error
    finally:
        for suffix in _SUFFIXES:
            with suppress(OSError):  # it may never have existed, and a second error would hide the first
                part.with_name(f"{part.name}{suffix}").unlink()


def fault_of(database: Path) -> str:
    """Return what `quick_check` finds wrong with a database; empty if it is sound. Raise sqlite3.Error if it can't be read."""
    with closing(open_read_only(database)) as connection:
        return _fault(connection)


def open_read_only(database: Path, *, for_threads: bool = False) -> sqlite3.Connection:
    """Return a connection that cannot change the database. Raise sqlite3.Error.

    With `for_threads`, several threads may use it, one at a time, and begin and end its transactions themselves.
    """
    uri = f"file:{quote(str(database.absolute()))}?mode=ro"
    if not for_threads:
        return sqlite3.connect(uri, uri=True, timeout=_PATIENCE)
    return sqlite3.connect(uri, uri=True, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)


def _copy(database: Path, part: Path, prepare: Callable[[sqlite3.Connection], None] | None) -> None:
    with closing(open_read_only(database)) as source, closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("PRAGMA synchronous=OFF")  # the whole file is written to the disk at the end
        source.backup(copy, pages=-1)
        copy.execute("PRAGMA journal_mode=DELETE")
        if prepare is not None:
            prepare(copy)
        if fault := _fault(copy):
            raise sqlite3.DatabaseError(f"the database is malformed: {fault}")


def _fault(connection: sqlite3.Connection) -> str:
    found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    return "" if found == "ok" else found.splitlines()[-1]  # above it, the name of the database within the connection


def write_to_disk(file: Path) -> None:
    """Return when the file, or the folder with its names, is on the disk. Raise OSError."""
    opened = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _failed(target: Path, error: sqlite3.Error | OSError) -> BackupFailedError:
    if isinstance(error, BackupFailedError):
        return error
    cause = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return BackupFailedError(f"{target} could not be written: {cause}. {advice_about(cause)}")
