"""The store: every stored port on one database, which is opened, migrated and closed here."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy import Connection

from bot.league.match_facts import MatchResult
from bot.storage.database import Database
from bot.storage.engine import DEFAULT_URL, Synchronous, open_engine
from bot.storage.league.cached_totals_update import update_cached_totals
from bot.storage.league.fixtures import advance_schedule_of_table, set_fixture_table
from bot.storage.league.leagues import StoredLeagues
from bot.storage.league.live_standings import StoredLiveStandings
from bot.storage.league.reminders import StoredReminders
from bot.storage.league.results import insert_result
from bot.storage.league.schedules import StoredSchedules
from bot.storage.league.server_history import StoredMatchArchive
from bot.storage.migrate import migrate
from bot.storage.people.people import StoredPeople
from bot.storage.people.privacy import StoredPrivacy
from bot.storage.tables.deadlines import StoredDeadlines
from bot.storage.tables.event_log import LeagueWrites, StoredEventLog
from bot.storage.tables.saved_variants import StoredVariants
from bot.storage.tables.surfaces import StoredSurfaces


@dataclass(frozen=True, slots=True)
class Store:
    """The implementations of all ports, on one database."""

    log: StoredEventLog
    deadlines: StoredDeadlines
    people: StoredPeople
    surfaces: StoredSurfaces
    variants: StoredVariants
    leagues: StoredLeagues
    archive: StoredMatchArchive
    live_standings: StoredLiveStandings
    schedules: StoredSchedules
    reminders: StoredReminders
    privacy: StoredPrivacy


@asynccontextmanager
async def open_store(url: str = DEFAULT_URL, *, synchronous: Synchronous = "FULL") -> AsyncIterator[Store]:
    """Open a database, migrate it, and close it at the end.

    Raise DatabaseTooNewError, and SQLAlchemy's errors for a database that cannot be opened.
    """
    database = Database(open_engine(url, synchronous=synchronous))
    try:
        await migrate(database)
        yield store_on(database)
    finally:
        await database.close()


def store_on(database: Database) -> Store:
    """Return the store on a database; nothing is read or written yet."""
    people = StoredPeople(database)
    return Store(
        StoredEventLog(database, LeagueWrites(set_fixture_table, advance_schedule_of_table, _store_result)),
        StoredDeadlines(database),
        people,
        StoredSurfaces(database),
        StoredVariants(database),
        StoredLeagues(database),
        StoredMatchArchive(database),
        StoredLiveStandings(database),
        StoredSchedules(database),
        StoredReminders(database),
        StoredPrivacy(database, people),
    )


def _store_result(connection: Connection, table: int, result: MatchResult) -> None:
    insert_result(connection, table, result)
    update_cached_totals(connection, table, result)
