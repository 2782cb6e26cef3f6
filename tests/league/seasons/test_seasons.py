"""When a season ends, and what its final table keeps."""

from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace

from bot.league.days import day_of, start_of_day
from bot.league.league import EveryTwoWeeks, League, Monthly, OnDay, Quarterly, SeasonEnd, Weekly
from bot.league.seasons import (
    Awards,
    ClosestMatch,
    PeopleAward,
    Season,
    SeasonTable,
    Term,
    build_season_table,
    end_season,
    late_leagues,
    scheduled_end,
)
from bot.league.standings import compute_standings, compute_totals
from tests.league.written_matches import DAY, HOUR, MONDAY, SERVER, played

OPEN = League(server=SERVER, name="Mondays", zone="Europe/Rome")
TODAY = 20514
SEASON = Season(3, MONDAY, name="Spring")


@pytest.mark.parametrize(
    ("season_end", "end"),
    [
        (OPEN.season_end, None),
        (OnDay(TODAY), start_of_day(TODAY + 1, "Europe/Rome")),
        (OnDay(TODAY - 1), None),
        (Weekly(), start_of_day(TODAY + 7, "Europe/Rome")),
        (EveryTwoWeeks(), start_of_day(TODAY + 14, "Europe/Rome")),
        (Monthly(), start_of_day(TODAY + 30, "Europe/Rome")),
        (Quarterly(), start_of_day(TODAY + 30, "Europe/Rome")),
    ],
)
def test_a_season_ends_automatically_or_by_hand(season_end: SeasonEnd, end: int | None) -> None:
    assert scheduled_end(replace(OPEN, season_end=season_end), SEASON) == end


ZONES = st.sampled_from(sorted(available_timezones()))
FROM_2000_TO_2037 = st.integers(min_value=946_684_800_000, max_value=2_114_380_800_000)


def _seasons(season_end: SeasonEnd, zone: str, begin: int, count: int) -> list[int]:
    """Return the begin of a season and, one after the other, the ends of it and those that follow."""
    league, times = replace(OPEN, season_end=season_end, zone=zone), [begin]
    for number in range(1, count):
        end = scheduled_end(league, Season(number, times[-1]))
        assert end is not None
        times.append(end)
    return times


def _local(at: int, zone: str) -> datetime:
    return datetime.fromtimestamp(at / 1000, ZoneInfo(zone))


@given(ZONES, FROM_2000_TO_2037)
def test_a_weekly_season_ends_at_the_first_moment_of_monday_in_every_zone(zone: str, begin: int) -> None:
    times = _seasons(Weekly(), zone, begin, 6)
    for before, end in pairwise(times):
        assert before < end <= before + 7 * DAY + 2 * HOUR
        assert (_local(end, zone).isoweekday(), _local(end - 1, zone).isoweekday()) == (1, 7)
    for one, other in pairwise(times[1:]):
        assert day_of(other, zone) - day_of(one, zone) == 7


@given(ZONES, FROM_2000_TO_2037, st.integers(0, 6))
def test_a_weekly_season_ends_at_the_first_moment_of_the_chosen_day(zone: str, begin: int, first_day: int) -> None:
    assume(zone not in ("Pacific/Apia", "Pacific/Fakaofo"))  # they skipped a Friday in 2011
    times = _seasons(Weekly(first_day), zone, begin, 4)
    for before, end in pairwise(times):
        assert before < end <= before + 7 * DAY + 2 * HOUR
        assert _local(end, zone).weekday() == first_day != _local(end - 1, zone).weekday()


def test_a_league_of_an_earlier_version_is_weekly_from_monday() -> None:
    assert json.encode(Weekly()) == b'{"type":"Weekly"}'
    assert json.decode(b'{"type":"Weekly"}', type=SeasonEnd) == Weekly(0)


@given(ZONES, FROM_2000_TO_2037)
def test_a_season_of_two_weeks_ends_on_every_second_monday_in_every_zone(zone: str, begin: int) -> None:
    times = _seasons(EveryTwoWeeks(), zone, begin, 6)
    assert 9 <= day_of(times[1], zone) - day_of(begin, zone) <= 15
    for one, other in pairwise(times[1:]):
        assert (_local(other, zone).isoweekday(), _local(other - 1, zone).isoweekday()) == (1, 7)
        assert day_of(other, zone) - day_of(one, zone) == 14


def test_eight_days_are_days_of_the_calendar_also_if_summer_time_ends_in_them() -> None:
    begin = round(datetime(2026, 10, 18, 0, 30, tzinfo=ZoneInfo("Europe/Rome")).timestamp() * 1000)  # a Sunday
    assert _local(_seasons(EveryTwoWeeks(), "Europe/Rome", begin, 2)[1], "Europe/Rome").date().isoformat() == "2026-11-02"


@given(ZONES, FROM_2000_TO_2037)
def test_a_quarterly_season_ends_at_the_first_moment_of_a_quarter_in_every_zone(zone: str, begin: int) -> None:
    times = _seasons(Quarterly(), zone, begin, 6)
    for before, end in pairwise(times):
        first, last = _local(end, zone), _local(end - 1, zone)
        assert before < end <= before + 93 * DAY
        assert (first.day, first.month % 3) == (1, 1)
        assert (last.month % 12 + 1) == first.month
    for one, other in pairwise(times[1:]):
        assert 89 * DAY < other - one < 93 * DAY


@pytest.mark.parametrize("season_end", [Weekly(), EveryTwoWeeks()])
@pytest.mark.parametrize(
    ("zone", "monday", "first_hour"),
    [("Asia/Tehran", "2021-03-22", 1), ("Africa/Casablanca", "2009-06-01", 1), ("Asia/Jerusalem", "2002-10-07", 0)],
    ids=["midnight_is_skipped", "midnight_is_skipped_too", "midnight_comes_twice"],
)
def test_a_season_ends_once_on_a_monday_whose_midnight_is_skipped_or_comes_twice(
    season_end: SeasonEnd, zone: str, monday: str, first_hour: int
) -> None:
    due = round(datetime.fromisoformat(monday).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)
    weeks = 1 if season_end == Weekly() else 2
    begin = start_of_day(day_of(due, zone) - 7 * weeks, zone)
    _, end, following = _seasons(season_end, zone, begin, 3)
    assert end == due
    assert _local(end, zone).hour == first_hour
    assert _local(end - 1, zone).isoweekday() == 7
    assert day_of(following, zone) - day_of(end, zone) == 7 * weeks


def test_a_new_time_zone_does_not_halve_a_season_of_two_weeks() -> None:
    rome = replace(OPEN, season_end=EveryTwoWeeks())
    season = Season(2, start_of_day(TODAY, "Europe/Rome"))
    for now in (season.begin + HOUR, season.begin + 10 * DAY):
        assert scheduled_end(replace(rome, zone="UTC"), season, now=now) == start_of_day(TODAY + 14, "UTC")


def test_a_rule_that_is_set_late_ends_the_season_with_the_current_week() -> None:
    for season_end in (Weekly(), EveryTwoWeeks()):
        late = scheduled_end(replace(OPEN, season_end=season_end), SEASON, now=MONDAY + 60 * DAY)
        assert late == start_of_day(TODAY + 63, "Europe/Rome")


def test_a_match_belongs_to_the_season_in_which_it_began_unless_it_is_late_or_of_an_earlier_version() -> None:
    over, following = end_season(SEASON, at=MONDAY + 9, name=" Spring   2026 ")
    assert over == Season(3, MONDAY, MONDAY + 9, "Spring 2026", final=None)
    assert following == Season(4, MONDAY + 9)
    assert end_season(SEASON, at=MONDAY + 9)[0].name == "Spring"
    terms = [Term(5, OPEN, season) for season in (over, following)]
    for began, ended, late, season in (
        (0, -1, (), None),
        (0, 0, (), over),
        (0, 8, (), over),
        (0, 9, (), following),
        (-1, 8, (), None),
        (8, 9, (), over),
        (8, 9, (4,), over),
        (8, 9, (5,), following),
        (9, 10, (), following),
    ):
        match = replace(played("Ann 1 · Ben 2", ended=MONDAY + ended), began=began and MONDAY + began, late=late)
        assert [term.season for term in terms if term.holds(match)] == [one for one in (season,) if one is not None]


def test_a_match_is_late_once_the_season_in_which_it_began_is_final() -> None:
    match = replace(played("Ann 1 · Ben 2", ended=MONDAY + 9 + 7 * DAY), began=MONDAY)
    for season, is_late in (
        (replace(SEASON, end=MONDAY + 9, final=None), False),
        (replace(SEASON, end=MONDAY + 10, final=MONDAY + 20), True),
        (replace(SEASON, end=MONDAY + 10), True),
        (SEASON, False),
    ):
        assert late_leagues([Term(5, OPEN, season), Term(6, OPEN, replace(SEASON, begin=MONDAY + 1))], match) == (5,) * is_late


def test_a_final_table_keeps_every_row_the_scheme_and_the_awards() -> None:
    found = compute_totals(OPEN, [played("Ann 1 · Ben 2 · Cem 2", ended=MONDAY), played("Dee 1 · Ben 2", 2, ended=MONDAY)])
    rows = compute_standings(replace(OPEN, least=2), found, week=0)
    awards = Awards((1, 4), PeopleAward((1,), 3), None, ClosestMatch(2, (4, 2), 0))
    table = build_season_table(replace(OPEN, least=2), SEASON, rows, awards)
    assert (table.league, table.season, table.scheme, table.least) == ("Mondays", SEASON, OPEN.scheme, 2)
    assert table.awards == awards
    assert [(row.position, row.person, row.matches, row.parts, row.wins) for row in table.rows] == [
        (row.position, row.person, row.matches, row.parts, row.wins) for row in rows
    ]
    assert json.decode(json.encode(table), type=SeasonTable) == table
