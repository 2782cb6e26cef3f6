"""Standings limited to some matches."""

import pytest

from bot.league.eligibility import counting_matches
from tests.competition.league_server import LeagueServer, standings_rows
from tests.league.leagues import LEAGUES
from tests.league.random_season import SERVER, season_of
from tests.league.standings import slow_standings

DAY = 86_400_000


@pytest.mark.parametrize("limit", ["game", "since", "both", "no league"])
async def test_standings_can_be_limited_to_a_game_and_a_first_day(server: LeagueServer, limit: str) -> None:
    (stored,) = await server.create([LEAGUES[1]])
    history = season_of(8, matches=60)
    for match in history:
        await server.finish(match)
    day = server.leagues.read_day(stored.league, "2026-03-05")
    variant = "rami" if limit in ("game", "both") else None
    since = day if limit in ("since", "both") else None
    standings = await server.standings.table(SERVER, None if limit == "no league" else stored, variant=variant, since=since)
    matches = [
        match
        for match in counting_matches(standings.league, history)
        if variant in (None, match.variant.name) and (standings.since is None or match.ended >= standings.since)
    ]
    assert matches
    assert (len(matches) < len(counting_matches(standings.league, history))) == (limit != "no league")
    assert standings_rows(standings) == slow_standings.table(standings.league, matches, [], now=server.now)
