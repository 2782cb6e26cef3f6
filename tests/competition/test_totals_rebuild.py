"""The cached totals always equal those that are computed from all results."""

import sqlite3
from contextlib import suppress
from random import Random

import pytest
from msgspec.structs import replace

from bot.competition.refusals import LeagueRefused
from bot.league.match_facts import MatchResult
from bot.storage.league import cached_totals_update
from tests.competition.club import Club, standings_rows
from tests.league.leagues import LEAGUES
from tests.league.random_season import SERVER, corrections_of, season_of
from tests.league.standings import slow_standings

DAY = 86_400_000


@pytest.mark.thorough
async def test_cached_totals_stay_right_through_300_matches_and_their_corrections(club: Club) -> None:
    stored = await club.create(LEAGUES)
    history, corrections = season_of(2026), corrections_of(7, season_of(2026), 50)
    for match in history:
        assert await club.finish(match) == match.number
    assert await club.cached_totals(SERVER) == await club.recomputed_totals(SERVER)
    stored_corrections = [await club.try_to_correct(correction) for correction in corrections]
    assert stored_corrections.count(True) >= 20
    assert await club.cached_totals(SERVER) == await club.recomputed_totals(SERVER)
    for one in stored:
        standings = await club.standings.table(SERVER, one)
        assert standings_rows(standings) == slow_standings.table(one.league, history, corrections, now=club.now)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 5))])
async def test_cached_totals_stay_right_through_random_results_corrections_edits_and_season_ends(club: Club, seed: int) -> None:
    """Some results come with a clock that was set back."""
    random = Random(seed)
    stored = await club.create(LEAGUES)
    history = season_of(seed, matches=70, people=8)
    for nth in range(0, len(history) - 4, 5):
        history[nth], history[nth + 3] = history[nth + 3], history[nth]
    done: list[MatchResult] = []
    for match in history:
        number = await club.finish(match)
        done.append(replace(match, number=number))
        chance = random.random()
        if chance < 0.2:
            await club.try_to_correct(corrections_of(random.randrange(1000), done, 1)[0])
        elif chance < 0.27:
            one = random.choice(stored)
            league = replace((await club.leagues.get(SERVER, one.number)).league, rated=random.random() < 0.5)
            await club.league_editor.edit(one.number, replace(league, rematches=random.randint(1, 3)))
        elif chance < 0.33:
            with suppress(LeagueRefused):  # the season may be empty
                await club.season_ends.end_season(SERVER, random.choice(stored).number)
        if random.random() < 0.3:
            assert await club.has_right_totals()
    assert await club.has_right_totals()


async def test_a_match_that_could_not_be_counted_ends_and_is_counted_later(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    (stored,) = await club.create(LEAGUES[:1])
    first, second, third = season_of(2, matches=3)

    def fault(*_: object) -> None:
        raise ValueError("somebody has damaged the league")

    await club.finish(first)
    with monkeypatch.context() as patched:
        patched.setattr(cached_totals_update, "changes_by_newest_match", fault)
        await club.finish(second)
    await club.finish(third)
    assert await club.store.archive.stale_servers() == [SERVER]
    standings = await club.standings.table(SERVER, stored)
    assert standings_rows(standings) == slow_standings.table(stored.league, [first, second, third], [], now=club.now)
    assert await club.store.archive.stale_servers() == []
    assert await club.cached_totals(SERVER) == await club.recomputed_totals(SERVER)


async def test_a_server_with_a_damaged_league_plays_on_and_does_not_stop_the_rebuild_of_others(club: Club) -> None:
    await club.create([LEAGUES[0], replace(LEAGUES[0], server=11)])
    execute_directly(club, f"UPDATE leagues SET definition = 'mice' WHERE server = {SERVER}")
    first, second, other = season_of(2, matches=3)
    for match in (second, first, replace(other, server=11), replace(first, server=11)):
        await club.finish(match)
    assert await club.store.archive.stale_servers() == [SERVER, 11]
    await club.standings.rebuild_stale_totals()
    assert await club.store.archive.stale_servers() == [SERVER]
    assert await club.cached_totals(11) == await club.recomputed_totals(11)


def execute_directly(club: Club, statement: str) -> None:
    file = club.store.log._database.engine.url.database
    assert file is not None
    connection = sqlite3.connect(file)
    with connection:
        connection.execute(statement)
    connection.close()


async def test_a_failed_transaction_stores_no_event_no_result_and_no_points(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.create(LEAGUES)
    first, second = season_of(2, matches=2)
    await club.finish(first)
    totals = await club.cached_totals(SERVER)

    def cut(*_: object, **__: object) -> None:
        raise OSError("the plug was pulled")

    with monkeypatch.context() as patched:
        patched.setattr(cached_totals_update, "advance_revision", cut)
        with pytest.raises(OSError, match="plug"):
            await club.finish(second)
    assert await club.store.archive.match(2) is None
    assert await club.store.log.last_version(2) == 1
    assert await club.cached_totals(SERVER) == totals == await club.recomputed_totals(SERVER)
