"""Upgrading the schema of a database when the program starts; a database of a newer program is refused."""

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.storage.database import Database
from bot.storage.league.matches.history_blocks import add_all_blocks
from bot.storage.league.matches.match_shares import add_all_shares
from bot.storage.league.matches.meetings import count_all_meetings

_FIRST_WITH_COPIES = "0007"
"""The first schema with rows that are copied from whole results. They are inserted after the last migration: only then do all
tables fit this program."""
_FIRST_WITH_MEETINGS = "0014"


class DatabaseTooNewError(Exception):
    """The database has a schema that this program doesn't know; the message says what to do."""

    def __init__(self, found: str, known: str, database: str = "The database") -> None:
        super().__init__(
            f"{database} was written by a newer version of this program: its schema is {found}, "
            f"and this version knows those up to {known}. Start the newer version again, or restore an older backup."
        )


async def migrate(database: Database) -> None:
    """Upgrade the schema in one transaction; a second process that starts at the same time waits and then has nothing to do.

    Raise DatabaseTooNewError for a database of a newer program.
    """
    await database.transaction(_upgrade)


async def needs_migration(database: Database) -> bool:
    """Return True if the database has a schema, and an older one than this program's. Raise DatabaseTooNewError."""
    found = await database.transaction(read_schema_version)
    return found not in (None, newest_schema_version())


def read_schema_version(connection: Connection) -> str | None:
    """Return the database's schema version; None for an empty one. Raise DatabaseTooNewError for an unknown version."""
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and not is_known_schema(found):
        raise DatabaseTooNewError(found, newest_schema_version())
    return found


def is_known_schema(version: str) -> bool:
    """Return True if this program can open and upgrade a database with this schema version."""
    return version in {script.revision for script in _scripts().walk_revisions()}


def newest_schema_version() -> str:
    """Return the schema version that this program needs."""
    newest = _scripts().get_current_head()
    assert newest is not None, "there is a first migration"
    return newest


def _upgrade(connection: Connection) -> None:
    found = read_schema_version(connection)
    if found == newest_schema_version():
        return
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if found is not None and found < _FIRST_WITH_COPIES:
        add_all_shares(connection)
        add_all_blocks(connection)
    if found is not None and found < _FIRST_WITH_MEETINGS:
        count_all_meetings(connection)


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
