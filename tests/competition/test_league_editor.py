"""Leagues are created and edited unless they are faulty."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.competition.refusals import NoSuchSeason
from bot.league.days import day_of
from bot.league.league import DayIsOver, League, LeagueNameTaken, NameMissing, NameTooLong, NoSuchZone, OnDay
from bot.league.scheme import ByCards
from bot.wording.sentence import Refusals, Refused
from tests.competition.league_server import LeagueServer, refused
from tests.league.random_season import SERVER, season_of

MONDAYS = League(server=SERVER, name="Mondays")
DAY = 86_400_000


@pytest.mark.parametrize(
    ("league", "fault"),
    [
        (replace(MONDAYS, name="  mondays "), LeagueNameTaken("Mondays")),
        (replace(MONDAYS, name=" "), NameMissing()),
        (replace(MONDAYS, name="Ｍondays"), LeagueNameTaken("Mondays")),
        (replace(MONDAYS, name="x" * 101), NameTooLong(100)),
        (replace(MONDAYS, name="Other", zone="Europe/Roma"), NoSuchZone("Europe/Roma")),
        (replace(MONDAYS, name="Other", zone="../etc/passwd"), NoSuchZone("../etc/passwd")),
        (replace(MONDAYS, name="Other", season_end=OnDay(20_000)), DayIsOver(20_000)),
    ],
)
async def test_a_faulty_league_is_refused(server: LeagueServer, league: League, fault: object) -> None:
    stored, other = await server.create([MONDAYS, replace(MONDAYS, name="Tuesdays")])
    assert await refused(server.league_editor.create(league)) == Refusals((fault,))
    assert await refused(server.league_editor.edit(other.number, league)) == Refusals((fault,))
    assert [one.name for one in await server.leagues.all(SERVER)] == ["Mondays", "Tuesdays"]
    assert stored.number != other.number


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
