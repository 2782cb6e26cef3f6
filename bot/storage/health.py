"""The health of a database, in sentences for the person who runs the bot. Checking it creates no file and no schema."""

import asyncio
import os
import sqlite3
import stat
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Connection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.storage.backup_file import fault_of
from bot.storage.engine import Synchronous, open_engine, read_url, sqlite_file
from bot.storage.faults import RESTORE, advice_about
from bot.storage.migrate import SchemaRefusedError, newest_schema_version, read_schema_version


@dataclass(frozen=True, slots=True)
class Finding:
    """One check and its result; `advice` is empty if nothing is wrong."""

    is_good: bool
    sentence: str
    advice: str = ""


async def check_database(url: str, *, synchronous: Synchronous = "FULL") -> list[Finding]:
    """Return whether the bot can work with this database, opened in the same way. Never raise."""
    try:
        address = read_url(url)
    except ArgumentError as error:
        return [Finding(False, f"The database's URL cannot be read: {error}.", advice_about(""))]
    file = sqlite_file(address)
    try:
        if file is not None and (finding := _file_finding(file)) is not None:
            return [finding]
        engine = open_engine(url, synchronous=synchronous)
    except OSError as error:
        cause = error.strerror or str(error)
        return [Finding(False, f"{_name(address)} cannot be opened: {cause}.", advice_about(cause))]
    except (ImportError, SQLAlchemyError) as error:
        return [Finding(False, f"There is no driver for {_name(address)}: {error}.", advice_about(""))]
    try:
        found = await _findings(engine, address)
    finally:
        await engine.dispose()
    return found if file is None else [*found, await asyncio.to_thread(_soundness, file)]


async def _findings(engine: AsyncEngine, address: URL) -> list[Finding]:
    """Open a transaction, which takes the write lock when it begins: so it shows whether the database is writable."""
    try:
        async with engine.connect() as connection, connection.begin() as transaction:
            found = await connection.run_sync(_read_findings)
            await transaction.rollback()
    except (SQLAlchemyError, OSError) as error:
        cause = error.__cause__ or error
        return [Finding(False, f"{_name(address)} cannot be opened for writing: {cause}.", advice_about(str(cause)))]
    return [Finding(True, f"{_name(address)} is reachable and writable."), *found]


def _read_findings(connection: Connection) -> list[Finding]:
    if connection.dialect.name != "sqlite":
        return [_schema(connection)]
    return [_schema(connection), _journal(connection), _synchronous(connection)]


def _file_finding(file: Path) -> Finding | None:
    """Return what keeps the file from being opened; None if it looks like one that can be. Raise OSError."""
    try:
        mode = file.stat().st_mode
    except FileNotFoundError:
        return _no_database_finding(file)
    if stat.S_ISDIR(mode):
        return Finding(False, f"{file} is a folder, but should be the database's file.", advice_about(""))
    if not os.access(file, os.R_OK | os.W_OK):  # SQLite would open it all the same, and fail at the first write
        return Finding(False, f"{file} cannot be read and written by this user.", advice_about("permission denied"))
    return None


def _soundness(file: Path) -> Finding:
    """Read the whole database; others may use it meanwhile."""
    try:
        fault = fault_of(file)
    except sqlite3.Error as error:
        fault = str(error)
    if fault:
        return Finding(False, f"It is damaged: {fault}.", f"Stop the bot. {RESTORE}")
    return Finding(True, "It is sound (quick_check).")


def _no_database_finding(file: Path) -> Finding:
    folder = next(parent for parent in file.absolute().parents if parent.exists())
    if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK):
        return Finding(True, f"There is no database at {file} yet; it will be made when the bot starts.")
    advice = "Let the user that runs the bot write this folder, or change DATABASE_URL."
    return Finding(False, f"There is no database at {file}, and none can be made: {folder} is not writable.", advice)


def _schema(connection: Connection) -> Finding:
    try:
        found = read_schema_version(connection)
    except SchemaRefusedError as error:
        return Finding(False, error.fact, error.advice)
    newest = newest_schema_version()
    if found == newest:
        return Finding(True, f"Its schema is current ({newest}).")
    return Finding(True, f"Its schema is {found or 'still empty'}; the next start of the bot brings it to {newest}.")


def _journal(connection: Connection) -> Finding:
    mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
    if mode == "wal":
        return Finding(True, "Its journal mode is wal.")
    return Finding(
        False, f"Its journal mode is {mode}, but should be wal.", "Put the database on a local disk of this machine."
    )


def _synchronous(connection: Connection) -> Finding:
    value = connection.exec_driver_sql("PRAGMA synchronous").scalar()
    if value in (2, 3):
        return Finding(True, "Every move is on the disk before it is shown.")
    return Finding(True, "The last moves may be lost in a power cut (synchronous = NORMAL).")


def _name(address: URL) -> str:
    return address.render_as_string(hide_password=True)
