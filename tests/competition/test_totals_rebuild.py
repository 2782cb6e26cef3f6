"""The cached totals always equal those that are computed from all results."""

import sqlite3
from contextlib import suppress
from random import Random

import pytest
from msgspec.structs import replace

from bot.league.match_facts import MatchResult
from bot.storage.league import cached_totals_update
from bot.wording.sentence import Refused
from tests.competition.league_server import LeagueServer, standings_rows
from tests.league.leagues import LEAGUES
from tests.league.random_season import SERVER, corrections_of, season_of
from tests.league.standings import slow_standings

DAY = 86_400_000


@pytest.mark.thorough
async def test_cached_totals_stay_right_through_300_matches_and_their_corrections(server: LeagueServer) -> None:
    stored = await server.create(LEAGUES)
    history = season_of(2026, leagues=len(LEAGUES))
    corrections = corrections_of(7, history, 50)
    for match in history:
        assert await server.finish(match) == match.number
    assert await server.cached_totals(SERVER) == await server.recomputed_totals(SERVER)
    stored_corrections = [await server.try_to_correct(correction) for correction in corrections]
    assert stored_corrections.count(True) >= 20
    assert await server.cached_totals(SERVER) == await server.recomputed_totals(SERVER)
    made = [one for one, is_stored in zip(corrections, stored_corrections, strict=True) if is_stored]
    for one in stored:
        standings = await server.standings.table(SERVER, one)
        assert standings_rows(standings) == slow_standings.table(one.league, history, made, now=server.now, number=one.number)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 5))])
async def test_cached_totals_stay_right_through_random_results_corrections_edits_and_season_ends(
    server: LeagueServer, seed: int
) -> None:
    """Some results come with a clock that was set back. With high limits, corrections needn't rebuild everything."""
    random = Random(seed)
    limits = [2, 12, 1000] if seed % 2 else [12]
    stored = await server.create(replace(one, larger_rematches=random.choice(limits)) for one in LEAGUES)
    history = season_of(seed, matches=70, people=8, leagues=len(LEAGUES))
    for nth in range(0, len(history) - 4, 5):
        history[nth], history[nth + 3] = history[nth + 3], history[nth]
    done, ended = list[MatchResult](), list[tuple[int, int, int]]()
    for match in history:
        number = await server.finish(match)
        done.append(replace(match, number=number))
        chance = random.random()
        if chance < 0.2:
            await server.try_to_correct(corrections_of(random.randrange(1000), done, 1)[0])
        elif chance < 0.27:
            one = random.choice(stored)
            league = replace((await server.leagues.get(SERVER, one.number)).league, rated=random.random() < 0.5)
            await server.league_editor.edit(
                one.number, replace(league, rematches=random.randint(1, 3), larger_rematches=random.choice(limits))
            )
        elif chance < 0.33:
            number = random.choice(stored).number
            with suppress(Refused):  # the season may be empty
                over = await server.season_ends.end_season(SERVER, number)
                ended.append((number, over.season.number, over.season.end or 0))
        elif chance < 0.45 and ended:
            with suppress(Refused):  # too late, edited, or ended once more
                await server.undos.reopen_season(SERVER, *ended.pop(), by=1)
        if random.random() < 0.3:
            assert await server.has_right_totals()
    assert await server.has_right_totals()


async def test_a_match_that_could_not_be_counted_ends_and_is_counted_later(
    server: LeagueServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (stored,) = await server.create(LEAGUES[:1])
    first, second, third = season_of(2, matches=3)

    def fault(*_: object) -> None:
        raise ValueError("somebody has damaged the league")

    await server.finish(first)
    with monkeypatch.context() as patched:
        patched.setattr(cached_totals_update, "changes_by_newest_match", fault)
        await server.finish(second)
    await server.finish(third)
    assert await server.store.archive.stale_servers() == [SERVER]
    standings = await server.standings.table(SERVER, stored)
    assert standings_rows(standings) == slow_standings.table(stored.league, [first, second, third], [], now=server.now)
    assert await server.store.archive.stale_servers() == []
    assert await server.cached_totals(SERVER) == await server.recomputed_totals(SERVER)


async def test_a_server_with_a_damaged_league_plays_on_and_does_not_stop_the_rebuild_of_others(server: LeagueServer) -> None:
    await server.create([LEAGUES[0], replace(LEAGUES[0], server=11)])
    execute_directly(server, f"UPDATE leagues SET definition = 'mice' WHERE server = {SERVER}")
    first, second, other = season_of(2, matches=3)
    for match in (second, first, replace(other, server=11), replace(first, server=11)):
        await server.finish(match)
    assert await server.store.archive.stale_servers() == [SERVER, 11]
    await server.standings.rebuild_stale_totals()
    assert await server.store.archive.stale_servers() == [SERVER]
    assert await server.cached_totals(11) == await server.recomputed_totals(11)


def execute_directly(server: LeagueServer, statement: str) -> None:
    file = server.store.log._database.engine.url.database
    assert file is not None
    connection = sqlite3.connect(file)
    with connection:
        connection.execute(statement)
    connection.close()


async def test_a_failed_transaction_stores_no_event_no_result_and_no_points(
    server: LeagueServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.create(LEAGUES)
    first, second = season_of(2, matches=2)
    await server.finish(first)
    totals = await server.cached_totals(SERVER)

    def cut(*_: object, **__: object) -> None:
        raise OSError("the plug was pulled")

    with monkeypatch.context() as patched:
        patched.setattr(cached_totals_update, "advance_revision", cut)
        with pytest.raises(OSError, match="plug"):
            await server.finish(second)
    assert await server.store.archive.match(2) is None
    assert await server.store.log.last_version(2) == 1
    assert await server.cached_totals(SERVER) == totals == await server.recomputed_totals(SERVER)
