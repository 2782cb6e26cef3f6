"""A result, and what it moves, are stored together or not at all; live boards know how far they have been drawn."""

import asyncio
from pathlib import Path

from msgspec.structs import replace
from sqlalchemy import Connection

from bot.competition.ports import PostedStandings
from bot.league.league import League
from bot.storage.database import Database
from bot.storage.engine import open_engine
from bot.storage.league.final_tables import UNPOSTED
from bot.storage.league.leagues import DUE
from bot.storage.migrate import migrate
from bot.storage.store import Store, open_store
from tests.conftest import ROOT
from tests.league.random_season import BEGIN, PEOPLE, SERVER, season_of
from tests.processes import Process
from tests.tables.club import Club


async def test_a_killed_process_leaves_whole_results_that_count_where_they_should(url: str, tmp_path: Path) -> None:
    for moment in (0.02, 0.06, 0.11, 0.17):
        committed = await _killed_after(url, tmp_path / f"{moment}.log", moment)
        async with open_store(url) as store:
            club = Club(store, BEGIN)
            assert await club.kept(SERVER) == await club.from_scratch(SERVER)
            history = await store.archive.history(SERVER)
            stored = {match.number for match in history.matches}
            assert committed <= stored
            for number in stored:
                assert len(await store.log.events(number)) == 2
            waiting = await store.log.open_tables()
            assert not stored & set(waiting)


async def _killed_after(url: str, log: Path, seconds: float) -> set[int]:
    """The matches of which it said that they are committed."""
    process = Process("tests.storage.league.match_finisher", url, folder=ROOT, log=log)
    await process.wrote(1)
    await asyncio.sleep(seconds)
    process.kill()
    ready, *numbers = process.lines
    assert ready == "ready"
    return set(map(int, numbers))


async def test_the_books_are_there_after_a_restart(url: str) -> None:
    async with open_store(url) as store:
        club = Club(store, BEGIN - 1)
        await club.meet(PEOPLE)
        (stored,) = await club.create([League(server=SERVER, name="All", rated=True)])
        for match in season_of(1, matches=20):
            await club.finish(match)
        kept = await club.kept(SERVER)
        ladder = await club.standings.of(SERVER, stored)
    async with open_store(url) as store:
        again = Club(store, club.now)
        assert await again.kept(SERVER) == kept
        assert await again.leagues.named(SERVER) == stored
        assert await again.standings.of(SERVER, stored) == ladder


MINUTE = 60_000


async def test_a_board_is_behind_when_its_server_has_moved_on(store: Store) -> None:
    club = Club(store, BEGIN - 1)
    await club.meet(PEOPLE)
    (stored,) = await club.create([League(server=SERVER, name="All")])
    ladder = await club.standings.of(SERVER, stored)
    board = PostedStandings(900, 20, SERVER, stored.number, "rami", 20_514, ladder.revision)
    await store.live_standings.put(board)
    await store.live_standings.put(PostedStandings(901, 20, 11))
    later = {"now": 10 * MINUTE, "pause": MINUTE}
    assert await store.live_standings.stale(**later) == []
    for match in season_of(1, matches=2):
        await club.finish(match)
    assert await store.live_standings.stale(**later) == [board]
    now = (await club.standings.of(SERVER, stored)).revision
    await store.live_standings.mark_rendered(900, now, at=5)
    await store.live_standings.mark_rendered(900, now - 1, at=6)
    assert await store.live_standings.stale(**later) == []
    await club.finish(replace(season_of(1, matches=3)[2], ended=club.now + 1))
    assert [(one.revision, one.at) for one in await store.live_standings.stale(**later)] == [(now, 5)]
    now = (await club.standings.of(SERVER, stored)).revision
    await store.live_standings.mark_rendered(900, now, at=5)
    day = 24 * 60 * MINUTE
    for at, behind in ((day + 4, 0), (day + 5, 1)):
        assert len([one for one in await store.live_standings.stale(now=at, pause=MINUTE) if one.message == 900]) == behind
    await store.live_standings.remove(900)
    assert await store.live_standings.stale(**later) == []


async def test_a_board_is_drawn_once_a_minute_by_one_of_those_who_would(store: Store) -> None:
    club = Club(store, BEGIN - 1)
    await club.meet(PEOPLE)
    await club.create([League(server=SERVER, name="All")])
    await store.live_standings.put(PostedStandings(900, 20, SERVER, at=1_000))
    for now, behind in ((1_000, 0), (MINUTE + 999, 0), (MINUTE + 1_000, 1), (999, 1)):
        found = await store.live_standings.stale(now=now, pause=MINUTE)
        assert len(found) == behind, "earlier than it was drawn: the clock has been set back"
    assert [await store.live_standings.claim(found[0], at=MINUTE + 1_000) for _ in range(2)] == [True, False]
    assert await store.live_standings.stale(now=MINUTE + 1_000, pause=MINUTE) == []


async def test_what_is_asked_every_few_seconds_reads_no_whole_table(url: str) -> None:
    database = Database(open_engine(url, synchronous="NORMAL"))
    await migrate(database)

    def plans(connection: Connection) -> list[str]:
        found = []
        for statement in (UNPOSTED, DUE.params(until=5)):
            text = str(statement.compile(connection, compile_kwargs={"literal_binds": True}))
            found += [str(row[3]) for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}")]
        return found

    steps = await database.transaction(plans)
    await database.close()
    assert any("ix_seasons_told_end" in step for step in steps), steps
    assert not any(step.startswith("SCAN") for step in steps), steps
