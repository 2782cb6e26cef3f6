"""The migrations lead to the schema that the program uses; a newer schema is refused."""

import json
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from msgspec.structs import replace
from sqlalchemy import Connection, create_engine

from bot.competition.log_ports import LogPage
from bot.competition.ports import PostedStandings, StoredLeague
from bot.league.corrections import SwapPeople
from bot.league.league import League
from bot.league.seasons.awards import Awards
from bot.league.seasons.season_table import build_season_table
from bot.league.seasons.seasons import Season
from bot.storage.database import Database
from bot.storage.engine import open_engine
from bot.storage.league.league_rows import encode_league
from bot.storage.migrate import DatabaseTooNewError, _config, migrate, newest_schema_version
from bot.storage.schema import metadata
from bot.storage.store import open_store
from tests.competition.league_server import LeagueServer
from tests.conftest import ROOT
from tests.league.random_season import corrections_of, season_of
from tests.processes import Process
from tests.rummy.presets import variant
from tests.storage.small_matches import SERVER, result


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    database = Database(open_engine(url, synchronous="NORMAL"))
    yield database
    await database.close()


def _statements(connection: Connection) -> dict[str, str]:
    """Return the statements of the schema by name; Alembic's comparison doesn't see AUTOINCREMENT and WITHOUT ROWID."""
    rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name != 'alembic_version'")
    return {name: re.sub(r"\s*([(),]|\s)\s*", r"\1", sql) for name, sql in rows if not name.startswith("sqlite_")}


def _remove_newest(connection: sqlite3.Connection) -> None:
    """Remove what versions 0016 and 0017 added."""
    connection.execute("DROP INDEX ix_people_username")
    connection.execute("DROP TABLE questions")
    for table, column in (
        ("seasons", "post_channel"),
        ("seasons", "post_message"),
        ("schedules", "withdrawn"),
        ("people", "username"),
    ):
        connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")


async def test_the_migrations_lead_to_the_schema_of_the_program(database: Database) -> None:
    await migrate(database)
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


async def test_results_from_before_there_were_leagues_are_kept_and_can_be_corrected(url: str) -> None:
    """In the second schema, the facts contained neither their number nor their channel."""
    database = Database(open_engine(url, synchronous="NORMAL"))
    await database.transaction(lambda connection: _upgrade_to(connection, "0002"))
    facts = result([1, 2, 3], server=SERVER)
    text = msgspec.json.encode(facts).decode().replace("'", "''")
    for statement in (
        *(f"INSERT INTO people VALUES ({n}, {100 + n}, 'Person {n}', 'it', NULL)" for n in (1, 2, 3)),
        f"INSERT INTO tables VALUES (7, {SERVER}, 20, 1, 5, 0)",
        f"INSERT INTO results VALUES (7, {SERVER}, 5, '{text}')",
        "INSERT INTO result_seats VALUES (7, 0, 1, 1, 104, 0), (7, 1, 2, 2, 40, 0), (7, 2, 3, 3, 0, 1)",
    ):
        await database.transaction(lambda connection, said=statement: connection.exec_driver_sql(said))  # type: ignore[misc]
    await database.close()
    async with open_store(url) as store:
        server = LeagueServer(store, 10)
        assert (await server.match_history.match(SERVER, 7)).match == replace(facts, number=7, channel=20)
        assert [row.person for row in (await server.standings.table(SERVER, None)).rows] == [1, 2, 3]
        (league,) = await server.create([League(server=SERVER, name="All", rated=True)])
        await server.corrections.correct(SERVER, 7, SwapPeople(1, 2), by=3, why="the seats were swapped")
        assert [row.person for row in (await server.standings.table(SERVER, None)).rows] == [2, 1, 3]
        assert (await server.standings.table(SERVER, league)).rows == []
        assert await server.cached_totals(SERVER) == await server.recomputed_totals(SERVER)


async def test_seasons_that_ended_before_the_migration_count_as_posted_and_live_standings_continue(url: str) -> None:
    """In the third schema, no season was ever marked as posted."""
    database = Database(open_engine(url, synchronous="NORMAL"))
    await database.transaction(lambda connection: _upgrade_to(connection, "0003"))
    definition = encode_league(League(server=SERVER, name="All"))
    table = build_season_table(League(server=SERVER, name="All"), Season(1, 0, 5), (), Awards())
    final = msgspec.json.encode(table).decode()
    for statement in (
        f"INSERT INTO leagues VALUES (1, {SERVER}, 'all', '{definition}', 0, NULL)",
        f"INSERT INTO servers VALUES ({SERVER}, NULL, 3, 0)",
        f"INSERT INTO seasons VALUES (1, 1, 0, 5, '', NULL, '{definition}', '{final}', 0)",
        "INSERT INTO seasons VALUES (1, 2, 5, NULL, '', NULL, NULL, NULL, 0)",
        f"INSERT INTO boards VALUES (900, 20, {SERVER}, 1, NULL, NULL, 2)",
    ):
        await database.transaction(lambda connection, said=statement: connection.exec_driver_sql(said))  # type: ignore[misc]
    await database.close()
    async with open_store(url) as store:
        server = LeagueServer(store, 10)
        assert await store.leagues.unposted_tables() == []
        assert await store.live_standings.stale_posts(now=100_000, pause=60_000) == [
            PostedStandings(900, 20, SERVER, 1, revision=2)
        ]
        ended = await server.season_ends.archive_league(SERVER, 1)
        assert ended.season == Season(2, 5, 10)
        assert [found for _, found in await store.leagues.unposted_tables()] == [ended]


async def test_people_reminded_before_the_migration_are_not_reminded_again(url: str) -> None:
    """In the fourth schema, a fixture only said that its people had been reminded."""
    database = Database(open_engine(url, synchronous="NORMAL"))
    await database.transaction(lambda connection: _upgrade_to(connection, "0004"))
    definition = encode_league(League(server=SERVER, name="All"))
    rules = msgspec.json.encode(variant()).decode().replace("'", "''")
    for statement in (
        *(f"INSERT INTO people VALUES ({n}, {100 + n}, 'Person {n}', 'it', NULL)" for n in (1, 2, 3)),
        f"INSERT INTO leagues VALUES (1, {SERVER}, 'all', '{definition}', 0, NULL)",
        f"INSERT INTO schedules VALUES (1, 1, 1, 5, '{rules}', '[[],[]]')",
        "INSERT INTO fixtures VALUES (1, 1, 1, '[1,2]', 50, 7, NULL), (2, 1, 2, '[2,3]', 60, NULL, NULL)",
        "INSERT INTO reminders VALUES (1, 1), (1, 2), (1, 3)",
    ):
        await database.transaction(lambda connection, said=statement: connection.exec_driver_sql(said))  # type: ignore[misc]
    await database.close()
    async with open_store(url) as store:
        due = await store.reminders.due_reminders(now=10, until=100)
        assert [(one.fixture.number, one.person) for one in due] == [(2, 2), (2, 3)]
        schedule = await store.schedules.newest(1)
        assert schedule is not None
        assert [one.people for one in schedule.fixtures] == [(1, 2), (2, 3)]
        assert await store.schedules.stale_posts(now=1_000_000, pause=0) == []


async def test_what_earlier_versions_stored_of_people_is_found_after_the_migration(url: str) -> None:
    """In the fifth schema, the tables, schedules and corrections of a person were searched for in all logs and texts."""
    database = Database(open_engine(url, synchronous="NORMAL"))
    await database.transaction(lambda connection: _upgrade_to(connection, "0005"))
    facts = msgspec.json.encode(result([1, 2, 3], server=SERVER)).decode()
    opened = json.dumps({"type": "TableOpened", "host": 1})
    correction = json.dumps({"match": 7, "change": {"type": "Void"}, "by": 2, "at": 5, "why": "x"})
    definition, rules = encode_league(League(server=SERVER, name="All")), msgspec.json.encode(variant()).decode()
    rows: dict[str, list[tuple[object, ...]]] = {
        "people": [(n, 100 + n, f"Person {n}", "it", None) for n in (1, 2, 3, 4)],
        "servers": [(SERVER, None, 3, 0)],
        "tables": [(7, SERVER, 20, 1, 5, 2), (8, SERVER, 20, 1, 5, 1), (9, SERVER, 20, 1, None, 1)],
        "events": [
            *((table, 1, 0, 1, opened) for table in (7, 8, 9)),
            *((table, 2, 0, 1, json.dumps({"type": "SatDown", "person": 4}, separators=(",", ":"))) for table in (7, 8)),
            (9, 2, 0, 1, '{"type":"SatDown","per:2'),
        ],
        "results": [(7, SERVER, 5, facts)],
        "result_seats": [(7, 0, 1, 1, 104, 0), (7, 1, 2, 2, 40, 0), (7, 2, 3, 3, 0, 1)],
        "corrections": [(1, SERVER, 7, correction)],
        "leagues": [(1, SERVER, "all", definition, 0, None)],
        "schedules": [(1, 1, 1, 5, rules, "[[4],[]]", 0, None, None, None, None)],
        "fixtures": [(1, 1, 1, "[2,3]", None, None)],
    }

    def insert(connection: Connection) -> None:
        for table, some in rows.items():
            for row in some:
                connection.exec_driver_sql(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)

    await database.transaction(insert)
    await database.close()
    async with open_store(url) as store:
        assert await store.surfaces.tables_behind() == [8, 9]
        assert await store.archive.stale_servers() == [SERVER], "its totals are of an earlier counting"
        found = {person: await store.privacy.read_personal_data(person) for person in (1, 2, 3, 4)}
    about: dict[str, dict[int, list[object]]] = {
        name: {person: [one[key] for one in data[name]] for person, data in found.items()}  # type: ignore[index, attr-defined]
        for name, key in (("tables", "number"), ("schedules", "plays"), ("corrections", "by"), ("fixtures", "number"))
    }
    assert about["tables"] == {1: [7, 8, 9], 2: [7], 3: [7], 4: [7, 8]}
    assert about["schedules"] == {1: [False], 2: [True], 3: [True], 4: [False]}
    assert about["corrections"] == {1: [2], 2: [2], 3: [2], 4: []}
    assert about["fixtures"] == {1: [], 2: [1], 3: [1], 4: []}
    assert [len(data["matches"]) for data in found.values()] == [1, 1, 1, 0]  # type: ignore[arg-type]


async def test_leaderboards_and_pages_of_earlier_results_are_copied_by_the_migration(url: str) -> None:
    """In the sixth schema, they read all results. Damaged ones don't stop the migration."""
    copies = ("history_blocks", "played_variants", "counted_matches", "match_shares")
    async with open_store(url) as store:
        server = LeagueServer(store, 0)
        await server.meet(24)
        history = season_of(3, matches=40)
        for match in history:
            await server.finish(match)
        for correction in corrections_of(3, history, 20):
            await server.try_to_correct(correction)
    with closing(sqlite3.connect(url.partition("///")[2], timeout=10)) as connection:
        wanted = {name: connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2, 3").fetchall() for name in copies}
        for name in reversed(copies):
            connection.execute(f"DROP TABLE {name}")
        for column in ("hands", "reminders", "card_order", "pictures", "suit_colours"):
            connection.execute(f"ALTER TABLE people DROP COLUMN {column}")
        connection.execute("DROP TABLE server_settings")
        for name in ("heartbeat", "action_posts", "action_leagues", "organiser_actions"):
            connection.execute(f"DROP TABLE {name}")
        connection.execute("DROP INDEX ix_tables_again")
        connection.execute("ALTER TABLE tables DROP COLUMN again")
        connection.execute("DROP TABLE former_people")
        connection.execute("DROP TABLE former_people_keys")
        connection.execute("DROP INDEX ix_results_met")
        connection.execute("ALTER TABLE results DROP COLUMN met")
        _remove_newest(connection)
        connection.execute("UPDATE alembic_version SET version_num = '0006'")
        connection.execute("""UPDATE results SET facts = '{"ser' WHERE "table" = 9""")
        connection.commit()
    async with open_store(url):
        pass
    with closing(sqlite3.connect(url.partition("///")[2], timeout=10)) as connection:
        found = {name: connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2, 3").fetchall() for name in copies}
        names = {
            name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")].index("table") for name in copies[2:]
        }
    for name, at in names.items():
        assert any(row[at] == 9 for row in wanted[name])
        wanted[name] = [row for row in wanted[name] if row[at] != 9]
    assert all(set(found[name]) == set(wanted[name]) and wanted[name] for name in copies[2:])
    assert found["history_blocks"] == wanted["history_blocks"]
    assert set(found["played_variants"]) <= set(wanted["played_variants"])


async def test_corrections_from_before_the_log_are_its_first_lines_in_the_leagues_of_their_matches(url: str) -> None:
    async with open_store(url) as store:
        server = LeagueServer(store, 0)
        await server.meet(24)
        history = season_of(3, matches=40)
        here = history[0].server
        named = (("All", here, None), ("Here", here, history[0].channel), ("Away", here + 1, None))
        leagues = await server.create(League(server=at, name=name, channel=channel) for name, at, channel in named)
        for match in history:
            await server.finish(match)
        for correction in corrections_of(3, history, 30):
            await server.try_to_correct(correction)
        wanted = [[(line.number, line.by, line.what, line.why) for line in (await _log(server, one)).lines] for one in leagues]
        assert len(wanted[0]) > len(wanted[1]) > len(wanted[2]) == 0
    with closing(sqlite3.connect(url.partition("///")[2], timeout=10)) as connection:
        for name in ("action_posts", "action_leagues", "organiser_actions"):
            connection.execute(f"DROP TABLE {name}")
        _remove_newest(connection)
        connection.execute("UPDATE alembic_version SET version_num = '0014'")
        connection.commit()
    async with open_store(url) as store:
        server = LeagueServer(store, 0)
        found = [[(line.number, line.by, line.what, line.why) for line in (await _log(server, one)).lines] for one in leagues]
        assert found == wanted
        assert await store.organiser_log.channels_to_post() == [], "nothing old is announced"


async def _log(server: LeagueServer, league: StoredLeague) -> LogPage:
    return await server.store.organiser_log.page(league.league.server, league.number, 0, 100)


def _upgrade_to(connection: Connection, revision: str) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


async def test_migrating_twice_does_nothing(database: Database) -> None:
    await migrate(database)
    changes = await database.transaction(lambda connection: connection.exec_driver_sql("SELECT total_changes()").scalar())
    await migrate(database)
    after = await database.transaction(lambda connection: connection.exec_driver_sql("SELECT total_changes()").scalar())
    assert after == changes


async def test_a_database_of_a_newer_program_is_refused_and_left_alone(database: Database, url: str) -> None:
    await migrate(database)
    await database.transaction(lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(
        DatabaseTooNewError, match=f"its schema is 9999, and this version knows those up to {newest_schema_version()}"
    ):
        await migrate(database)
    file = sqlite3.connect(url.removeprefix("sqlite+aiosqlite:///"))
    assert file.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]
    file.close()


async def test_a_migration_that_fails_leaves_nothing_behind(database: Database) -> None:
    await database.transaction(lambda connection: connection.exec_driver_sql("CREATE TABLE surfaces (mine TEXT)"))
    with pytest.raises(Exception, match="surfaces already exists"):
        await migrate(database)
    assert list(await database.transaction(_statements)) == ["surfaces"]


async def test_processes_that_start_at_the_same_time_all_succeed(url: str, tmp_path: Path) -> None:
    starting = [Process("tests.storage.starter", url, folder=ROOT, log=tmp_path / f"{nth}.log") for nth in range(4)]
    for process in starting:
        assert await process.ended() == 0, process.log.read_text()
        assert process.lines == ["[]"]
