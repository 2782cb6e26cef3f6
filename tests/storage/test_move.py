"""`python -m bot move-database`: what it copies, how it survives a cut, and when it refuses."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from bot.storage.files import hold_database
from bot.storage.migrate import newest_schema_version
from bot.storage.schema import metadata
from bot.storage.store import open_store
from tests.background.test_deadline_sleeper import until
from tests.databases import execute, new_database
from tests.postgres import Postgres
from tests.processes import Process

Finished = Callable[..., "CompletedProcess[str]"]
SLOW = """
CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON tables DEFERRABLE INITIALLY {when} FOR EACH ROW EXECUTE FUNCTION wait()
"""
"""A trigger with which the move stays in the middle, or in its commit."""
END_IT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()"
ROWS = """
INSERT INTO people (number, discord_id, name, locale) VALUES (1, 11, 'Ann', 'it'), (2, 12, 'B\N{GRINNING FACE}	\\b', '');
INSERT INTO former_people_keys VALUES (20000, x'00ff10');
INSERT INTO former_people VALUES (20000, 'abc', 1);
INSERT INTO tables (number, server, channel, opened, told) VALUES (1, 9, 1234567890123456789, 5, -3), (2, 9, 1, 5, 2147483647);
INSERT INTO tables (number, server, channel, opened, told) VALUES (7, 9, 1, 5, 0);
DELETE FROM tables WHERE number = 7;
INSERT INTO events VALUES (1, 1, 3, 5, '{"a": "line\\nand \\u0000"}'), (1, 2, 3, 6, '');
INSERT INTO surfaces VALUES (1, 'page 1', 1, NULL, '', '');
INSERT INTO heartbeat VALUES (1, 1234);
PRAGMA user_version = 4321;
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A SQLite database with some rows of every type."""
    file = tmp_path / "ramino.db"
    new_database(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(ROWS)
        connection.execute("UPDATE people SET name = ? WHERE number = 1", ("A\0nn",))
        connection.commit()
    return file


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.new_database(empty=True)


def rows(url: str) -> dict[str, list[tuple[Any, ...]]]:
    def select(name: str) -> str:
        columns = ", ".join(f'"{column.name}"' for column in metadata.tables[name].columns)
        return f'SELECT {columns} FROM "{name}"'

    return {name: sorted(execute(url, select(name)), key=repr) for name in metadata.tables}


def marker(url: str) -> str:
    async def read() -> str:
        async with open_store(url) as store:
            return store.marker

    return asyncio.run(read())


def is_unused(url: str) -> bool:
    return not any(rows(url).values())


def test_all_rows_the_marker_and_the_last_numbers_move_and_the_file_stays_as_it_is(
    finished: Finished, file: Path, url: str
) -> None:
    before = file.read_bytes()
    ended = finished("move-database", "ramino.db", DATABASE_URL=url)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == (
        f"Moved ramino.db to {url}: 10 rows; people: 2, tables: 2.\n"
        "Every row was compared. Old buttons still work.\n"
        "Next: start the bot. ramino.db is unchanged; never run a bot on it again.\n"
        "From now on, back up with PostgreSQL's own tools.\n"
    )
    assert file.read_bytes() == before
    execute(f"sqlite:///{file}", "UPDATE people SET name = 'Ann' WHERE number = 1")  # without U+0000
    assert rows(url) == rows(f"sqlite:///{file}")
    assert marker(url) == marker(f"sqlite:///{file}") != ""
    insert = "INSERT INTO {} RETURNING number"
    assert execute(url, insert.format("tables (server, channel, opened, told) VALUES (9, 1, 5, 0)")) == [(8,)]
    assert execute(url, insert.format("people (name, locale) VALUES ('Cleo', '')")) == [(3,)]
    assert execute(url, insert.format("leagues (server) VALUES (9)")) == [(1,)]


@pytest.mark.thorough
@pytest.mark.parametrize("when", ["IMMEDIATE", "DEFERRED"])
@pytest.mark.parametrize("is_killed", [True, False], ids=["killed", "cut"])
async def test_a_move_that_breaks_off_leaves_nothing_and_can_be_repeated(
    finished: Finished, file: Path, tmp_path: Path, postgres: Postgres, is_killed: bool, when: str
) -> None:
    url = postgres.new_database()
    execute(url, SLOW.format(when=when))
    environment = {"DATABASE_URL": url, "PATH": os.environ["PATH"]}
    moving = Process("bot", "move-database", "ramino.db", folder=tmp_path, log=tmp_path / "log", environment=environment)
    if is_killed:
        await until(lambda: bool(execute(url, END_IT.replace("pg_terminate_backend(pid)", "pid"))))
        moving.kill()
    await until(lambda: bool(execute(url, END_IT)))
    if not is_killed:
        assert await moving.ended() == 1
        said = moving.log.read_text("utf-8")
        assert said.startswith("The move failed: ")
        assert said.endswith("Run it again: it moves everything or nothing.\n")
        assert said.count("\n") == 1
    await until(lambda: not execute(url, END_IT))
    assert is_unused(url)
    execute(url, "DROP TRIGGER slow ON tables")
    assert finished("move-database", "ramino.db", DATABASE_URL=url).returncode == 0
    assert len(rows(url)["tables"]) == 2


def test_rows_that_arrive_differently_are_noticed_and_not_kept(finished: Finished, file: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    execute(url, "CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.told = 5; RETURN NEW; END $$")
    execute(url, "CREATE TRIGGER change BEFORE INSERT ON tables FOR EACH ROW EXECUTE FUNCTION change()")
    ended = finished("move-database", "ramino.db", DATABASE_URL=url)
    assert ended.returncode == 1
    assert ended.stderr == "The move failed: other rows arrived in tables. Run it again: it moves everything or nothing.\n"
    assert is_unused(url)


def test_a_repeated_move_says_the_same_until_a_bot_has_played_on_the_new_database(
    finished: Finished, file: Path, url: str
) -> None:
    first, again = (finished("move-database", "ramino.db", DATABASE_URL=url) for _ in range(2))
    assert (again.returncode, again.stdout) == (first.returncode, first.stdout)
    execute(url, "UPDATE tables SET told = 4 WHERE number = 1")
    before = rows(url)
    third = finished("move-database", "ramino.db", DATABASE_URL=url)
    assert (third.returncode, third.stdout) == (1, "")
    advice = "Make a new database as docs/HOSTING.md says under “Growing”, and name it in DATABASE_URL."
    assert third.stderr == f"{url} isn't empty. {advice}\n"
    assert rows(url) == before


async def test_a_bot_that_was_started_on_the_new_database_by_mistake_leaves_it_empty(
    finished: Finished, file: Path, url: str
) -> None:
    async with open_store(url):
        execute(url, "INSERT INTO heartbeat VALUES (1, 5)")
    assert finished("move-database", "ramino.db", DATABASE_URL=url).returncode == 0
    assert execute(url, "SELECT at FROM heartbeat") == [(1234,)]


@pytest.mark.parametrize("statement", ["CREATE TABLE guests (name text)", "CREATE TABLE tables (number integer)"])
def test_a_database_of_another_program_is_refused(finished: Finished, file: Path, url: str, statement: str) -> None:
    execute(url, statement)
    ended = finished("move-database", "ramino.db", DATABASE_URL=url)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(f"{url} isn't empty. ")


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda file: file.unlink(), "There is no file ramino.db.\n"),
        (lambda file: (file.unlink(), file.mkdir()), "ramino.db is not a file. Name one in it.\n"),
        (lambda file: file.write_text("Dear Ann. " * 500), "ramino.db isn't a database. Choose another file.\n"),
        (lambda file: file.write_bytes(file.read_bytes()[:20_000]), "ramino.db is damaged: "),
        (
            lambda file: execute(f"sqlite:///{file}", "DROP TABLE alembic_version"),
            "ramino.db is a database, but not one of this bot's. Choose another file.\n",
        ),
        (
            lambda file: execute(f"sqlite:///{file}", "UPDATE alembic_version SET version_num = '0022'"),
            "ramino.db is from an older version. Start the bot on it once; that upgrades it.\n",
        ),
        (
            lambda file: execute(f"sqlite:///{file}", "UPDATE alembic_version SET version_num = '9000'"),
            "ramino.db was written by a newer version of this program: its schema is 9000",
        ),
    ],
    ids=["missing", "folder", "letter", "torn", "another program's", "older", "newer"],
)
def test_a_file_that_cannot_be_moved_is_refused(
    finished: Finished, file: Path, url: str, damage: Callable[[Path], object], said: str
) -> None:
    assert newest_schema_version() > "0022"
    damage(file)
    ended = finished("move-database", "ramino.db", DATABASE_URL=url)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(said)
    assert not execute(url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")


def test_no_database_may_be_in_use_meanwhile(finished: Finished, file: Path, url: str) -> None:
    with hold_database(f"sqlite:///{file}"):
        ended = finished("move-database", "ramino.db", DATABASE_URL=url)
    assert (ended.returncode, ended.stderr) == (1, f"A bot (process {os.getpid()}) is using ramino.db. Stop it first.\n")
    with hold_database(url):
        ended = finished("move-database", "ramino.db", DATABASE_URL=url)
    assert ended.returncode == 1
    assert ended.stderr.startswith("A bot is using postgresql")
    assert not execute(url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("sqlite:///other.db", "DATABASE_URL doesn't name a PostgreSQL database. Change it to the new, empty one first.\n"),
        ("{url}_absent", "The database cannot be used: "),
        ("postgresql://ramino:secret@127.0.0.1:9/ramino", "The database cannot be used: "),
    ],
    ids=["sqlite", "absent", "refused"],
)
def test_a_database_that_cannot_be_the_new_one_is_refused_without_showing_its_password(
    finished: Finished, file: Path, url: str, address: str, said: str
) -> None:
    ended = finished("move-database", "ramino.db", DATABASE_URL=address.format(url=url))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(said)
    assert ended.stderr.count("\n") == 1
    assert "secret" not in ended.stderr
