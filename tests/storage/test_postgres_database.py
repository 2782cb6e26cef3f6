"""PostgreSQL: transactions that read and then decide, lost connections, a restored backup, and a second process."""

import asyncio
import subprocess
import time
from collections.abc import AsyncIterator
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from structlog.testing import capture_logs

from bot.rummy.events import MatchBrokenOff
from bot.storage.database import CommitUnknownError, connection_text
from bot.storage.files import DatabaseInUseError, hold_database
from bot.storage.migrate import SchemaRefusedError
from bot.storage.postgres_database import PostgresDatabase, open_postgres
from bot.storage.store import open_store
from bot.tables.ports import UNCHANGED, Commit, NotStoredError, WhyNotStored
from tests.background.test_deadline_sleeper import until
from tests.databases import execute
from tests.postgres import Postgres, find_postgres

COUNTED = "SELECT count(*) FROM counted"
SLOW_COMMIT = """
CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(30); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON {table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()
"""
"""A trigger with which a transaction that inserts a row stays in its commit."""
END_OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'active' AND query = 'COMMIT'"


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture
async def database(url: str) -> AsyncIterator[PostgresDatabase]:
    execute(url, "CREATE TABLE counted (number integer PRIMARY KEY, name text)")
    database = PostgresDatabase(url)
    yield database
    await database.close()


async def test_of_transactions_that_read_the_same_and_then_decide_one_is_run_again(database: PostgresDatabase) -> None:
    both_have_read, runs = Barrier(2), list[int]()

    def add_unless_there_are_two(connection: Connection) -> None:
        found = connection.execute(text(COUNTED)).scalar_one()
        runs.append(found)
        if len(runs) <= 2:
            both_have_read.wait(10)
        if found < 1:
            connection.execute(text("INSERT INTO counted VALUES (:number, '')"), {"number": len(runs) * 100 + found})

    await asyncio.gather(*(database.transaction(add_unless_there_are_two) for _ in range(2)))
    assert runs == [0, 0, 1]
    assert await database.read(lambda connection: connection.execute(text(COUNTED)).scalar()) == 1
    assert database.runs_again == 1


async def test_of_two_transactions_that_wait_for_each_other_one_is_run_again(database: PostgresDatabase) -> None:
    both_have_one, runs = Barrier(2), list[int]()

    def take_both(connection: Connection, first: int, second: int) -> None:
        take, run = text("SELECT pg_advisory_xact_lock(:number)"), len(runs)
        runs.append(first)
        connection.execute(take, {"number": first})
        if run < 2:
            both_have_one.wait(10)
        connection.execute(take, {"number": second})
        connection.execute(text("INSERT INTO counted VALUES (:number, '')"), {"number": first})

    await asyncio.gather(*(database.transaction(partial(take_both, first=one, second=3 - one)) for one in (1, 2)))
    assert len(runs) == 3
    assert await database.read(lambda connection: connection.execute(text(COUNTED)).scalar()) == 2


async def test_a_transaction_that_raises_writes_nothing_and_a_cancelled_task_leaves_a_whole_one(
    database: PostgresDatabase,
) -> None:
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def insert(connection: Connection) -> None:
        connection.execute(text("INSERT INTO counted VALUES (1, '')"))
        loop.call_soon_threadsafe(begun.set)
        connection.execute(text("SELECT pg_sleep(0.1)"))
        connection.execute(text("INSERT INTO counted VALUES (2, '')"))

    with pytest.raises(ZeroDivisionError):
        await database.transaction(lambda connection: (insert(connection), 1 / 0))
    assert execute_count(database) == 0
    begun.clear()
    task = asyncio.create_task(database.transaction(insert))
    await begun.wait()
    assert database.saving_for > 0
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(lambda: not database.saving_for)
    assert execute_count(database) == 2


def execute_count(database: PostgresDatabase) -> object:
    with database._engine.connect() as connection:
        return connection.execute(text(COUNTED)).scalar()


async def test_a_read_cannot_write_and_sees_what_was_committed_before(database: PostgresDatabase) -> None:
    insert = text("INSERT INTO counted VALUES (1, '')")
    with pytest.raises(DBAPIError, match="read-only"):
        await database.read(lambda connection: connection.execute(insert))
    await database.transaction(lambda connection: connection.execute(insert))
    assert await database.read(lambda connection: connection.execute(text(COUNTED)).scalar()) == 1


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("53100", WhyNotStored.FULL),
        ("25006", WhyNotStored.READ_ONLY),
        ("58030", WhyNotStored.BROKEN),
    ],
)
async def test_what_postgresql_cannot_store_says_why(database: PostgresDatabase, code: str, why: WhyNotStored) -> None:
    fail = text(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$")
    database.begin_play()
    with capture_logs() as log:
        for _ in range(2):
            with pytest.raises(NotStoredError) as refused:
                await database.transaction(lambda connection: connection.execute(fail))
    assert refused.value.why == why
    assert [entry["why"] for entry in log] == [why]
    assert execute_count(database) == 0


async def test_an_error_shows_no_value_of_a_row(database: PostgresDatabase) -> None:
    insert, about = text("INSERT INTO counted VALUES (:number, :name)"), {"number": 123456789012, "name": "Ann"}
    about["number"] = 1234567
    await database.transaction(lambda connection: connection.execute(insert, about))
    with pytest.raises(IntegrityError) as refused:
        await database.transaction(lambda connection: connection.execute(insert, about))
    for error in (refused.value, refused.value.orig):
        assert "counted_pkey" in str(error)
        assert "1234567" not in f"{error} {error!r}"


async def test_a_password_may_have_spaces_and_marks(url: str) -> None:
    address = url.replace("//ramino@", "//ramino:a%20b%2F%25@") + "?options=-c%20search_path=public"
    about = conninfo_to_dict(connection_text(address))
    assert about["password"] == "a b/%"
    assert about["options"] == "-c search_path=public"
    database = PostgresDatabase(address)
    await database.listen()
    await database.transaction(lambda connection: connection.execute(text("SELECT 1")))
    await database.close()


async def test_a_database_that_cannot_hold_every_name_is_refused(postgres: Postgres) -> None:
    postgres.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    postgres.execute("CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")
    for name, encoding in (("latin", "LATIN1"), ("ascii", "SQL_ASCII")):
        with pytest.raises(SchemaRefusedError, match=f"encoding is {encoding}"):
            async with open_store(postgres.url(name)):
                pass
        postgres.drop(postgres.url(name))


async def test_postgresql_ends_the_connections_of_a_machine_that_is_gone(database: PostgresDatabase) -> None:
    asked = "tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count"
    seconds = await database.read(lambda connection: [connection.execute(text(f"SHOW {name}")).scalar() for name in asked])
    assert seconds == ["4", "2", "2"]


@pytest.mark.thorough
async def test_postgresql_ends_the_transaction_of_a_process_that_stopped_after_writing_several_rows(
    database: PostgresDatabase, url: str
) -> None:
    add = text("INSERT INTO counted VALUES (:number, '')")
    engine = open_postgres(url, connections=1)
    with engine.connect() as stopped:
        stopped.execute(add, [{"number": 1}, {"number": 2}])
        async with asyncio.timeout(9):
            await database.transaction(lambda connection: connection.execute(add, {"number": 1}))  # it waits for the other one
        stopped.invalidate()
    engine.dispose()


async def test_a_number_that_another_transaction_has_taken_is_chosen_again(database: PostgresDatabase) -> None:
    add, chosen = text("INSERT INTO counted VALUES (:number, '')"), iter((0, 0, 1))  # the second is as if both had read nothing
    for _ in range(2):
        await database.transaction(lambda connection: connection.execute(add, {"number": next(chosen)}))
    assert await database.read(lambda connection: connection.execute(text(COUNTED)).scalar()) == 2
    with pytest.raises(IntegrityError):
        await database.transaction(lambda connection: connection.execute(add, {"number": 0}))


async def test_after_a_restart_of_the_database_the_next_transaction_works(
    postgres: Postgres, database: PostgresDatabase
) -> None:
    insert = text("INSERT INTO counted SELECT count(*), '' FROM counted")
    await asyncio.gather(*(database.transaction(lambda connection: connection.execute(insert)) for _ in range(8)))
    await asyncio.to_thread(postgres.restart)
    await database.transaction(lambda connection: connection.execute(insert))
    assert await database.read(lambda connection: connection.execute(text(COUNTED)).scalar()) == 9


async def end_the_commit_under_way(url: str) -> None:
    await until(lambda: bool(execute(url, END_OTHERS)))


async def test_a_connection_that_is_lost_during_the_commit_is_an_error_of_its_own(database: PostgresDatabase, url: str) -> None:
    execute(url, SLOW_COMMIT.format(table="counted"))
    task = asyncio.create_task(
        database.transaction(lambda connection: connection.execute(text("INSERT INTO counted VALUES (1, '')")))
    )
    await end_the_commit_under_way(url)
    with pytest.raises(CommitUnknownError):
        await task


async def test_a_move_whose_commit_was_cut_counts_if_it_is_stored(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_store(url) as store:
        execute(url, "INSERT INTO tables (number, server, channel, opened, told) VALUES (7, 1, 1, 1, 4)")
        execute(url, SLOW_COMMIT.format(table="events"))
        first, second = (Commit(7, version, (MatchBrokenOff(),), at=5, deadline=UNCHANGED) for version in (1, 2))
        task = asyncio.create_task(store.log.commit(first))
        await end_the_commit_under_way(url)
        with pytest.raises(CommitUnknownError):
            await task
        execute(url, "ALTER TABLE events DISABLE TRIGGER slow")
        await store.log.commit(first)
        transaction = PostgresDatabase.transaction

        async def commit_and_lose_the_connection(*given: Any) -> None:
            await transaction(*given)
            raise CommitUnknownError

        monkeypatch.setattr(PostgresDatabase, "transaction", commit_and_lose_the_connection)
        await store.log.commit(second)
        assert await store.log.last_version(7) == 2


def test_a_second_process_is_refused_with_a_sentence(url: str) -> None:
    sentence = r"^A bot is using postgresql\S*//ramino@127.0.0.1\S+\. Stop it first\.$"
    with hold_database(url), pytest.raises(DatabaseInUseError, match=sentence), hold_database(url):
        pass
    deadline = time.monotonic() + 5
    while True:  # PostgreSQL frees the lock once it has noticed that the connection is closed
        try:
            with hold_database(url):
                return
        except DatabaseInUseError:
            assert time.monotonic() < deadline
            time.sleep(0.01)


async def test_a_restored_database_has_another_marker_and_shows_its_tables_again(postgres: Postgres, url: str) -> None:
    for _ in range(2):
        async with open_store(url) as store:
            assert store.marker == ""
    execute(url, "INSERT INTO tables (number, server, channel, opened, told) VALUES (7, 1, 1, 1, 4)")
    other, programs = postgres.new_database(empty=True), find_postgres()
    assert programs is not None
    copy = f"{programs}/pg_dump {url} | {programs}/psql -q {other}"
    assert await (await asyncio.create_subprocess_shell(copy, stdout=subprocess.DEVNULL)).wait() == 0
    async with open_store(other) as store:
        marker = store.marker
        assert marker
        assert (await store.surfaces.load(7)).is_restored
    async with open_store(other) as store:
        assert store.marker == marker
    async with open_store(url) as store:
        assert store.marker == ""


async def test_what_is_sent_is_heard_on_its_channel_only(url: str) -> None:
    heard = dict[str, list[str]](one=[], other=[], none=[])
    async with (
        open_store(url, channel="ramino_1") as one,
        open_store(url, channel="ramino_2") as other,
        open_store(url) as none,
    ):
        for store, texts in zip((one, other, none), heard.values(), strict=True):
            store.database.on_text(texts.append)
        longest = "x" * 7999
        await one.database.send(longest)
        await other.database.send("y")
        await until(lambda: heard["one"] and heard["other"])
    assert heard == {"one": [longest], "other": ["y"], "none": []}
