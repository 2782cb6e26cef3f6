"""Putting a backup in the place of the database. The replaced database stays beside it.

What Discord shows is newer than the backup, so the restored database has a new marker, and everything that is still in play or
updated is marked as not shown.
"""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from bot.storage.backup_file import BackupFailedError, fault_of, open_read_only, write_backup, write_to_disk
from bot.storage.faults import advice_about
from bot.storage.marker import write_new_marker
from bot.storage.migrate import check_schema
from bot.storage.private_files import RESTORED
from bot.storage.schema.game_tables import SHOWN_NOWHERE

_MARK_AS_NOT_SHOWN = (
    f"UPDATE tables SET told = -1 - told WHERE closed IS NULL AND told BETWEEN 0 AND {SHOWN_NOWHERE - 1}",
    "UPDATE boards SET drawn = -1",
    "UPDATE schedules SET drawn = -1 WHERE drawn IS NOT NULL",
)


class RestoreRefusedError(Exception):
    """The file is not a backup that can be restored here; the message says why. Nothing has changed."""


def restore_file(backup: Path, database: Path, keep_as: Path) -> bool:
    """Put a copy of the backup in the place of the database, which becomes `keep_as`. Return False if there was none.

    Hold the database's lock meanwhile. If the process ends in the middle, the database is the old one or the new one.
    Raise RestoreRefusedError, SchemaRefusedError and BackupFailedError; then nothing has changed.
    """
    _check(backup, database)
    restored = database.with_name(f".{database.name}{RESTORED}")
    try:
        write_backup(backup, restored, _prepare)
        existed = database.exists()
        if existed:
            _keep(database, keep_as)
        restored.replace(database)
        write_to_disk(database.parent)
    except OSError as error:
        if isinstance(error, BackupFailedError):
            raise
        cause = error.strerror or str(error)
        raise BackupFailedError(f"{database} could not be replaced: {cause}. {advice_about(cause)}") from error
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


def _check(backup: Path, database: Path) -> None:
    if not backup.exists():
        raise RestoreRefusedError(f"There is no file {backup}.")
    if not backup.is_file():
        raise RestoreRefusedError(f"{backup} is not a file. Name one of the backups in it.")
    if database.exists() and backup.samefile(database):
        raise RestoreRefusedError(f"{backup} is the database itself. Name a backup of it.")
    try:
        fault, schema = fault_of(backup), schema_of(backup)
    except sqlite3.Error as error:
        fault, schema = str(error), ""
    if "not a database" in fault:
        raise RestoreRefusedError(f"{backup} isn't a database. Name one of the backups.")
    if fault:
        raise RestoreRefusedError(f"{backup} is damaged: {fault}. Choose another backup.")
    if not schema:
        raise RestoreRefusedError(f"{backup} is a database, but not one of this bot's. Choose another file.")
    check_schema(schema, str(backup))


def _prepare(copy: sqlite3.Connection) -> None:
    write_new_marker(copy)
    for statement in _MARK_AS_NOT_SHOWN:
        copy.execute(statement)


def _keep(database: Path, keep_as: Path) -> None:
    """Keep the database under another name, while it also stays in its place, so that there always is one."""
    beside = [database.with_name(f"{database.name}{suffix}") for suffix in ("-wal", "-shm", "-journal")]
    with suppress(sqlite3.Error):  # a damaged one is kept as it is, with the files beside it
        if not fault_of(database):
            _fold_in(database)
    for file in beside:
        if file.exists():
            file.replace(keep_as.with_name(f"{keep_as.name}{file.name.removeprefix(database.name)}"))
    try:
        os.link(database, keep_as)
    except OSError:  # a file system without links
        shutil.copy2(database, keep_as)


def _fold_in(database: Path) -> None:
    """Write what is in the files beside the database into the database itself, and remove them. Raise sqlite3.Error."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")
