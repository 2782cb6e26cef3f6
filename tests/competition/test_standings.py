"""Standings limited to some matches."""

import pytest

from bot.league.eligibility import counting_matches
from tests.competition.club import Club, standings_rows
from tests.league.leagues import LEAGUES
from tests.league.random_season import SERVER, season_of
from tests.league.standings import slow_standings

DAY = 86_400_000


@pytest.mark.parametrize("narrow", ["game", "since", "both", "no league"])
async def test_standings_can_be_limited_to_a_game_and_a_first_day(club: Club, narrow: str) -> None:
    (stored,) = await club.create([LEAGUES[1]])
    history = season_of(8, matches=60)
    for match in history:
        await club.finish(match)
    day = club.leagues.read_day(stored.league, "2026-03-05")
    game = "rami" if narrow in ("game", "both") else None
    since = day if narrow in ("since", "both") else None
    ladder = await club.standings.table(SERVER, None if narrow == "no league" else stored, game=game, since=since)
    kept = [
        match
        for match in counting_matches(ladder.league, history)
        if game in (None, match.variant.name) and (ladder.since is None or match.ended >= ladder.since)
    ]
    assert kept
    assert (len(kept) < len(counting_matches(ladder.league, history))) == (narrow != "no league")
    assert standings_rows(ladder) == slow_standings.table(ladder.league, kept, [], now=club.now)
