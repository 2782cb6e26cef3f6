"""A result and the changes to the cached totals are stored together or not at all."""

import asyncio
from pathlib import Path

import pytest

from bot.league.league import League
from bot.storage.store import open_store
from tests.competition.league_server import LeagueServer
from tests.conftest import ROOT
from tests.league.random_season import BEGIN, PEOPLE, SERVER, season_of
from tests.processes import Process


@pytest.mark.thorough
async def test_a_killed_process_leaves_whole_results_with_matching_totals(url: str, tmp_path: Path) -> None:
    for moment in (0.02, 0.06, 0.11, 0.17):
        committed = await _killed_after(url, tmp_path / f"{moment}.log", moment)
        async with open_store(url) as store:
            server = LeagueServer(store, BEGIN)
            assert await server.cached_totals(SERVER) == await server.recomputed_totals(SERVER)
            history = await store.archive.history(SERVER)
            stored = {match.number for match in history.matches}
            assert committed <= stored
            for number in stored:
                assert len(await store.log.read_events(number)) == 2
            waiting = await store.log.tables_in_play()
            assert not stored & set(waiting)


async def _killed_after(url: str, log: Path, seconds: float) -> set[int]:
    """Return the matches that the killed process reported as committed."""
    process = Process("tests.storage.league.match_finisher", url, folder=ROOT, log=log)
    await process.wrote(1)
    await asyncio.sleep(seconds)
    process.kill()
    ready, *numbers = process.lines
    assert ready == "ready"
    return set(map(int, numbers))


async def test_the_cached_totals_survive_a_restart(url: str) -> None:
    async with open_store(url) as store:
        server = LeagueServer(store, BEGIN - 1)
        await server.meet(PEOPLE)
        (stored,) = await server.create([League(server=SERVER, name="All", rated=True)])
        for match in season_of(1, matches=20):
            await server.finish(match)
        kept = await server.cached_totals(SERVER)
        ladder = await server.standings.table(SERVER, stored)
    async with open_store(url) as store:
        again = LeagueServer(store, server.now)
        assert await again.cached_totals(SERVER) == kept
        assert await again.leagues.find(SERVER) == stored
        assert await again.standings.table(SERVER, stored) == ladder
