"""What `python -m bot backup`, `restore` and `move-database` do, and the sentences that they print."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from bot.app import now
from bot.settings import Settings
from bot.storage.backup import (
    BackupFailedError,
    BackupFolder,
    BackupKind,
    FileRefusedError,
    check_file,
    restore_file,
    write_backup,
)
from bot.storage.database import read_url, shown_url, sqlite_file
from bot.storage.files import (
    NEW_DATABASE,
    DatabaseInUseError,
    DatabaseUnusableError,
    advice_about,
    database_fault,
    hold_database,
    hold_file,
    is_name_of,
)
from bot.storage.migrate import SchemaRefusedError, newest_schema_version


class MaintenanceError(Exception):
    """What was requested is not possible; the message says why, and what to do. Nothing has changed."""


@contextmanager
def _refusals_in_words() -> Iterator[None]:
    """Raise MaintenanceError with the sentences about a file or folder that the system refuses."""
    try:
        yield
    except BackupFailedError:
        raise
    except PermissionError as error:
        raise MaintenanceError(
            f"This user may not use {error.filename}. Put the file where the user that runs the bot can read and write it, "
            "such as the database's folder, or give that user the permission."
        ) from error
    except OSError as error:
        raise MaintenanceError(f"{error.filename} cannot be used: {error.strerror}. Choose another name.") from error


@_refusals_in_words()
def back_up(settings: Settings, file: Path | None) -> str:
    """Write a backup to `file`, into the folder `file`, or to the folder of backups. Return what was written, as a sentence.

    Raise MaintenanceError and BackupFailedError.
    """
    database = database_file(settings)
    target = file or settings.backup_folder
    if file is None or target.is_dir():
        target = BackupFolder(database, target).file(BackupKind.MANUAL, now())
    if target.exists():
        raise MaintenanceError(f"{target} exists already. Choose another name, or leave the name out.")
    if is_name_of(database, target) or BackupFolder(database, target.parent).is_automatic(target):
        raise MaintenanceError(f"{target} is a name that the bot itself uses. Choose another name.")
    if not target.parent.exists() and target.parent != settings.backup_folder:
        raise MaintenanceError(f"There is no folder {target.parent}. Make it first, or choose another one.")
    write_backup(database, target)
    return f"Backup of {database}: {target} ({_size(target)}). It holds every hand and seed: keep it private."


@_refusals_in_words()
def restore(settings: Settings, backup: Path) -> str:
    """Put a backup in the place of the database. Return what was done and what to do next, in sentences.

    Raise MaintenanceError and the other errors of `FAULTS`.
    """
    database = database_file(settings)
    with hold_database(settings.database_url.get_secret_value()):
        kept = _name_for_replaced(database)
        existed = restore_file(backup, database, kept)
    said = f"{database} is now as {backup} was."
    if existed:
        said += f" The database until now is kept as {kept}; delete it when you no longer need it."
    return f"{said} Start the bot: it shows the open tables again, and says under older buttons that they no longer work."


@_refusals_in_words()
def move_database(settings: Settings, file: Path) -> str:
    """Copy a SQLite file into the PostgreSQL database of the settings. Return what was moved and what to do next, in sentences.

    Raise MaintenanceError and the other errors of `FAULTS`.
    """
    url = settings.database_url.get_secret_value()
    target = read_url(url)
    if target.get_backend_name() != "postgresql":
        raise MaintenanceError("DATABASE_URL doesn't name a PostgreSQL database. Change it to the new, empty one first.")
    if check_file(file) != newest_schema_version():
        raise MaintenanceError(f"{file} is from an older version. Start the bot on it once; that upgrades it.")
    from bot.storage.move import MoveFailedError, NotEmptyError, move  # its driver is installed for those who use it

    place = shown_url(target.set(drivername="postgresql"))
    try:
        with hold_file(file), hold_database(url):
            rows = move(file, url)
    except NotEmptyError as error:
        raise MaintenanceError(
            f"{place} isn't empty. Make a new database {NEW_DATABASE}, and name it in DATABASE_URL."
        ) from error
    except MoveFailedError as error:
        advice = advice_about(str(error), "Run it again: it moves everything or nothing.")
        raise MaintenanceError(f"The move failed: {error}. {advice}") from error
    except SQLAlchemyError as error:
        raise MaintenanceError(database_fault(error)) from error
    return (
        f"Moved {file} to {place}: {sum(rows.values()):,} rows; people: {rows['people']:,}, tables: {rows['tables']:,}.\n"
        "Every row was compared. Old buttons still work.\n"
        f"Next: start the bot. {file} is unchanged; never run a bot on it again.\n"
        "From now on, back up with PostgreSQL's own tools."
    )


def database_file(settings: Settings) -> Path:
    """Return the file of the database, links resolved. Raise MaintenanceError if it isn't SQLite's."""
    file = sqlite_file(read_url(settings.database_url.get_secret_value()))
    if file is None:
        raise MaintenanceError(
            "DATABASE_URL names no file. PostgreSQL has pg_dump and pg_restore: see docs/HOSTING.md, “Growing”."
        )
    if file.is_symlink():
        raise MaintenanceError(f"The link {file} leads only to itself. Delete it, or change DATABASE_URL.")
    return file


def _name_for_replaced(database: Path) -> Path:
    """Return a name that no file beside the database has."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    endings = chain([""], (f"-{nth}" for nth in count(2)))
    files = (database.with_name(f"{database.stem}-replaced-{stamp}{ending}{database.suffix}") for ending in endings)
    return next(file for file in files if not file.exists())


def _size(file: Path) -> str:
    kib = file.stat().st_size / 1024
    return f"{kib:.0f} KiB" if kib < 1024 else f"{kib / 1024:.1f} MiB"


FAULTS = (
    MaintenanceError,
    BackupFailedError,
    DatabaseInUseError,
    SchemaRefusedError,
    DatabaseUnusableError,
    FileRefusedError,
)
"""The errors whose text is for the person at the command line."""
