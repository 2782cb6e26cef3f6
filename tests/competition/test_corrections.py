"""A correction recalculates everything as if the match had always been so."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.competition import corrections
from bot.competition.corrections import CorrectionEffects, ReasonMissing, ReasonTooLong, effects_of
from bot.competition.match_history import NoSuchMatch
from bot.league.corrections import AlreadyVoided, Change, NotInThatMatch, Reinstate, SwapBack, SwapPeople, Void
from bot.league.league import League
from bot.league.organiser_actions import Line
from bot.league.standings import Effect, Move
from bot.rummy.variant import Length
from bot.storage.store import open_store
from tests.competition.league_server import LeagueServer, refused, standings_rows
from tests.league.leagues import LEAGUES
from tests.league.random_season import PEOPLE, SERVER, season_of
from tests.league.written_matches import played

MONDAYS = League(server=SERVER, name="Mondays")
DAY = 86_400_000


async def test_an_impossible_correction_is_refused_with_its_reason(server: LeagueServer) -> None:
    await server.create([MONDAYS])
    number = await server.finish(replace(played("Ann 1 104 · Ben 2 40 · Cem 3 0"), server=SERVER, ended=server.now))
    correct = server.corrections.correct
    assert await refused(correct(SERVER, number, Void(), by=1, why=" \n\u200d\u202e ")) == ReasonMissing()
    assert await refused(correct(SERVER, number, Void(), by=1, why="x" * 301)) == ReasonTooLong(300)
    assert await refused(correct(SERVER, 99, Void(), by=1, why="x")) == NoSuchMatch(99)
    assert await refused(correct(11, number, Void(), by=1, why="x")) == NoSuchMatch(number)
    assert await refused(server.match_history.match(11, number)) == NoSuchMatch(number)
    assert await refused(correct(SERVER, number, SwapPeople(1, 9), by=1, why="x")) == NotInThatMatch(9)
    await correct(SERVER, number, Void(), by=1, why="x")
    assert await refused(correct(SERVER, number, Void(), by=1, why="x")) == AlreadyVoided()
    assert (await server.log_page()).total == 1


async def test_a_match_can_be_corrected_in_a_server_without_a_league(server: LeagueServer) -> None:
    number = await server.finish(replace(played("Ann 1 104 · Ben 2 40"), server=SERVER, ended=server.now))
    standings = await server.standings.table(SERVER, None)
    assert [(row.position, row.person, row.wins) for row in standings.rows] == [(1, 1, 1), (2, 2, 0)]
    await server.corrections.correct(SERVER, number, SwapPeople(1, 2), by=3, why="the seats were swapped")
    again = await server.standings.table(SERVER, None)
    assert [(row.position, row.person, row.wins) for row in again.rows] == [(1, 2, 1), (2, 1, 0)]
    assert again.revision > standings.revision


async def test_a_correction_affects_running_seasons_and_ratings_but_no_ended_season(server: LeagueServer) -> None:
    leagues = [MONDAYS, replace(MONDAYS, name="Rated", rated=True), replace(MONDAYS, name="Elsewhere", channel=21)]
    mondays, rated, _ = await server.create(leagues)
    number = await server.finish_small_match()

    async def effects(change: Change) -> CorrectionEffects:
        before = await server.match_history.match(SERVER, number)
        _, running = await server.corrections.correct(SERVER, number, change, by=1, why="x")
        return effects_of(running, before, await server.match_history.match(SERVER, number))

    swapped = (Move(1, 1, 2), Move(2, 2, 1))
    moved = tuple(Effect(name, 1, 2, swapped) for name in ("Mondays", "Rated"))
    assert await effects(SwapPeople(1, 2)) == CorrectionEffects(moved, (), is_rated=True)
    table = await server.season_ends.end_season(SERVER, mondays.number)
    ended, gone = replace(mondays.term, season=table.season), (Move(1, 2, None), Move(2, 1, None))
    assert await effects(Void()) == CorrectionEffects((Effect("Rated", 1, 2, gone),), (ended,), is_rated=True)
    assert await effects(SwapBack(1, 2)) == CorrectionEffects((), (ended,)), (
        "the table of the ended season still contains the voided match"
    )
    await server.league_editor.edit(rated.number, replace(leagues[1], rated=False))
    back = (Move(1, None, 1), Move(2, None, 2))
    assert await effects(Reinstate()) == CorrectionEffects((Effect("Rated", 1, 2, back),), (ended,))


async def test_a_correction_names_no_ended_season_in_which_the_match_did_not_count(server: LeagueServer) -> None:
    full, once = await server.create(
        [replace(MONDAYS, name="Full", shortest=Length.FULL), replace(MONDAYS, name="Once", rematches=1)]
    )
    await server.finish_small_match()
    server.now += 1
    short = replace(played("Ann 1 104 · Ben 2 40"), server=SERVER, ended=server.now, length=Length.SHORT)
    number = await server.finish(short)
    for stored in (full, once):
        await server.season_ends.end_season(SERVER, stored.number)
    for change in (Void(), SwapPeople(1, 2)):
        before = await server.match_history.match(SERVER, number)
        _, running = await server.corrections.correct(SERVER, number, change, by=1, why="x")
        after = await server.match_history.match(SERVER, number)
        assert effects_of(running, before, after) == CorrectionEffects()


async def test_a_correction_is_stored_once_when_a_result_is_stored_in_the_meantime(
    server: LeagueServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.create(replace(one, larger_rematches=12) for one in LEAGUES)
    *history, late = season_of(3, matches=30, people=8)
    for match in history:
        await server.finish(match)
    make, times = corrections._line_of, 0

    def interrupted(*args: Any) -> Line:
        nonlocal times
        times += 1
        if times == 1:
            asyncio.run_coroutine_threadsafe(server.finish(late), loop).result()
        return make(*args)

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(corrections, "_line_of", interrupted)
    await server.corrections.correct(SERVER, 4, Void(), by=1, why="it was a joke")
    assert times == 2, "its effects are computed again"
    matches = (await server.computed())[0]
    assert (len(matches), [match.number for match in matches if match.voided]) == (30, [4])
    assert (await server.log_page()).total == 1


async def test_voiding_a_match_gives_the_standings_and_ratings_without_it(server: LeagueServer, tmp_path: Path) -> None:
    """Ratings to the last digit; but it has used up one of its people's matches of the day."""
    async with open_store(f"sqlite:///{tmp_path / 'other.db'}", synchronous="NORMAL") as store:
        without = LeagueServer(store, server.now)
        await without.meet(PEOPLE)
        for each in (server, without):
            await each.create(replace(one, rematches=40, larger_rematches=40) for one in LEAGUES)
            for match in season_of(4, matches=40, people=6):
                if each is server or match.number != 9:
                    await each.finish(match)
        assert await standings_and_ratings(server) != await standings_and_ratings(without)
        await server.corrections.correct(SERVER, 9, Void(), by=1, why="cards were shown")
        assert await standings_and_ratings(server) == await standings_and_ratings(without)


async def test_a_correction_changes_ratings_but_not_the_table_of_an_ended_season(server: LeagueServer) -> None:
    (stored,) = await server.create([LEAGUES[1]])
    history = season_of(6, matches=30, people=6)
    for match in history[:20]:
        await server.finish(match)
    table = await server.season_ends.end_season(SERVER, stored.number, "  The   first one ")
    for match in history[20:]:
        await server.finish(match)
    before = await standings_and_ratings(server)
    async with server.store.ledgers.of(SERVER) as ledger:
        number = next(match.number for match in ledger.counting(ledger.terms[0]) if not match.is_walkover)
    await server.corrections.correct(SERVER, number, Void(), by=1, why="cards were shown")
    assert await server.computed()
    after = await standings_and_ratings(server)
    assert after[0] == before[0]
    assert after[1] != before[1]
    running = await server.leagues.find(SERVER)
    assert [season.name for season in await server.leagues.seasons(running)] == ["", "The first one"]
    season = await server.leagues.find_season(running, "the FIRST one")
    standings = await server.standings.table(SERVER, running, season=season.number)
    assert standings.is_final
    assert [(row.position, row.person, row.parts) for row in standings.rows] == [
        (r.position, r.person, r.parts) for r in table.rows
    ]


async def standings_and_ratings(server: LeagueServer) -> tuple[object, object]:
    ladders = [standings_rows(await server.standings.table(SERVER, one)) for one in await server.leagues.all(SERVER)]
    return ladders, await server.match_history.ratings(SERVER, range(1, PEOPLE + 1))
