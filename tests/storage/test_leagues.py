"""A result, and what it moves, are stored together or not at all; live boards know how far they have been drawn."""

import asyncio
import sys

from msgspec.structs import replace

from bot.league.league import League
from bot.storage.store import Store, open_store
from bot.tables.league_ports import Board
from tests.league.season import BEGIN, PEOPLE, SERVER, season_of
from tests.tables.club import Club


async def test_a_killed_process_leaves_whole_results_that_count_where_they_should(url: str) -> None:
    for moment in (0.02, 0.06, 0.11, 0.17):
        committed = await _killed_after(url, moment)
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


async def _killed_after(url: str, seconds: float) -> set[int]:
    """The matches of which it said that they are committed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.storage.finisher", url, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"ready\n"
    await asyncio.sleep(seconds)
    process.kill()
    said, _ = await process.communicate()
    return {int(line) for line in said.decode().rpartition("\n")[0].split()}


async def test_the_books_are_there_after_a_restart(url: str) -> None:
    async with open_store(url) as store:
        club = Club(store, BEGIN - 1)
        await club.meet(PEOPLE)
        (stored,) = await club.create([League(server=SERVER, name="All", rated=True)])
        for match in season_of(1, matches=20):
            await club.finish(match)
        kept = await club.kept(SERVER)
        ladder = await club.records.standings(SERVER, stored)
    async with open_store(url) as store:
        again = Club(store, club.now)
        assert await again.kept(SERVER) == kept
        assert await again.records.league(SERVER) == stored
        assert await again.records.standings(SERVER, stored) == ladder


async def test_a_board_is_behind_when_its_server_has_moved_on(store: Store) -> None:
    club = Club(store, BEGIN - 1)
    await club.meet(PEOPLE)
    (stored,) = await club.create([League(server=SERVER, name="All")])
    ladder = await club.records.standings(SERVER, stored)
    board = Board(900, 20, SERVER, stored.number, "rami", 20_514, ladder.revision)
    await store.boards.put(board)
    await store.boards.put(Board(901, 20, 11))
    assert await store.boards.behind() == []
    for match in season_of(1, matches=2):
        await club.finish(match)
    assert await store.boards.behind() == [board]
    now = (await club.records.standings(SERVER, stored)).revision
    await store.boards.drawn(900, now)
    await store.boards.drawn(900, now - 1)
    assert await store.boards.behind() == []
    await club.finish(replace(season_of(1, matches=3)[2], ended=club.now + 1))
    assert [one.drawn for one in await store.boards.behind()] == [now]
    await store.boards.remove(900)
    assert await store.boards.behind() == []
