"""Leagues, seasons and days are found by what people type."""

import pytest
from msgspec.structs import replace

from bot.competition.refusals import DayNotUnderstood, NoSuchLeague, WhichLeague
from bot.competition.standings import DayInTheFuture, NoLeagueYet
from bot.league.days import day_of
from bot.league.league import League
from bot.wording.sentence import Refusal, Refused
from tests.competition.league_server import LeagueServer, refused
from tests.league.random_season import SERVER

MONDAYS = League(server=SERVER, name="Mondays")
DAY = 86_400_000


async def test_each_server_has_its_own_leagues(server: LeagueServer) -> None:
    here, there = await server.create([MONDAYS, replace(MONDAYS, server=11)])
    assert await server.leagues.all(SERVER) == [here]
    assert await refused(server.leagues.get(SERVER, there.number)) == NoSuchLeague(str(there.number), ("Mondays",))
    assert await refused(server.season_ends.end_season(SERVER, there.number)) == NoSuchLeague(str(there.number), ("Mondays",))
    assert await refused(server.season_ends.archive_league(SERVER, there.number)) == NoSuchLeague(
        str(there.number), ("Mondays",)
    )


async def test_a_league_is_found_however_its_name_is_typed(server: LeagueServer) -> None:
    assert await refused(server.leagues.find(SERVER)) == NoLeagueYet()
    assert await refused(server.leagues.find(SERVER, "x")) == NoSuchLeague("x", ())
    (stored,) = await server.create([MONDAYS])
    assert await server.leagues.find(SERVER) == stored
    assert await server.leagues.find(SERVER, " MONdays") == stored
    await server.create([replace(MONDAYS, name="Straße")])
    assert (await server.leagues.find(SERVER, "strasse")).name == "Straße"
    assert await refused(server.leagues.find(SERVER)) == WhichLeague(("Mondays", "Straße"))
    assert await refused(server.leagues.find(SERVER, "Sundays")) == NoSuchLeague("Sundays", ("Mondays", "Straße"))


async def test_a_typed_day_must_be_readable_and_not_in_the_future(server: LeagueServer) -> None:
    def why(typed: str) -> Refusal:
        with pytest.raises(Refused) as caught:
            server.leagues.read_day(MONDAYS, typed)
        return caught.value.refusal

    today = day_of(server.now, "UTC")
    assert server.leagues.read_day(MONDAYS, "2026-03-01") == today
    assert why("2026-03-02") == DayInTheFuture(today + 1)
    assert why("yesterday") == DayNotUnderstood("yesterday")
