"""Seasons end on their dates, also after edits: never in the past, and without losing a match that has counted."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from bot.league.corrections import Void
from bot.league.days import day_of
from bot.league.league import ByHand, DayIsOver, EveryTwoWeeks, League, Monthly, OnDay, SeasonEnd, Weekly
from bot.wording.sentence import Refusals
from tests.competition.league_server import LeagueServer, refused
from tests.league.leagues import LEAGUES
from tests.league.random_season import SERVER, season_of
from tests.league.standings import slow_standings

DAY = 86_400_000

CUP = League(server=SERVER, name="Cup")
HOUR = 3_600_000


def at(zone: str, *when: int) -> int:
    return round(datetime(*when, tzinfo=ZoneInfo(zone)).timestamp()) * 1000


async def test_a_league_that_becomes_monthly_ends_its_season_with_the_current_month(server: LeagueServer) -> None:
    server.now = at("UTC", 2026, 1, 10)
    (stored,) = await server.create([CUP])
    server.now = at("UTC", 2026, 4, 20)
    for number, match in enumerate(season_of(1, matches=3)):
        await server.finish(replace(match, ended=at("UTC", 2026, 2 + number, 5)))
    edited = await server.league_editor.edit(stored.number, replace(CUP, season_end=Monthly()))
    before = (await server.standings.table(SERVER, edited)).rows
    assert await server.season_ends.end_due_seasons() == []
    server.now = at("UTC", 2026, 5, 1, 0, 1)
    ((_, table),) = await server.season_ends.end_due_seasons()
    assert (table.season.begin, table.season.end) == (at("UTC", 2026, 1, 10), at("UTC", 2026, 5, 1))
    assert {row.person: row.matches for row in table.rows} == {row.person: row.matches for row in before}


async def test_a_new_time_zone_does_not_end_a_month_early(server: LeagueServer) -> None:
    server.now = at("UTC", 2026, 1, 10)
    (stored,) = await server.create([replace(CUP, season_end=Monthly(), zone="Europe/Rome")])
    server.now = at("UTC", 2026, 2, 20)
    assert len(await server.season_ends.end_due_seasons()) == 1
    await server.league_editor.edit(stored.number, replace(stored.league, zone="UTC"))
    assert await server.season_ends.end_due_seasons() == []
    server.now = at("UTC", 2026, 3, 1)
    ((_, table),) = await server.season_ends.end_due_seasons()
    assert (table.season.begin, table.season.end) == (at("Europe/Rome", 2026, 2, 1), at("UTC", 2026, 3, 1))


async def test_a_correction_just_after_the_end_of_a_month_is_not_in_its_table(server: LeagueServer) -> None:
    """Even if nothing has ended the due season in between."""
    server.now = at("UTC", 2026, 1, 10)
    await server.create([replace(CUP, season_end=Monthly())])
    for _ in range(2):
        late = await server.finish_small_match()
    server.now = at("UTC", 2026, 2, 1, 0, 0, 20)
    await server.corrections.correct(SERVER, late, Void(), by=1, why="x")
    ((_, table),) = await server.season_ends.end_due_seasons()
    assert {row.person: row.matches for row in table.rows} == {1: 2, 2: 2}


async def test_an_edit_just_after_the_end_of_a_month_ends_the_season_first(server: LeagueServer) -> None:
    """Even if nothing has ended the due season in between."""
    server.now = at("UTC", 2026, 1, 10)
    (stored,) = await server.create([replace(CUP, season_end=Monthly())])
    server.now = at("UTC", 2026, 2, 1, 0, 0, 20)
    edited = await server.league_editor.edit(stored.number, replace(stored.league, season_end=ByHand()))
    assert (edited.season.number, edited.season.begin, edited.ends_at) == (2, at("UTC", 2026, 2, 1), None)


async def test_a_time_zone_in_which_the_last_day_has_passed_is_refused(server: LeagueServer) -> None:
    server.now = at("UTC", 2026, 6, 1, 20)
    today = day_of(server.now, "UTC")
    (stored,) = await server.create([replace(CUP, season_end=OnDay(today))])
    far_east = replace(stored.league, zone="Pacific/Auckland")
    assert await refused(server.league_editor.edit(stored.number, far_east)) == Refusals((DayIsOver(today),))
    assert (await server.leagues.find(SERVER)).ends_at == at("UTC", 2026, 6, 2)


@pytest.mark.parametrize("how", ["end_season", "archive"])
async def test_a_season_ended_by_hand_too_late_ends_as_of_its_scheduled_end(server: LeagueServer, how: str) -> None:
    server.now = at("UTC", 2026, 3, 10)
    (stored,) = await server.create([replace(CUP, season_end=Monthly())])
    march, april = season_of(1, matches=2)
    await server.finish(replace(march, ended=at("UTC", 2026, 3, 20)))
    server.now = at("UTC", 2026, 4, 1, 0, 0, 6)
    await server.finish(replace(april, ended=server.now - 1000))
    if how == "end_season":
        await server.season_ends.end_season(SERVER, stored.number, "March")
    else:
        await server.season_ends.archive_league(SERVER, stored.number)
    tables = {table.season.number: table for table in await server.store.ledgers.season_tables(stored)}
    assert tables[1].season.end == at("UTC", 2026, 4, 1)
    assert {row.person for row in tables[1].rows} == {seat.person for seat in march.people()}
    if how == "archive":
        assert {row.person for row in tables[2].rows} == {seat.person for seat in april.people()}
    else:
        assert tables[1].season.name == "March"


@pytest.mark.parametrize("season_end", [ByHand(), Monthly()])
async def test_an_edit_of_the_name_leaves_the_end_of_the_season(server: LeagueServer, season_end: SeasonEnd) -> None:
    (stored,) = await server.create([replace(CUP, season_end=season_end)])
    server.now += 3 * HOUR
    edited = await server.league_editor.edit(stored.number, replace(stored.league, name="Cups"))
    assert (edited.ends_at, edited.season) == (stored.ends_at, stored.season)


@pytest.mark.thorough
@pytest.mark.parametrize("season_end", [Weekly(), EveryTwoWeeks(), Monthly()])
async def test_seasons_end_as_of_their_dates_however_late_the_bot_ends_them(
    server: LeagueServer, season_end: SeasonEnd
) -> None:
    league = replace(LEAGUES[0], season_end=season_end, zone="Europe/Rome")
    (stored,) = await server.create([league])
    history = season_of(5, matches=120)
    for match in history:
        await server.finish(match)
    server.now += 40 * DAY
    over = await server.season_ends.end_due_seasons()
    assert [table.season.number for _, table in over] == list(range(1, len(over) + 1))
    assert len(over) >= 2
    assert await server.computed()
    for _, table in over:
        assert table.season.end is not None
        played = [match for match in history if table.season.holds(match)]
        expected = slow_standings.table(league, played, [], now=table.season.end)
        assert [(row.position, row.person, row.matches) for row in table.rows] == [row[:3] for row in expected]
    assert await server.unposted_seasons() == [(stored.number, table.season.number) for _, table in over]
    assert await server.store.ledgers.season_tables(stored) == [table for _, table in reversed(over)]
    assert await server.season_ends.end_due_seasons() == []
