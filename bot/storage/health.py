"""The health of a database, in sentences for the person who runs the bot. Checking it creates no file and no schema."""

import os
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Connection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.storage.engine import Synchronous, open_engine, read_url, sqlite_file
from bot.storage.migrate import DatabaseTooNewError, newest_schema_version, read_schema_version


@dataclass(frozen=True, slots=True)
class Finding:
    is_good: bool
    sentence: str


async def check_database(url: str, *, synchronous: Synchronous = "FULL") -> list[Finding]:
    """Return whether the bot can work with this database, opened in the same way. Never raise."""
    try:
        address = read_url(url)
    except ArgumentError as error:
        return [Finding(False, f"The database's URL cannot be read: {error}.")]
    file = sqlite_file(address)
    if file is not None and not file.exists():
        return [_no_database_finding(file)]
    try:
        engine = open_engine(url, synchronous=synchronous)
    except (ImportError, SQLAlchemyError) as error:
        return [Finding(False, f"There is no driver for {_name(address)}: {error}.")]
    try:
        return await _findings(engine, address)
    finally:
        await engine.dispose()


async def _findings(engine: AsyncEngine, address: URL) -> list[Finding]:
    """Open a transaction, which takes the write lock when it begins: so it shows whether the database is writable."""
    try:
        async with engine.connect() as connection, connection.begin() as transaction:
            found = await connection.run_sync(_read_findings)
            await transaction.rollback()
    except (SQLAlchemyError, OSError) as error:
        cause = error.__cause__ or error
        return [Finding(False, f"{_name(address)} cannot be opened for writing: {cause}.")]
    return [Finding(True, f"{_name(address)} is reachable and writable."), *found]


def _read_findings(connection: Connection) -> list[Finding]:
    if connection.dialect.name != "sqlite":
        return [_schema(connection)]
    return [_schema(connection), _journal(connection), _synchronous(connection)]


def _no_database_finding(file: Path) -> Finding:
    folder = next(parent for parent in file.absolute().parents if parent.exists())
    if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK):
        return Finding(True, f"There is no database at {file} yet; it will be made when the bot starts.")
    return Finding(False, f"There is no database at {file}, and none can be made: {folder} is not writable.")


def _schema(connection: Connection) -> Finding:
    try:
        found = read_schema_version(connection)
    except DatabaseTooNewError as error:
        return Finding(False, str(error))
    newest = newest_schema_version()
    if found == newest:
        return Finding(True, f"Its schema is current ({newest}).")
    return Finding(True, f"Its schema is {found or 'still empty'}; the next start of the bot brings it to {newest}.")


def _journal(connection: Connection) -> Finding:
    mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
    return Finding(mode == "wal", f"Its journal mode is {mode}{'' if mode == 'wal' else ', but should be wal'}.")


def _synchronous(connection: Connection) -> Finding:
    value = connection.exec_driver_sql("PRAGMA synchronous").scalar()
    if value in (2, 3):
        return Finding(True, "Every move is on the disk before it is shown.")
    return Finding(True, "The last moves may be lost in a power cut (synchronous = NORMAL).")


def _name(address: URL) -> str:
    return address.render_as_string(hide_password=True)
