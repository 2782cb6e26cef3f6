"""When a season ends that was edited meanwhile: never in the past, and no match that has counted is lost."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from bot.competition.refusals import FaultyLeague
from bot.league.days import day_of
from bot.league.league import ByHand, League, Monthly, OnDay, SeasonEnd
from bot.league.league_checks import DayIsOver
from tests.league.random_season import SERVER, season_of
from tests.tables.club import Club
from tests.tables.test_organising import refused

CUP = League(server=SERVER, name="Cup")
HOUR = 3_600_000


def at(zone: str, *when: int) -> int:
    return round(datetime(*when, tzinfo=ZoneInfo(zone)).timestamp()) * 1000


async def test_a_league_that_becomes_monthly_ends_its_season_with_this_month(club: Club) -> None:
    club.now = at("UTC", 2026, 1, 10)
    (stored,) = await club.create([CUP])
    club.now = at("UTC", 2026, 4, 20)
    for number, match in enumerate(season_of(1, matches=3)):
        await club.finish(replace(match, ended=at("UTC", 2026, 2 + number, 5)))
    edited = await club.league_editor.edit(stored.number, replace(CUP, season_end=Monthly()))
    before = (await club.standings.table(SERVER, edited)).rows
    assert await club.season_ends.end_due_seasons() == []
    club.now = at("UTC", 2026, 5, 1, 0, 1)
    ((_, table),) = await club.season_ends.end_due_seasons()
    assert (table.season.begin, table.season.end) == (at("UTC", 2026, 1, 10), at("UTC", 2026, 5, 1))
    assert {row.person: row.matches for row in table.rows} == {row.person: row.matches for row in before}


async def test_another_time_zone_ends_no_month_that_is_not_over(club: Club) -> None:
    club.now = at("UTC", 2026, 1, 10)
    (stored,) = await club.create([replace(CUP, season_end=Monthly(), zone="Europe/Rome")])
    club.now = at("UTC", 2026, 2, 20)
    assert len(await club.season_ends.end_due_seasons()) == 1
    await club.league_editor.edit(stored.number, replace(stored.league, zone="UTC"))
    assert await club.season_ends.end_due_seasons() == []
    club.now = at("UTC", 2026, 3, 1)
    ((_, table),) = await club.season_ends.end_due_seasons()
    assert (table.season.begin, table.season.end) == (at("Europe/Rome", 2026, 2, 1), at("UTC", 2026, 3, 1))


async def test_an_edit_a_moment_after_the_end_of_a_month_comes_after_its_end(club: Club) -> None:
    """Though nobody has looked whether a season is due in between."""
    club.now = at("UTC", 2026, 1, 10)
    (stored,) = await club.create([replace(CUP, season_end=Monthly())])
    club.now = at("UTC", 2026, 2, 1, 0, 0, 20)
    edited = await club.league_editor.edit(stored.number, replace(stored.league, season_end=ByHand()))
    assert (edited.season.number, edited.season.begin, edited.ends_at) == (2, at("UTC", 2026, 2, 1), None)


async def test_a_zone_in_which_the_day_is_over_already_is_refused(club: Club) -> None:
    club.now = at("UTC", 2026, 6, 1, 20)
    today = day_of(club.now, "UTC")
    (stored,) = await club.create([replace(CUP, season_end=OnDay(today))])
    far_east = replace(stored.league, zone="Pacific/Auckland")
    assert await refused(club.league_editor.edit(stored.number, far_east)) == FaultyLeague((DayIsOver(today),))
    assert (await club.leagues.find(SERVER)).ends_at == at("UTC", 2026, 6, 2)


@pytest.mark.parametrize("how", ["end_season", "archive"])
async def test_a_season_that_is_ended_by_hand_after_its_time_ends_as_of_it(club: Club, how: str) -> None:
    club.now = at("UTC", 2026, 3, 10)
    (stored,) = await club.create([replace(CUP, season_end=Monthly())])
    march, april = season_of(1, matches=2)
    await club.finish(replace(march, ended=at("UTC", 2026, 3, 20)))
    club.now = at("UTC", 2026, 4, 1, 0, 0, 6)
    await club.finish(replace(april, ended=club.now - 1000))
    if how == "end_season":
        await club.season_ends.end_season(SERVER, stored.number, "March")
    else:
        await club.season_ends.archive_league(SERVER, stored.number)
    tables = {table.season.number: table for table in await club.store.leagues.season_tables(stored.number)}
    assert tables[1].season.end == at("UTC", 2026, 4, 1)
    assert {row.person for row in tables[1].rows} == {seat.person for seat in march.people()}
    if how == "archive":
        assert {row.person for row in tables[2].rows} == {seat.person for seat in april.people()}
    else:
        assert tables[1].season.name == "March"


@pytest.mark.parametrize("season_end", [ByHand(), Monthly()])
async def test_an_edit_of_something_else_leaves_the_end_as_it_is(club: Club, season_end: SeasonEnd) -> None:
    (stored,) = await club.create([replace(CUP, season_end=season_end)])
    club.now += 3 * HOUR
    edited = await club.league_editor.edit(stored.number, replace(stored.league, name="Cups"))
    assert (edited.ends_at, edited.season) == (stored.ends_at, stored.season)
