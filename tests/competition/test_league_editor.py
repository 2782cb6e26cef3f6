"""Leagues are created and edited unless they are faulty, and found by what people type."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.competition.refusals import DayNotUnderstood, NoSuchLeague, NoSuchSeason, WhichLeague
from bot.competition.standings import DayInTheFuture, NoLeagueYet
from bot.league.days import day_of
from bot.league.league import League, LeagueNameTaken, NoSuchZone, OnDay
from bot.league.scheme import ByCards
from bot.wording.sentence import Refusal, Refusals, Refused
from tests.competition.league_server import LeagueServer, refused
from tests.league.random_season import SERVER, season_of

MONDAYS = League(server=SERVER, name="Mondays")
DAY = 86_400_000


async def test_a_faulty_league_is_refused(server: LeagueServer) -> None:
    _, other = await server.create([MONDAYS, replace(MONDAYS, name="Tuesdays")])
    league, faults = replace(MONDAYS, name="  mondays ", zone="Mars"), (LeagueNameTaken("Mondays"), NoSuchZone("Mars"))
    assert await refused(server.league_editor.create(league)) == Refusals(faults)
    assert await refused(server.league_editor.edit(other.number, league)) == Refusals(faults)
    assert [one.name for one in await server.leagues.all(SERVER)] == ["Mondays", "Tuesdays"]


async def test_of_two_leagues_with_a_name_that_both_have_found_free_one_is_made(server: LeagueServer) -> None:
    both = (server.league_editor.create(replace(MONDAYS, name=name)) for name in ("Mondays", "MONDAYS"))
    made, why = sorted(await asyncio.gather(*both, return_exceptions=True), key=lambda one: isinstance(one, Refused))
    assert isinstance(why, Refused)
    assert why.refusal == Refusals((LeagueNameTaken("Mondays"),))
    assert await server.leagues.all(SERVER) == [made]


async def test_an_edit_changes_the_whole_running_season_and_no_earlier_one(server: LeagueServer) -> None:
    (stored,) = await server.create([MONDAYS])
    for match in season_of(1, matches=20):
        await server.finish(match)
    table = await server.season_ends.end_season(SERVER, stored.number)
    server.now += DAY
    await server.finish(replace(season_of(1, matches=1)[0], ended=server.now + 1))
    edited = await server.league_editor.edit(stored.number, replace(MONDAYS, scheme=ByCards(), name="Cards"))
    assert edited.season.number == 2
    assert await server.computed()
    standings = await server.standings.table(SERVER, edited, season=1)
    assert (standings.league.name, standings.league.scheme) == ("Mondays", table.scheme)
    assert await refused(server.standings.table(SERVER, edited, season=7)) == NoSuchSeason("7", ("1",))


async def test_a_league_can_be_edited_after_the_day_on_which_its_season_ended(server: LeagueServer) -> None:
    today = day_of(server.now, "UTC")
    (stored,) = await server.create([replace(MONDAYS, season_end=OnDay(today))])
    server.now += 2 * DAY
    ((_, table),) = await server.season_ends.end_due_seasons()
    assert table.season.end == (today + 1) * DAY
    assert await server.season_ends.end_due_seasons() == []
    named = replace(stored.league, name="Sundays")
    assert (await server.league_editor.edit(stored.number, named)).season.number == 2
    later = replace(named, season_end=OnDay(today + 3))
    await server.league_editor.edit(stored.number, later)
    server.now += 9 * DAY
    ((_, table),) = await server.season_ends.end_due_seasons()
    assert table.season.end == (today + 4) * DAY


async def test_the_organisers_role_can_be_set_and_removed(server: LeagueServer) -> None:
    assert await server.league_editor.organiser_role(SERVER) is None
    await server.league_editor.set_organiser_role(SERVER, 77)
    await server.create([MONDAYS])
    await server.league_editor.set_organiser_role(SERVER, 78)
    assert await server.league_editor.organiser_role(SERVER) == 78
    await server.league_editor.set_organiser_role(SERVER, None)
    assert await server.league_editor.organiser_role(SERVER) is None


async def test_each_server_has_its_own_leagues(server: LeagueServer) -> None:
    here, there = await server.create([MONDAYS, replace(MONDAYS, server=11)])
    assert await server.leagues.all(SERVER) == [here]
    assert await refused(server.leagues.get(SERVER, there.number)) == NoSuchLeague(str(there.number), ("Mondays",))
    assert await refused(server.season_ends.end_season(SERVER, there.number)) == NoSuchLeague(str(there.number), ("Mondays",))
    assert await refused(server.season_ends.end_season(SERVER, there.number, archive=True)) == NoSuchLeague(
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


async def test_a_league_whose_zone_is_not_offered_any_more_can_be_edited(
    server: LeagueServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr("bot.competition.league_editor.check_league", lambda *_, **__: [])
        (stored,) = await server.create([replace(MONDAYS, zone="EST")])
    assert (await server.league_editor.edit(stored.number, replace(stored.league, name="Sundays"))).name == "Sundays"
    assert isinstance(await refused(server.league_editor.edit(stored.number, replace(MONDAYS, zone="MST"))), Refusals)
