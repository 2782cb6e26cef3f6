"""Making or upgrading the schema of a database when the program starts; one that is too old or too new is refused.

During an upgrade, processes of the version before go on with the new schema. So a new column has a default, and what is no
longer used is removed a version later. Before an upgrade to which that doesn't apply (0029, 0030), the changelog says to stop
them.

Alembic, which takes 11 MiB, is imported only for an upgrade.
"""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, text

import bot.storage.league.schema
import bot.storage.tournament.schema  # noqa: F401  (all tables)
from bot.storage.database import Database
from bot.storage.files import NEW_DATABASE
from bot.storage.schema import metadata

if TYPE_CHECKING:
    from alembic.config import Config

_MIGRATIONS = Path(__file__).parent / "migrations"
_OLDEST = "0017"
"""The oldest schema that can be upgraded. A new database gets the newest one at once."""

_UPGRADES_OLDER = "15e69275"
"""The last commit that upgrades older schemas."""

_VERSION_TABLE = text(
    "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
)
"""As Alembic makes it."""

_STAMP = text("INSERT INTO alembic_version (version_num) VALUES (:version)")


class SchemaRefusedError(Exception):
    """The database has a schema or an encoding that this program can't use; `fact` and `advice` are sentences."""

    def __init__(self, fact: str, advice: str) -> None:
        self.fact, self.advice = fact, advice
        super().__init__(f"{fact} {advice}")


async def migrate(database: Database) -> None:
    """Make or upgrade the schema in one transaction. A second process with the same SQLite file waits, then has nothing to do.

    Raise SchemaRefusedError.
    """
    await database.transaction(upgrade)


async def needs_migration(database: Database) -> bool:
    """Return True if the database has a schema, and an older one than this program's. Raise SchemaRefusedError."""
    found = await database.transaction(read_schema_version)
    return found not in (None, newest_schema_version())


def read_schema_version(connection: Connection) -> str | None:
    """Return the database's schema version; None for an empty one. Raise SchemaRefusedError."""
    _check_encoding(connection)
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    found: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if found is not None:
        check_schema(found)
    return found


def check_schema(version: str, database: str = "The database") -> None:
    """Raise SchemaRefusedError if this program can't open and upgrade a database with this schema version."""
    if version in _versions():
        return
    if version < _OLDEST:
        advice = f"Upgrade it first with commit {_UPGRADES_OLDER}, then start this one."
        raise SchemaRefusedError(f"{database} is from an older version.", advice)
    raise SchemaRefusedError(
        f"{database} was written by a newer version of this program: its schema is {version}, "
        f"and this version knows those up to {newest_schema_version()}.",
        "Start the newer version again, or restore an older backup.",
    )


def _check_encoding(connection: Connection) -> None:
    """Raise SchemaRefusedError if the database can't store every character."""
    if connection.dialect.name == "sqlite":
        return
    if (found := connection.exec_driver_sql("SHOW server_encoding").scalar()) != "UTF8":
        advice = f"Make a new database {NEW_DATABASE}, and name it in DATABASE_URL."
        raise SchemaRefusedError(f"The database's encoding is {found}, which can't hold every name.", advice)


def newest_schema_version() -> str:
    """Return the schema version that this program needs."""
    return _versions()[-1]


def upgrade(connection: Connection) -> None:
    """Make or upgrade the schema, within a transaction. Raise SchemaRefusedError."""
    found = read_schema_version(connection)
    if found == newest_schema_version():
        return
    if found is None:
        metadata.create_all(connection, checkfirst=False)
        connection.execute(_VERSION_TABLE)
        connection.execute(_STAMP, {"version": newest_schema_version()})
        return
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@cache
def _versions() -> list[str]:
    """Return the schema versions, the oldest first: `0029` has the migration `v0029_schedules.py`."""
    return sorted(file.name[1:5] for file in (_MIGRATIONS / "versions").glob("v[0-9]*.py"))


def _config() -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
