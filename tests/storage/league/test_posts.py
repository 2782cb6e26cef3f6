"""Posts are stale when what they show has changed and are claimed once a minute; frequent queries use indexes."""

from msgspec.structs import replace
from sqlalchemy import Connection

from bot.league.league import League
from bot.storage.league.ledger_rows import _LEAGUES
from bot.storage.league.ledgers import _DUE, _RECENT
from bot.storage.league.posts import STALE, Post, PostKind
from bot.storage.store import Store, open_database
from bot.storage.tables import TABLES_BEHIND, TABLES_BEHIND_IN_SERVER
from tests.competition.league_server import LeagueServer
from tests.league.random_season import BEGIN, PEOPLE, SERVER, season_of

MINUTE = 60_000


async def stale(store: Store, now: int = 10 * MINUTE) -> list[Post]:
    return await store.posts.stale(PostKind.STANDINGS, now=now, pause=MINUTE)


async def test_posted_standings_are_stale_when_the_revision_has_advanced(store: Store) -> None:
    server = LeagueServer(store, BEGIN - 1)
    await server.meet(PEOPLE)
    (stored,) = await server.create([League(server=SERVER, name="All")])
    ladder = await server.standings.table(SERVER, stored)
    await store.posts.add(Post(PostKind.STANDINGS, stored.number, "20514 rami", SERVER, 20, 900, ladder.revision))
    await store.posts.add(Post(PostKind.STANDINGS, 0, " ", 11, 20, 901))
    assert await stale(store) == []
    for match in season_of(1, matches=2):
        await server.finish(match)
    (posted,) = await stale(store)
    assert (posted.message, posted.of, posted.what) == (900, stored.number, "20514 rami")
    now = (await server.standings.table(SERVER, stored)).revision
    await store.posts.mark(posted, shown=now)
    await store.posts.mark(posted, shown=now - 1)
    assert await stale(store) == []
    await server.finish(replace(season_of(1, matches=3)[2], ended=server.now + 1))
    assert [one.shown for one in await stale(store)] == [now]
    await store.posts.mark(posted, shown=now + 1)
    day = 24 * 60 * MINUTE
    assert [len(await stale(store, now)) for now in (day - 1, day)] == [0, 1]
    await store.posts.remove(posted)
    assert await stale(store, day) == []


async def test_a_post_is_claimed_once_a_minute_by_one_process_and_stays_stale_until_it_is_rendered(store: Store) -> None:
    server = LeagueServer(store, BEGIN - 1)
    await server.meet(PEOPLE)
    await server.create([League(server=SERVER, name="All")])
    await store.posts.add(Post(PostKind.STANDINGS, 0, " ", SERVER, 20, 900, at=1_000))
    for now, behind in ((1_000, 0), (MINUTE + 999, 0), (MINUTE + 1_000, 1)):
        found = await stale(store, now)
        assert len(found) == behind
    assert [await store.posts.claim(found[0], at=MINUTE + 1_000) for _ in range(2)] == [True, False]
    assert await stale(store, MINUTE + 1_000) == []
    assert len(await stale(store, 2 * MINUTE + 1_000)) == 1


FREQUENT = (
    *(STALE[kind] for kind in (PostKind.SEASON, PostKind.LINE, PostKind.WITHDRAWN)),
    _DUE.params(until=5),
    _LEAGUES.params(of_server=5),
    TABLES_BEHIND,
    TABLES_BEHIND_IN_SERVER.params(of_server=5),
    _RECENT.params(of_server=5, of_kind="begun", since=5),
)
"""The statements of every few seconds or every command."""


async def test_a_frequent_query_never_scans_a_whole_table(url: str) -> None:
    database = open_database(url, synchronous="NORMAL")
    explain = "EXPLAIN QUERY PLAN" if database.dialect == "sqlite" else "EXPLAIN"

    def plans(connection: Connection) -> list[list[str]]:
        if database.dialect == "postgresql":  # for tables with so few rows it would choose to scan them
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        texts = [str(one.compile(connection, compile_kwargs={"literal_binds": True})) for one in FREQUENT]
        return [[str(row[-1]) for row in connection.exec_driver_sql(f"{explain} {text}")] for text in texts]

    found = await database.transaction(plans)
    await database.close()
    steps = [step for plan in found for step in plan]
    if database.dialect == "postgresql":
        assert not [step for step in steps if "Seq Scan" in step]
        assert all(any("Index Cond" in step or "ix_tables_behind" in step for step in plan) for plan in found), found
        return
    assert any("ix_posts_kind_of" in step for step in steps), steps
    assert any("ix_ledger_server_kind_number" in step and "SEARCH" in step for step in steps), steps
    assert any("ix_ledger_server_at" in step and "SEARCH" in step for step in steps), steps
    assert any("ix_tables_behind" in step and "SEARCH" in step for step in steps), steps
    scans = [step for step in steps if step.startswith("SCAN") and not step.endswith("ix_tables_behind")]
    assert not scans, "the index of tables that are behind has only these"
