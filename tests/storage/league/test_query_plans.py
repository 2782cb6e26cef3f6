"""Queries that run every few seconds, or for each server, use indexes."""

from sqlalchemy import Connection

from bot.storage.database import Database
from bot.storage.engine import open_engine
from bot.storage.league.ledger_rows import _LEAGUES
from bot.storage.league.ledgers import _DUE, _RECENT
from bot.storage.league.posts import STALE, PostKind
from bot.storage.migrate import migrate
from bot.storage.surfaces import TABLES_BEHIND, TABLES_BEHIND_IN_SERVER


async def test_a_frequent_query_never_scans_a_whole_table(url: str) -> None:
    database = Database(open_engine(url, synchronous="NORMAL"))
    await migrate(database)

    def plans(connection: Connection) -> list[str]:
        found = []
        recent = _RECENT.params(of_server=5, of_kind="begun", since=5)
        waiting = [STALE[kind] for kind in (PostKind.SEASON, PostKind.LINE, PostKind.WITHDRAWN)]
        behind = (TABLES_BEHIND, TABLES_BEHIND_IN_SERVER.params(of_server=5))
        for statement in (*waiting, _DUE.params(until=5), _LEAGUES.params(of_server=5), *behind, recent):
            text = str(statement.compile(connection, compile_kwargs={"literal_binds": True}))
            found += [str(row[3]) for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}")]
        return found

    steps = await database.transaction(plans)
    await database.close()
    assert any("ix_posts_kind_of" in step for step in steps), steps
    assert any("ix_ledger_server_kind_number" in step and "SEARCH" in step for step in steps), steps
    assert any("ix_ledger_server_at" in step and "SEARCH" in step for step in steps), steps
    assert any("ix_tables_behind" in step and "SEARCH" in step for step in steps), steps
    scans = [step for step in steps if step.startswith("SCAN") and not step.endswith("ix_tables_behind")]
    assert not scans, "the index of tables that are behind has only these"
