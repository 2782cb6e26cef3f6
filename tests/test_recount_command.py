"""`python -m bot recount`: it checks and repairs the totals of every server, and refuses while a bot holds the database."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

from bot.storage.database_lock import hold_database
from bot.storage.store import open_store
from tests.competition.league_server import LeagueServer
from tests.databases import new_database
from tests.league.leagues import LEAGUES
from tests.league.random_season import BEGIN, PEOPLE, SERVER, season_of

Finished = Callable[..., "CompletedProcess[str]"]
DATABASE = "sqlite+aiosqlite:///ramino.db"


def _played(file: Path) -> None:
    """Store some matches."""

    async def play() -> None:
        async with open_store(f"sqlite:///{file}", synchronous="NORMAL") as store:
            server = LeagueServer(store, BEGIN - 1000)
            await server.meet(PEOPLE)
            await server.create(LEAGUES)
            for match in season_of(1, matches=30):
                await server.finish(match)

    new_database(file)
    asyncio.run(play())


def _execute(file: Path, statement: str) -> int:
    with closing(sqlite3.connect(file)) as connection, connection:
        return connection.execute(statement).rowcount


def test_a_recount_repairs_damaged_totals_and_says_what_was_wrong(finished: Finished, tmp_path: Path) -> None:
    file = tmp_path / "ramino.db"
    _played(file)
    ended = finished("recount", DATABASE_URL=DATABASE)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "Servers checked: 1; right: 1.\n", "")
    wrong = _execute(file, "UPDATE totals SET total = '[[1,60,1,0,[1]],0,[0,0,0,0,[]]]' WHERE person = 1")
    wrong += _execute(file, "DELETE FROM ratings WHERE person = 2") + _execute(
        file, "UPDATE ratings SET mu = 99 WHERE person = 3"
    )
    ended = finished("recount", DATABASE_URL=DATABASE)
    said = f"Server {SERVER}: {wrong} totals and ratings were wrong; they are repaired.\n"
    assert wrong >= 3
    assert ended.stdout == f"{said}Servers checked: 1; right: 0.\n"
    assert finished("recount", DATABASE_URL=DATABASE).stdout == "Servers checked: 1; right: 1.\n"


def test_a_recount_is_refused_while_a_bot_holds_the_database(finished: Finished, tmp_path: Path) -> None:
    new_database(tmp_path / "ramino.db")
    with hold_database(f"sqlite:///{tmp_path / 'ramino.db'}"):
        ended = finished("recount", DATABASE_URL=DATABASE)
    assert ended.returncode == 1
    assert ended.stderr == f"A bot (process {os.getpid()}) is using ramino.db. Stop it first.\n"


def test_a_server_with_damaged_results_is_named_and_the_others_are_counted(finished: Finished, tmp_path: Path) -> None:
    _played(tmp_path / "ramino.db")
    _execute(tmp_path / "ramino.db", "UPDATE results SET facts = 'mice' WHERE \"table\" = 3")
    ended = finished("recount", DATABASE_URL=DATABASE)
    assert f"Server {SERVER}: cannot be counted" in ended.stdout
    assert ended.stdout.endswith("Servers checked: 1; right: 0.\n")


def test_a_recount_without_a_database_makes_none(finished: Finished, tmp_path: Path) -> None:
    ended = finished("recount", DATABASE_URL=DATABASE)
    assert (ended.returncode, ended.stderr) == (1, "There is no database at ramino.db.\n")
    assert not (tmp_path / "ramino.db").exists()
