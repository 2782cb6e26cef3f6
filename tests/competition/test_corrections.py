"""A correction recalculates everything as if the match had always been so."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.competition.correction_effects import CorrectionEffects, effects_of
from bot.competition.refusals import (
    NoSuchMatch,
    NotCorrected,
    ReasonMissing,
    ReasonTooLong,
)
from bot.league.corrections import AlreadyVoided, Change, NotInThatMatch, Reinstate, SwapPeople, Void
from bot.league.league import League
from bot.storage.store import open_store
from tests.competition.club import Club, refused, standings_rows
from tests.league.leagues import LEAGUES
from tests.league.random_season import PEOPLE, SERVER, season_of
from tests.league.written_matches import played

MONDAYS = League(server=SERVER, name="Mondays")
DAY = 86_400_000


async def test_an_impossible_correction_is_refused_with_its_reason(club: Club) -> None:
    await club.create([MONDAYS])
    number = await club.finish(replace(played("Ann 1 104 · Ben 2 40 · Cem 3 0"), server=SERVER, ended=club.now))
    correct = club.corrections.correct
    assert await refused(correct(SERVER, number, Void(), by=1, why=" \n ")) == ReasonMissing()
    assert await refused(correct(SERVER, number, Void(), by=1, why="x" * 301)) == ReasonTooLong(300)
    assert await refused(correct(SERVER, 99, Void(), by=1, why="x")) == NoSuchMatch(99)
    assert await refused(correct(11, number, Void(), by=1, why="x")) == NoSuchMatch(number)
    assert await refused(club.match_history.match(11, number)) == NoSuchMatch(number)
    assert await refused(correct(SERVER, number, SwapPeople(1, 9), by=1, why="x")) == NotCorrected(number, NotInThatMatch(9))
    await correct(SERVER, number, Void(), by=1, why="x")
    assert await refused(correct(SERVER, number, Void(), by=1, why="x")) == NotCorrected(number, AlreadyVoided())
    assert len(await club.match_history.correction_log(SERVER)) == 1


async def test_a_match_can_be_corrected_in_a_server_without_a_league(club: Club) -> None:
    number = await club.finish(replace(played("Ann 1 104 · Ben 2 40"), server=SERVER, ended=club.now))
    ladder = await club.standings.table(SERVER, None)
    assert [(row.position, row.person, row.wins) for row in ladder.rows] == [(1, 1, 1), (2, 2, 0)]
    await club.corrections.correct(SERVER, number, SwapPeople(1, 2), by=3, why="the seats were swapped")
    again = await club.standings.table(SERVER, None)
    assert [(row.position, row.person, row.wins) for row in again.rows] == [(1, 2, 1), (2, 1, 0)]
    assert again.revision > ladder.revision


async def test_a_correction_affects_running_seasons_and_ratings_but_no_ended_season(club: Club) -> None:
    leagues = [MONDAYS, replace(MONDAYS, name="Rated", rated=True), replace(MONDAYS, name="Elsewhere", channel=21)]
    mondays, rated, _ = await club.create(leagues)
    number = await club.finish_small_match()

    async def reach(change: Change) -> CorrectionEffects:
        before = await club.match_history.match(SERVER, number)
        await club.corrections.correct(SERVER, number, change, by=1, why="x")
        return effects_of(before, await club.match_history.match(SERVER, number))

    assert await reach(SwapPeople(1, 2)) == CorrectionEffects((mondays.term, rated.term), (), is_rated=True)
    table = await club.season_ends.end_season(SERVER, mondays.number)
    kept = replace(mondays.term, season=table.season)
    assert await reach(Void()) == CorrectionEffects((rated.term,), (kept,), is_rated=True)
    assert await reach(SwapPeople(1, 2)) == CorrectionEffects((), (kept,)), (
        "it is voided, and stands in the table that was kept"
    )
    await club.league_editor.edit(rated.number, replace(leagues[1], rated=False))
    edited = await club.leagues.find(SERVER, "Rated")
    assert await reach(Reinstate()) == CorrectionEffects((edited.term,), (kept,))


async def test_a_correction_starts_again_when_a_result_is_stored_in_the_meantime(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.create(LEAGUES)
    *history, late = season_of(3, matches=30, people=8)
    for match in history:
        await club.finish(match)
    archive, write = club.store.archive, club.store.archive.write_changes
    times = 0

    async def interrupted(*args: object) -> bool:
        nonlocal times
        times += 1
        if times == 1:
            await club.finish(late)
        return await write(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(archive, "write_changes", interrupted)
    await club.corrections.correct(SERVER, 4, Void(), by=1, why="it was a joke")
    assert times == 2
    assert await club.cached_totals(SERVER) == await club.recomputed_totals(SERVER)
    assert len(await club.match_history.correction_log(SERVER)) == 1


async def test_voiding_a_match_gives_the_standings_and_ratings_without_it(club: Club, tmp_path: Path) -> None:
    """Ratings to the last digit."""
    async with open_store(f"sqlite:///{tmp_path / 'other.db'}", synchronous="NORMAL") as store:
        without = Club(store, club.now)
        await without.meet(PEOPLE)
        for each in (club, without):
            await each.create(LEAGUES)
            for match in season_of(4, matches=40, people=6):
                if each is club or match.number != 9:
                    await each.finish(match)
        assert await standings_and_ratings(club) != await standings_and_ratings(without)
        await club.corrections.correct(SERVER, 9, Void(), by=1, why="cards were shown")
        assert await standings_and_ratings(club) == await standings_and_ratings(without)


async def test_a_correction_changes_ratings_but_not_the_table_of_an_ended_season(club: Club) -> None:
    (stored,) = await club.create([LEAGUES[1]])
    history = season_of(6, matches=30, people=6)
    for match in history[:20]:
        await club.finish(match)
    table = await club.season_ends.end_season(SERVER, stored.number, "  The   first one ")
    for match in history[20:]:
        await club.finish(match)
    before = await club.cached_totals(SERVER)
    number = next(iter(before.rated))
    await club.corrections.correct(SERVER, number, Void(), by=1, why="cards were shown")
    assert await club.cached_totals(SERVER) == await club.recomputed_totals(SERVER)
    assert (await club.cached_totals(SERVER)).ratings != before.ratings
    running = await club.leagues.find(SERVER)
    assert [season.name for season in await club.leagues.seasons(running)] == ["", "The first one"]
    season = await club.leagues.find_season(running, "the FIRST one")
    ladder = await club.standings.table(SERVER, running, season=season.number)
    assert ladder.is_final
    assert [(row.position, row.person, row.parts) for row in ladder.rows] == [
        (r.position, r.person, r.parts) for r in table.rows
    ]


async def standings_and_ratings(club: Club) -> object:
    ladders = [standings_rows(await club.standings.table(SERVER, one)) for one in await club.leagues.all(SERVER)]
    return ladders, await club.store.archive.ratings(SERVER, range(1, PEOPLE + 1))
