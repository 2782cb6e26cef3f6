"""The report of `python -m bot doctor`: what is missing or wrong, and what to do about it, on one screen.

Here are the checks of this machine: the database, who may read the files, whether the disk has room, and whether there are
backups. Checking the database creates no file and no schema.
"""

import asyncio
import os
import re
import shutil
import sqlite3
import stat
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text
from sqlalchemy import URL, Connection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from bot.doctor import Row
from bot.doctor.discord import Payload, check_discord
from bot.messages.pictures.sprites import CARD_PICTURES, SpritesUnusableError, load_sprites
from bot.settings import Settings, SettingsError
from bot.storage.backup import BackupFolder, fault_of
from bot.storage.database import Database, Synchronous, read_url, shown_url, sqlite_file
from bot.storage.files import RESTORE, advice_about, files_of, is_open_to_others
from bot.storage.migrate import SchemaRefusedError, newest_schema_version, read_schema_version
from bot.storage.store import open_database
from bot.tables.ports import DatabaseAwayError, SuitColours

ENV, USUAL_FILE = Path(".env"), Path("var/ramino.db")
LEAST_FREE = 200 * 1024 * 1024
"""Bytes that should be free beside room for two copies of the database."""
_HOUR = 3_600_000


async def examine(settings: Settings | SettingsError, commands: Sequence[Payload] | None = None) -> int:
    """Print the report; return 0 if nothing is wrong, else 1. `commands` are those that the bot would register."""
    link = None
    if isinstance(settings, SettingsError):
        rows = [Row("settings", fault, settings.advice) for fault in settings.faults]
    else:
        rows = [Row("settings", "all right")]
        link = await check_discord(settings, commands, rows)
        rows += await check_database(settings.database_url.get_secret_value(), synchronous=settings.database_synchronous)
        rows += await asyncio.to_thread(_check_files, settings)
    rows.append(_check_pictures())
    _print(rows, link)
    return 1 if any(row.advice for row in rows) else 0


def _print(rows: Sequence[Row], link: str | None) -> None:
    console = Console(soft_wrap=True)  # an address that is broken over two lines can't be clicked or copied
    room = max(len(row.check) for row in rows)
    for row in rows:
        sign, style = ("✗", "red") if row.advice else ("✓", "")
        console.print(Text(f"{sign} {row.check:<{room}}  {row.state}", style=style))
        if row.advice:
            console.print(Text(f"  {'':<{room}}  → {row.advice}", style=style))
    if link is not None:
        console.print(f"To add the bot to a server, open {link}", markup=False)
    wrong = sum(bool(row.advice) for row in rows)
    console.print("Nothing is wrong." if wrong == 0 else f"Wrong or missing: {wrong}.")


def _check_pictures() -> Row:
    try:
        for colours in SuitColours:
            load_sprites(CARD_PICTURES, colours)
    except SpritesUnusableError as error:
        return Row("pictures", str(error), "Install the program's files again; until then, everything is shown as text.")
    return Row("pictures", "those of the cards can be used")


def _check_files(settings: Settings) -> list[Row]:
    file = sqlite_file(read_url(settings.database_url.get_secret_value()))
    playground = settings.playground_database if settings.discord_token is None else None
    now = time.time_ns() // 1_000_000
    rows = list[Row]()
    try:
        rows.extend(check_files(file, settings.backup_folder, settings.backup_hours, now, playground))
    except OSError as error:
        advice = "Let the user that runs the bot read its files, and run this as that user."
        rows.append(Row("files", f"they cannot be examined: {error.strerror or error} ({error.filename})", advice))
    return rows


async def check_database(url: str, *, synchronous: Synchronous = "FULL") -> list[Row]:
    """Return whether the bot can work with this database, opened in the same way. Never raise."""
    try:
        address = read_url(url)
    except ArgumentError as error:
        return [Row("database", f"The database's URL cannot be read: {error}.", advice_about(""))]
    file = sqlite_file(address)
    try:
        if file is not None and (finding := _file_finding(file)) is not None:
            return [finding]
        database = open_database(url, synchronous=synchronous)
    except OSError as error:
        cause = error.strerror or str(error)
        return [Row("database", f"{shown_url(address)} cannot be opened: {cause}.", advice_about(cause))]
    except (ImportError, SQLAlchemyError) as error:
        return [Row("database", f"There is no driver for {shown_url(address)}: {error}.", advice_about(""))]
    try:
        found = await _findings(database, address)
    finally:
        await database.close()
    if file is not None:  # others may use it meanwhile
        fault = await asyncio.to_thread(_fault, file)
        damaged = Row("database", f"It is damaged: {fault}.", f"Stop the bot. {RESTORE}")
        found.append(damaged if fault else Row("database", "It is sound (quick_check)."))
    return found


async def _findings(database: Database, address: URL) -> list[Row]:
    """Run a transaction: SQLite's takes the write lock when it begins, so it shows whether the database is writable."""
    try:
        return await database.transaction(partial(_read_findings, shown_url(address)))
    except (SQLAlchemyError, DatabaseAwayError, OSError) as error:
        cause = error.__cause__ or error
        return [Row("database", f"{shown_url(address)} cannot be opened for writing: {cause}.", advice_about(str(cause)))]


def _read_findings(name: str, connection: Connection) -> list[Row]:
    def value(statement: str) -> Any:
        return connection.exec_driver_sql(statement).scalar()

    found = [Row("database", f"{name} is reachable and writable."), _schema(connection)]
    if connection.dialect.name == "sqlite":
        is_on_disk = value("PRAGMA synchronous") in (2, 3)
        if (mode := value("PRAGMA journal_mode")) == "wal":
            found.append(Row("database", "Its journal mode is wal."))
        else:
            advice = "Put the database on a local disk of this machine."
            found.append(Row("database", f"Its journal mode is {mode}, but should be wal.", advice))
    else:
        is_on_disk = "off" not in (value("SHOW fsync"), value("SHOW synchronous_commit"))
        if value("SHOW transaction_read_only") == "on":
            found[0] = Row("database", f"{name} can only be read.", advice_about("read-only transaction"))
        elif not value("SELECT has_schema_privilege(current_schema(), 'CREATE')"):
            found[0] = Row("database", f"{name} lets this user make no tables.", advice_about("must be owner"))
        found.append(_server(value("SHOW server_version")))
    if is_on_disk:
        found.append(Row("database", "Every move is on the disk before it is shown."))
    else:
        found.append(Row("database", "The last moves may be lost in a power cut: it doesn't wait for the disk."))
    return found


def _server(version: str) -> Row:
    """Return whether this version of PostgreSQL, like `15.6 (Debian …)`, is new enough."""
    from bot.storage.postgres_database import OLDEST_SERVER

    state, advice = f"It is PostgreSQL {version.partition(' ')[0]}", f"Upgrade it to version {OLDEST_SERVER} or newer."
    is_supported = int(re.split(r"\D", version)[0]) >= OLDEST_SERVER
    return Row("database", f"{state}.") if is_supported else Row("database", f"{state}, which is too old.", advice)


def _file_finding(file: Path) -> Row | None:
    """Return what keeps the file from being opened; None if it looks like one that can be. Raise OSError."""
    try:
        mode = file.stat().st_mode
    except FileNotFoundError:
        folder = _existing(file.absolute().parent)
        if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK):
            return Row("database", f"There is no database at {file} yet; it will be made when the bot starts.")
        advice = "Let the user that runs the bot write this folder, or change DATABASE_URL."
        return Row("database", f"There is no database at {file}, and none can be made: {folder} is not writable.", advice)
    if stat.S_ISDIR(mode):
        return Row("database", f"{file} is a folder, but should be the database's file.", advice_about(""))
    if not os.access(file, os.R_OK | os.W_OK):  # SQLite would open it all the same, and fail at the first write
        return Row("database", f"{file} cannot be read and written by this user.", advice_about("permission denied"))
    return None


def _schema(connection: Connection) -> Row:
    try:
        found = read_schema_version(connection)
    except SchemaRefusedError as error:
        return Row("database", error.fact, error.advice)
    newest = newest_schema_version()
    if found == newest:
        return Row("database", f"Its schema is current ({newest}).")
    if found is None and connection.dialect.name != "sqlite" and USUAL_FILE.exists():
        advice = f"To keep what is in {USUAL_FILE}: python -m bot move-database {USUAL_FILE}"
        return Row("database", f"It is still empty, and {USUAL_FILE} isn't moved into it.", advice)
    return Row("database", f"Its schema is {found or 'still empty'}; the next start of the bot brings it to {newest}.")


def check_files(database: Path | None, folder: Path, hours: int, now: int, playground: Path | None) -> Iterator[Row]:
    """Yield the results; `folder` is that of the backups, which are due every `hours`, and `now` is epoch ms. Raise OSError.

    `database` is None where it isn't a file. `playground` is the database at the playground, None if the bot has a token.
    """
    if database is None:
        yield _private([ENV])
        yield Row("backups", "PostgreSQL's own: docs/HOSTING.md, “Growing”")
        return
    backups = BackupFolder(database, folder)
    exists = database.exists()
    kept = [*folder.glob("*.db"), *database.parent.glob(f"{database.stem}-replaced-*")]
    of_playground = files_of(playground) if playground is not None and playground != database else []
    yield _private([ENV, *files_of(database), *of_playground, *kept])
    yield _disk(database, "disk")
    if _existing(folder).stat().st_dev != _existing(database).stat().st_dev:
        yield _disk(database, "disk of the backups", folder)
    if exists and database == playground:
        yield Row("backups", f"{database} is the playground's database, which isn't backed up")
    elif exists:
        yield _backup(backups, hours, now)
    if of_playground:
        yield Row("playground", f"its database, {playground}, isn't backed up")


def _private(files: Iterable[Path]) -> Row:
    there = [file for file in files if file.exists()]
    if not (public := [str(file) for file in there if is_open_to_others(file)]):
        return Row("permissions", "only their owner can read the token, the database and the backups")
    advice = f"Run: chmod 600 {' '.join(public)}"
    if any(Path(file).stat().st_uid != os.geteuid() for file in public):
        advice = (
            f"They belong to another user. Run as root: chown {os.geteuid()} {' '.join(public)} && chmod 600 {' '.join(public)}"
        )
    return Row("permissions", f"others can read {', '.join(public)}", advice)


def _disk(database: Path, check: str, folder: Path | None = None) -> Row:
    place = _existing(folder or database)
    free = shutil.disk_usage(place).free
    needed = LEAST_FREE + (2 * database.stat().st_size if database.exists() else 0)
    advice = "" if free >= needed else f"Make space: {_mib(needed)} should be free for the database and its backups."
    return Row(check, f"{_mib(free)} are free at {place}", advice)


def _backup(backups: BackupFolder, hours: int, now: int) -> Row:
    if hours == 0:
        return Row("backups", "automatic backups are off (BACKUP_HOURS is 0)")
    place = _existing(backups.folder)
    if not (place.is_dir() and os.access(place, os.W_OK | os.X_OK)):
        advice = "Let the user that runs the bot write this folder, or change BACKUP_FOLDER."
        return Row("backups", f"{backups.folder} cannot be written", advice)
    if not (found := backups.automatic()):
        return Row("backups", "there is no automatic backup yet; a running bot makes the first one after a minute")
    at, newest = found[-1]
    state = f"the last automatic backup is {newest.name}, {_age(now - at)} old"
    if fault := _fault(newest):
        return Row("backups", f"{state}, and damaged: {fault}", "Delete it; the bot makes another one.")
    if now - at > 2 * hours * _HOUR:
        advice = "Is the bot running? If so, its log says why there is none. By hand: python -m bot backup"
        return Row("backups", f"{state}; one is due every {hours} hours", advice)
    return Row("backups", state)


def _fault(database: Path) -> str:
    """Return what is damaged in a database or a backup, or why it can't be read; empty if it is sound."""
    try:
        return fault_of(database)
    except sqlite3.Error as error:
        return str(error)


def _existing(place: Path) -> Path:
    return next(one for one in (place.absolute(), *place.absolute().parents) if one.exists())


def _mib(size: int) -> str:
    return f"{size / 1024**2:,.0f} MiB" if size < 10 * 1024**3 else f"{size / 1024**3:,.0f} GiB"


def _age(milliseconds: int) -> str:
    hours = milliseconds // _HOUR
    if hours < 0:
        return f"from the future ({datetime.now(UTC):%Y-%m-%d} is today)"
    return f"{hours} hours" if hours < 72 else f"{hours // 24} days"
