"""The store: everything that is stored, on one database, which is opened, migrated and closed here."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import structlog
from sqlalchemy import Connection

from bot.storage.backup import BackupFolder, BackupKind, fault_of, read_marker, write_backup
from bot.storage.daily import StoredDays
from bot.storage.database import Database, Synchronous, read_url, sqlite_file
from bot.storage.files import DatabaseUnusableError, create_private, make_private
from bot.storage.league.ledgers import StoredLedgers
from bot.storage.league.posts import Posts
from bot.storage.migrate import migrate, needs_migration
from bot.storage.ownership import Ownership, SharedOwnership
from bot.storage.people import People
from bot.storage.personal_data import StoredPrivacy
from bot.storage.server_choices import SavedVariants, ServerSettingsStore
from bot.storage.sqlite_database import SqliteDatabase, open_engine
from bot.storage.tables import Deadlines, Heartbeat, StoredEventLog, Surfaces
from bot.storage.tournament.tournaments import StoredTournaments

_log = structlog.get_logger(__name__)
_UPGRADE, _IDENTIFY = 1001, 2000  # the numbers of PostgreSQL's advisory locks
IDENTIFY_SECONDS = 5.5
"""How long nobody opens another session of a kind, `shard % max_concurrency`: Discord wants five seconds between them, and a
turn begins a little before its session."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Store:
    """Everything that is stored, on one database."""

    database: Database
    log: StoredEventLog
    deadlines: Deadlines
    heartbeat: Heartbeat
    people: People
    surfaces: Surfaces
    variants: SavedVariants
    server_settings: ServerSettingsStore
    ledgers: StoredLedgers
    posts: Posts
    tournaments: StoredTournaments
    days: StoredDays
    privacy: StoredPrivacy
    probe: Callable[[], Awaitable[object]]
    """Reads from the database as a move does, behind the transactions that wait. It raises what a move would."""
    ownership: Ownership
    identify_turn: Callable[[int], Awaitable[None]] | None
    """Waits until this process may open a session with Discord, if others might do so at the same time; the int is the kind."""
    marker: str = ""
    """Carried by every button, because table numbers and steps occur again after a restore; empty before the first one."""


@asynccontextmanager
async def open_store(
    url: str, *, synchronous: Synchronous = "FULL", copies: Path | None = None, channel: str = ""
) -> AsyncIterator[Store]:
    """Open a database, make its files private, migrate it, and close it at the end. Listen on this channel, if there is one.

    Before a migration, a copy is written to the folder `copies`, unless it is None. Raise BackupFailedError if that isn't
    possible, SchemaRefusedError, DatabaseUnusableError, and SQLAlchemy's errors for a database that cannot be opened.
    """
    file = sqlite_file(read_url(url))
    if file is not None:
        await asyncio.to_thread(_check_file, file)
        _prepare_file(file)
    database = open_database(url, synchronous=synchronous)
    try:
        if file is not None and copies is not None and await needs_migration(database):
            copy = BackupFolder(file, copies).file(BackupKind.BEFORE_UPGRADE, time.time_ns() // 1_000_000)
            await asyncio.to_thread(write_backup, file, copy)
            _log.info("the database is upgraded; a copy of the old one is kept", copy=str(copy))
        async with _upgrading(url):
            await migrate(database)
        database.begin_play()
        store = replace(store_on(database), marker=await database.transaction(_read_marker))
        await database.listen(channel)
        await store.people.load()
        yield store
    finally:
        await database.close()


def open_database(url: str, *, synchronous: Synchronous = "FULL") -> Database:
    """Return the database at this URL, which connects when it is first used. `synchronous` is SQLite's."""
    if read_url(url).get_backend_name() == "sqlite":
        return SqliteDatabase(open_engine(url, synchronous=synchronous))
    from bot.storage.postgres_database import PostgresDatabase  # its driver is installed for those who use it

    return PostgresDatabase(url)


@asynccontextmanager
async def _upgrading(url: str) -> AsyncIterator[None]:
    """Hold a lock for the block, so that of several processes that start on PostgreSQL one makes the schema."""
    if read_url(url).get_backend_name() == "sqlite":
        yield
        return
    from bot.storage.postgres_database import advisory_lock

    lock = ExitStack()
    await asyncio.to_thread(lock.enter_context, advisory_lock(url, _UPGRADE, wait=True))
    try:
        yield
    finally:
        await asyncio.to_thread(lock.close)


def _check_file(file: Path) -> None:
    """Raise DatabaseUnusableError for a damaged database: some damage would show only in the middle of a match."""
    try:
        if not file.is_file() or file.stat().st_size == 0:
            return
        fault = fault_of(file)
    except OSError as error:
        raise DatabaseUnusableError(file, error) from error
    except sqlite3.OperationalError:
        return  # it can't be read at all: opening it says why
    except sqlite3.DatabaseError as error:
        fault = str(error)
    if fault:
        raise DatabaseUnusableError(file, OSError(fault if "not a database" in fault else f"it is malformed ({fault})"))


def _prepare_file(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        create_private(file)
        make_private(file)
    except OSError as error:
        raise DatabaseUnusableError(file, error) from error


def store_on(database: Database) -> Store:
    """Return the store on a database; nothing is read or written yet."""
    people = People(database)
    return Store(
        database,
        StoredEventLog(database),
        Deadlines(database),
        Heartbeat(database),
        people,
        Surfaces(database),
        SavedVariants(database),
        ServerSettingsStore(database),
        StoredLedgers(database),
        Posts(database),
        StoredTournaments(database),
        StoredDays(database),
        StoredPrivacy(database, people),
        lambda: database.transaction(lambda connection: connection.exec_driver_sql("SELECT 1").scalar()),
        _ownership_on(database),
        None if database.dialect == "sqlite" else partial(_take_identify_turn, database.url),
    )


def _ownership_on(database: Database) -> Ownership:
    if database.dialect == "sqlite":
        return Ownership()
    ownership = SharedOwnership(database.url)
    database.trust = ownership.trust
    return ownership


async def _take_identify_turn(url: str, kind: int) -> None:
    from bot.storage.postgres_database import take_turn

    await asyncio.to_thread(take_turn, url, _IDENTIFY + kind, IDENTIFY_SECONDS)


def _read_marker(connection: Connection) -> str:
    """Return the marker as buttons carry it: at most six characters; empty for a database that was never restored."""
    number, text = read_marker(connection), ""
    while number > 0:
        number, digit = divmod(number, len(_DIGITS))
        text = _DIGITS[digit] + text
    return text
