"""The lock of a database: one bot at a time uses it, and nobody restores or recounts it meanwhile.

It is an `flock` on a file beside the database. The system releases it when the process ends, even if it is killed.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bot.storage.engine import read_url, sqlite_file
from bot.storage.faults import DatabaseUnusableError
from bot.storage.private_files import create_private

_LONGEST_NUMBER = 20  # bytes


class DatabaseInUseError(Exception):
    """Another process holds the database; the message says what to do."""

    def __init__(self, database: Path, process: str) -> None:
        holder = f"A bot (process {process})" if process else "A bot"
        super().__init__(f"{holder} is using {database}. Stop it first.")


@contextmanager
def hold_database(url: str) -> Iterator[None]:
    """Hold the lock of a SQLite database for the block; other databases have none.

    Raise DatabaseInUseError if another process holds it, and DatabaseUnusableError if the lock's file cannot be written.
    """
    database = sqlite_file(read_url(url))
    if database is None:
        yield
        return
    lock = _open_lock(database)
    try:
        _take(lock, database)
        yield
    finally:
        os.close(lock)


def lock_file(database: Path) -> Path:
    """Return the lock's file; it is the same whichever link leads to the database."""
    real = Path(os.path.realpath(database))
    return real.with_name(f"{real.name}.lock")


def _open_lock(database: Path) -> int:
    file = lock_file(database)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        create_private(file)
        return os.open(file, os.O_RDWR | os.O_CLOEXEC)
    except OSError as error:
        raise DatabaseUnusableError(database, error) from error


def _take(lock: int, database: Path) -> None:
    """Take the lock, and write the number of this process into its file."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        process = os.pread(lock, _LONGEST_NUMBER, 0).decode("ascii", "replace").strip()
        raise DatabaseInUseError(database, process if process.isdecimal() else "") from error
    except OSError as error:
        raise DatabaseUnusableError(database, error) from error
    with suppress(OSError):  # on a full disk, SQLite says what is wrong
        os.truncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
