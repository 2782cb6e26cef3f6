"""The report on a league knows who was new in the season, reads matches without their deals, and waits for exports."""

import asyncio
from contextlib import AsyncExitStack

from msgspec.structs import replace

from bot.competition.match_history import MOST_EXPORTS
from bot.competition.refusals import TooManyExports
from bot.league.days import DAY_MS
from bot.league.eligibility import NotPlayed
from bot.league.league import League
from tests.competition.league_server import LeagueServer, refused
from tests.league.random_season import SERVER, season_of
from tests.league.written_matches import BEN, CEM, DEE, played

CUP = League(server=SERVER, name="Cup", rematches=99)


async def test_only_people_whose_first_match_was_in_the_season_are_new(server: LeagueServer) -> None:
    await server.create([CUP])

    async def play(said: str) -> int:
        return await server.finish(replace(played(said), server=SERVER, ended=server.now + DAY_MS))

    await play("Ann 1 104 · Ben 2 40")
    await server.season_ends.end_season(SERVER, 1)
    for _ in range(3):
        await play("Cem 1 104 · Ben 2 40")
        await play("Cem 1 104 · Dee 2 40")
    report = await server.match_history.report(await server.leagues.find(SERVER))
    assert [(one.person, one.opponent, one.matches) for one in report.only_opponents] == [(DEE, CEM, 3)]
    assert report.matches == 6
    assert await server.match_history.has_played(SERVER, BEN)


async def test_the_report_has_the_matches_that_change_the_standings(server: LeagueServer) -> None:
    (stored,) = await server.create([replace(CUP, rematches=2)])
    for match in season_of(5, matches=120, leagues=1):
        await server.finish(match)
    export = await server.match_history.export(SERVER, stored, season=1)
    pages = [page async for page in server.match_history.exported_pages(SERVER, export)]
    counted = [one.match for page in pages for one in page if isinstance(one.verdicts[0].why_not, NotPlayed | None)]
    report = await server.match_history.report(stored)
    assert report.matches == len(counted) < 120
    decided = [match.number for match in reversed(counted) if sum(not seat.left for seat in match.people()) == 1]
    assert [one.match for one in report.departures] == decided
    assert any(one.is_walkover for one in report.departures)


async def test_a_report_waits_for_exports_and_is_refused_like_one(server: LeagueServer) -> None:
    (stored,) = await server.create([CUP])
    async with AsyncExitStack() as waiting:
        exporting = server.match_history.exporting
        tasks = [asyncio.create_task(waiting.enter_async_context(exporting(SERVER))) for _ in range(MOST_EXPORTS)]
        await asyncio.sleep(0)
        assert await refused(server.match_history.report(stored)) == TooManyExports(MOST_EXPORTS)
        for task in tasks[1:]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    assert (await server.match_history.report(stored)).matches == 0
