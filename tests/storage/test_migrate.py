"""The migrations lead to the schema that the program uses; an older or newer schema is refused."""

import re
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine

from bot.storage.database import Database
from bot.storage.migrate import SchemaRefusedError, _config, _versions, migrate, newest_schema_version
from bot.storage.schema import metadata
from bot.storage.sqlite_database import SqliteDatabase, open_engine
from tests.conftest import ROOT
from tests.processes import Process
from tests.storage.old_schema import make_old_schema
from tests.storage.sqlite_files import url

__all__ = ["url"]


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    database = SqliteDatabase(open_engine(url, synchronous="NORMAL"))
    yield database
    await database.close()


def _statements(connection: Connection) -> dict[str, str]:
    """Return the statements of the schema by name; Alembic's comparison doesn't see AUTOINCREMENT and WITHOUT ROWID."""
    rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name != 'alembic_version'")
    return {name: re.sub(r"\s*([(),]|\s)\s*", r"\1", sql.strip()) for name, sql in rows if not name.startswith("sqlite_")}


async def test_the_migrations_lead_to_the_schema_of_a_new_database(database: Database) -> None:
    await database.transaction(lambda connection: make_old_schema(connection, "head"))
    compared = {"compare_type": True, "compare_server_default": True}
    differences = await database.transaction(
        lambda connection: compare_metadata(MigrationContext.configure(connection, opts=compared), metadata)
    )
    assert differences == []
    in_memory = create_engine("sqlite://")
    with in_memory.begin() as connection:
        metadata.create_all(connection)
        wanted = _statements(connection)
    in_memory.dispose()
    assert await database.transaction(_statements) == wanted


def test_each_migration_follows_the_one_before_in_the_names_of_the_files() -> None:
    scripts = [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()]
    assert scripts[::-1] == _versions()


async def test_migrating_twice_does_nothing(database: Database) -> None:
    await migrate(database)
    changes = await database.transaction(lambda connection: connection.exec_driver_sql("SELECT total_changes()").scalar())
    await migrate(database)
    after = await database.transaction(lambda connection: connection.exec_driver_sql("SELECT total_changes()").scalar())
    assert after == changes


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ("0001", "The database is from an older version. Upgrade it first with commit 15e69275, then start this one."),
        ("0016", "The database is from an older version. Upgrade it first with commit 15e69275, then start this one."),
        ("9999", f"its schema is 9999, and this version knows those up to {newest_schema_version()}"),
    ],
)
async def test_a_database_of_an_older_or_newer_program_is_refused_and_left_alone(
    database: Database, url: str, schema: str, said: str
) -> None:
    await migrate(database)
    await database.transaction(
        lambda connection: connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{schema}'")
    )
    with pytest.raises(SchemaRefusedError, match=said):
        await migrate(database)
    file = sqlite3.connect(url.removeprefix("sqlite:///"))
    assert file.execute("SELECT version_num FROM alembic_version").fetchall() == [(schema,)]
    file.close()


async def test_a_migration_that_fails_leaves_nothing_behind(database: Database) -> None:
    await database.transaction(lambda connection: connection.exec_driver_sql("CREATE TABLE surfaces (mine TEXT)"))
    with pytest.raises(Exception, match="surfaces already exists"):
        await migrate(database)
    assert list(await database.transaction(_statements)) == ["surfaces"]


async def test_processes_that_start_at_the_same_time_all_succeed(url: str, tmp_path: Path) -> None:
    starting = [Process("tests.storage.processes", "show", url, folder=ROOT, log=tmp_path / f"{nth}.log") for nth in range(4)]
    for process in starting:
        assert await process.ended() == 0, process.log.read_text()
        assert process.lines == ["[]"]
