"""Standings limited to some matches."""

from random import Random

import pytest
from msgspec.structs import replace

from bot.competition.standings import StandingsTable, all_matches
from bot.league.days import day_of, week_of
from bot.league.eligibility import is_counting
from bot.league.match_facts import MatchResult
from bot.league.seasons import Season, StoredLeague, Term
from bot.league.standings import Standing, compute_standings, compute_totals
from tests.competition.league_server import LeagueServer, standings_rows
from tests.league.leagues import LEAGUES
from tests.league.random_season import BEGIN, PEOPLE, SERVER, corrections_of, season_of
from tests.league.standings import slow_standings
from tests.seeds import seeds

DAY = 86_400_000


async def test_standings_can_be_limited_to_a_game_and_a_first_day(server: LeagueServer) -> None:
    (stored,) = await server.create([LEAGUES[1]])
    history = season_of(8, matches=60, leagues=2)
    for match in history:
        await server.finish(match)
    async with server.store.ledgers.of(SERVER) as ledger:
        over = [one.over for one in slow_standings.with_limits(history, [stored.league])]
        assert [one.over for one in ledger.matches()] == over
    day = server.leagues.read_day(stored.league, "2026-03-05")
    for league, variant, since in ((stored, "rami", None), (stored, "", day), (stored, "rami", day), (None, "", None)):
        number = 0 if league is None else stored.number
        standings = await server.standings.table(SERVER, league, variant=variant, since=since)
        async with server.store.ledgers.of(SERVER) as ledger:
            counting = ledger.counting(Term(number, standings.league, Season(1, 0)))
        matches = [
            match
            for match in counting
            if variant in ("", match.variant.name) and (standings.since is None or match.ended >= standings.since)
        ]
        assert matches
        assert (len(matches) < len(counting)) == (league is not None)
        assert standings_rows(standings) == slow_standings.table(standings.league, matches, [], now=server.now, number=number)


@pytest.mark.parametrize("seed", seeds(0, 6))
async def test_limited_standings_equal_those_computed_match_by_match(server: LeagueServer, seed: int) -> None:
    """Some results come with a clock that was set back, some seasons end on the way, and matches are corrected."""
    random, size = Random(seed), 80
    stored = await server.create(LEAGUES)
    history = season_of(seed, matches=size, people=random.choice((8, PEOPLE)), leagues=len(LEAGUES))
    for nth in range(0, len(history) - 4, 9):
        history[nth], history[nth + 3] = history[nth + 3], history[nth]
    done = list[MatchResult]()
    for nth, match in enumerate(history):
        done.append(replace(match, number=await server.finish(match)))
        if nth in (size * 3 // 8, size * 2 // 3):
            for number in random.sample(range(len(stored)), 2):
                await server.season_ends.end_season(SERVER, stored[number].number)
        if nth % 4 == 0:
            await server.try_to_correct(corrections_of(random.randrange(1000), done, 1)[0])
    league = await server.leagues.get(SERVER, stored[0].number)
    await server.league_editor.edit(league.number, replace(league.league, rematches=1, requires_clock=True))
    for now in (server.now, history[size // 2].ended):
        server.now = now
        for one in (None, *stored):
            current = None if one is None else await server.leagues.get(SERVER, one.number)
            for variant, days, season in (("", 3, 0), ("rami", None, 0), ("rami", 0, 0), ("ramino", 12, 1)):
                since = None if days is None else day_of(BEGIN, "UTC") + days
                asked = {"season": season if one is not None else 0, "variant": variant, "since": since}
                found = await server.standings.table(SERVER, current, **asked)
                assert list(found.rows) == await _rows_match_by_match(server, current, found, asked["season"])


async def _rows_match_by_match(
    server: LeagueServer, stored: StoredLeague | None, found: StandingsTable, season: int
) -> list[Standing]:
    async with server.store.ledgers.of(SERVER) as ledger:
        matches, terms = ledger.matches(), [all_matches(SERVER), *ledger.terms]
    terms = [term for term in terms if term.number == (0 if stored is None else stored.number)]
    if stored is not None:
        if season:
            terms = [term for term in terms if term.season.number == season]
        elif found.since is None:
            terms = [term for term in terms if term.season.number == stored.season.number]
    league = terms[-1].league
    assert found.league == league
    counted = [match for term in terms for match in matches if term.holds(match) and is_counting(league, match, term.number)]
    shown = [one for one in counted if one.ended >= (found.since or 0) and found.game in (None, one.variant.name)]
    week = week_of(server.now, league.zone)
    return compute_standings(league, compute_totals(league, shown), week=week)
