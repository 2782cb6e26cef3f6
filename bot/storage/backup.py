"""Backups: writing checked copies of the database, deleting old ones, and putting one in the place of the database.

SQLite copies the database in one step while others read and write it, so a copy is the state of one moment. It is a single
file, with nothing beside it.

`ramino-automatic-20261122T030405Z.db` was made by the bot, `ramino-manual-….db` by a person, and `ramino-before-upgrade-….db`
before a newer version of the program changed the schema. Only automatic ones are ever deleted.

What Discord shows is newer than a backup. So a restored database has a new marker, a random number in SQLite's `user_version`,
and everything that is still in play or updated is marked as not shown. PostgreSQL is backed up and restored by its own tools:
the next start notices it, because the tables have been made anew.
"""

import asyncio
import os
import re
import secrets
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from bot.storage.database import lower_priority
from bot.storage.files import PRIVATE, RESTORED, SUFFIXES, advice_about, give_to_owner_of_folder
from bot.storage.migrate import check_schema
from bot.storage.schema import SHOWN_NOWHERE
from bot.storage.sqlite_database import open_read_only

T = TypeVar("T")
_LOWEST = 19  # the niceness of a thread that runs when no other wants to
_STAMP = "%Y%m%dT%H%M%SZ"
_LARGEST_MARKER = 2**31 - 1  # what `user_version` can hold
_PLACE_AND_COMMENT = (
    "SELECT system_identifier || '/' || 'events'::regclass::oid, obj_description('events'::regclass) FROM pg_control_system()"
)
"""Where PostgreSQL has a table, which changes if it is made anew; and its comment, which keeps the marker: `17 7381…/16411`."""
_TABLES_NOT_SHOWN = f"UPDATE tables SET told = -1 - told WHERE closed IS NULL AND told BETWEEN 0 AND {SHOWN_NOWHERE - 1}"
_POSTS_NOT_SHOWN = "UPDATE posts SET shown = -1 WHERE kind = 'standings'"


class BackupFailedError(OSError):
    """A copy could not be made; the message says why, and what to do."""


class FileRefusedError(Exception):
    """The file is no database that can be used here; the message says why. Nothing has changed."""


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
        raise _failed(target, "written", error) from error
    finally:
        for suffix in SUFFIXES:
            with suppress(OSError):  # it may never have existed, and a second error would hide the first
                part.with_name(f"{part.name}{suffix}").unlink()


def fault_of(database: Path) -> str:
    """Return what `quick_check` finds wrong with a database; empty if it is sound. Raise sqlite3.Error if it can't be read."""
    with closing(open_read_only(database)) as connection:
        return _fault(connection)


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


def _failed(target: Path, done: str, error: sqlite3.Error | OSError) -> BackupFailedError:
    if isinstance(error, BackupFailedError):
        return error
    cause = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return BackupFailedError(f"{target} could not be {done}: {cause}. {advice_about(cause)}")


class BackupKind(StrEnum):
    AUTOMATIC = "automatic"
    MANUAL = "manual"
    BEFORE_UPGRADE = "before-upgrade"


class BackupFolder:
    """The backups of one database."""

    def __init__(self, database: Path, folder: Path) -> None:
        self.database = database
        self.folder = folder
        self._stem = re.escape(database.stem)

    def file(self, kind: BackupKind, at: int) -> Path:
        """Return the path of a backup made at `at` (epoch ms)."""
        stamp = datetime.fromtimestamp(at / 1000, UTC).strftime(_STAMP)
        return self.folder / f"{self.database.stem}-{kind.value}-{stamp}.db"

    def automatic(self) -> list[tuple[int, Path]]:
        """Return the automatic backups with their times (epoch ms), oldest first. Raise OSError."""
        return sorted((at, file) for file in self._files() if (at := self._made_at(file.name)) is not None)

    def is_automatic(self, file: Path) -> bool:
        """Return True if a file of this name would be taken for an automatic backup, and deleted in its time."""
        return self._made_at(file.name) is not None

    async def newest(self) -> int | None:
        """Return when the newest automatic backup was made (epoch ms), or None. Raise OSError."""
        found = await asyncio.to_thread(self.automatic)
        return found[-1][0] if found else None

    async def write(self, at: int, keep: int) -> None:
        """Write an automatic backup without delaying moves, and delete all but the newest `keep`. Raise OSError."""
        await run_gently(partial(self._write_and_prune, at, keep))

    def _write_and_prune(self, at: int, keep: int) -> None:
        for file in self._files():
            if re.fullmatch(rf"\.{self._stem}-automatic-\d{{8}}T\d{{6}}Z\.db\.[0-9a-f]{{8}}\.part(-\w+)?", file.name):
                file.unlink(missing_ok=True)  # of a bot that was killed while it wrote
        written = self.file(BackupKind.AUTOMATIC, at)
        write_backup(self.database, written)
        others = [file for _, file in self.automatic() if file != written]
        for file in others[: max(0, len(others) + 1 - keep)]:
            file.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        try:
            return list(self.folder.iterdir())
        except FileNotFoundError:
            return []
        except OSError as error:
            raise BackupFailedError(f"The folder of backups cannot be read: {error.strerror} ({self.folder}).") from error

    def _made_at(self, name: str) -> int | None:
        found = re.fullmatch(rf"{self._stem}-automatic-(\d{{8}}T\d{{6}}Z)\.db", name)
        if found is None:
            return None
        try:
            return round(datetime.strptime(found[1], _STAMP).replace(tzinfo=UTC).timestamp() * 1000)
        except ValueError:  # such as a 32nd of a month: not a name that the bot gave
            return None


async def run_gently(work: Callable[[], T]) -> T:
    """Return what the work returns, done in a thread of its own with the lowest priority."""
    thread = ThreadPoolExecutor(1, "gentle", initializer=partial(lower_priority, _LOWEST))  # its own: it stays so low
    try:
        return await asyncio.get_running_loop().run_in_executor(thread, work)
    finally:
        thread.shutdown(wait=False)


def restore_file(backup: Path, database: Path, keep_as: Path) -> bool:
    """Put a copy of the backup in the place of the database, which becomes `keep_as`. Return False if there was none.

    Hold the database's lock meanwhile. If the process ends in the middle, the database is the old one or the new one.
    Raise FileRefusedError, SchemaRefusedError and BackupFailedError; then nothing has changed.
    """
    if backup.exists() and database.exists() and backup.samefile(database):
        raise FileRefusedError(f"{backup} is the database itself. Name a backup of it.")
    check_file(backup)
    restored = database.with_name(f".{database.name}{RESTORED}")
    try:
        write_backup(backup, restored, _prepare)
        existed = database.exists()
        if existed:
            _keep(database, keep_as)
        restored.replace(database)
        write_to_disk(database.parent)
    except BackupFailedError:
        raise
    except OSError as error:
        raise _failed(database, "replaced", error) from error
    finally:
        with suppress(OSError):
            restored.unlink()
    return existed


def schema_of(file: Path) -> str:
    """Return the schema version of a database; empty if it is no database of this program. Raise sqlite3.Error."""
    with closing(open_read_only(file)) as connection:
        try:
            found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            connection.execute("SELECT number, told FROM tables LIMIT 1")
        except sqlite3.OperationalError as error:
            if "no such" not in str(error):
                raise
            return ""
        return "" if found is None else str(found[0])


def check_file(file: Path) -> str:
    """Return the schema version of a database of this bot. Raise FileRefusedError and SchemaRefusedError."""
    if not file.exists():
        raise FileRefusedError(f"There is no file {file}.")
    if not file.is_file():
        raise FileRefusedError(f"{file} is not a file. Name one in it.")
    try:
        fault, schema = fault_of(file), schema_of(file)
    except sqlite3.Error as error:
        fault, schema = str(error), ""
    if "not a database" in fault:
        raise FileRefusedError(f"{file} isn't a database. Choose another file.")
    if fault:
        raise FileRefusedError(f"{file} is damaged: {fault}. Restore a sound backup.")
    if not schema:
        raise FileRefusedError(f"{file} is a database, but not one of this bot's. Choose another file.")
    check_schema(schema, str(file))
    return schema


def read_marker(connection: Connection) -> int:
    """Return the marker of a database; 0 if it was never restored. Mark a PostgreSQL database that was restored since."""
    if connection.dialect.name == "sqlite":
        return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
    place, comment = _place_and_comment(connection)
    number, known = (comment or f"0 {place}").split()
    marker = int(number)
    if place != known:
        marker = _another_marker(marker)
        connection.exec_driver_sql(_TABLES_NOT_SHOWN)
        connection.exec_driver_sql(_POSTS_NOT_SHOWN)
    if comment != f"{marker} {place}":
        write_marker(connection, marker)
    return marker


def write_marker(connection: Connection, marker: int) -> None:
    """Write the marker into a PostgreSQL database."""
    place, _ = _place_and_comment(connection)
    connection.exec_driver_sql(f"COMMENT ON TABLE events IS '{marker} {place}'")


def _place_and_comment(connection: Connection) -> tuple[str, str | None]:
    place, comment = connection.exec_driver_sql(_PLACE_AND_COMMENT).one()
    return place, comment


def _another_marker(old: int) -> int:
    new = old
    while new == old:
        new = 1 + secrets.randbelow(_LARGEST_MARKER)
    return new


def _prepare(copy: sqlite3.Connection) -> None:
    """Give the copy a marker that the database has never had, and mark what it shows as not shown."""
    (old,) = copy.execute("PRAGMA user_version").fetchone()
    copy.execute(f"PRAGMA user_version={_another_marker(old)}")
    copy.execute(_TABLES_NOT_SHOWN)
    if copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'posts'").fetchone():  # else the upgrade marks them
        copy.execute(_POSTS_NOT_SHOWN)


def _keep(database: Path, keep_as: Path) -> None:
    """Keep the database under another name, while it also stays in its place, so that there always is one."""
    beside = [database.with_name(f"{database.name}{suffix}") for suffix in ("-wal", "-shm", "-journal")]
    with suppress(sqlite3.Error):  # a damaged one is kept as it is, with the files beside it
        if not fault_of(database):
            with closing(sqlite3.connect(database, isolation_level=None)) as connection:  # which gets what is beside it
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                connection.execute("PRAGMA journal_mode=DELETE")
    for file in beside:
        if file.exists():
            file.replace(keep_as.with_name(f"{keep_as.name}{file.name.removeprefix(database.name)}"))
    try:
        os.link(database, keep_as)
    except OSError:  # a file system without links
        shutil.copy2(database, keep_as)
