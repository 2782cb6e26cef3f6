"""A league's days and weeks are those of its time zone."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.league.days import (
    day_of,
    days_later,
    is_zone,
    read_day,
    start_of_day,
    start_of_next_month,
    week_of,
    write_day,
    zone_named,
)

ZONES = ("UTC", "Europe/Rome", "America/New_York", "Asia/Kathmandu", "Pacific/Auckland", "America/Havana", "Africa/Cairo")


def _at(zone: str, *when: int) -> int:
    return round(datetime(*when, tzinfo=ZoneInfo(zone)).timestamp()) * 1000  # type: ignore[misc]


@given(st.sampled_from(ZONES), st.integers(min_value=10_000, max_value=30_000))
def test_a_day_begins_at_its_first_moment(zone: str, day: int) -> None:
    begin = start_of_day(day, zone)
    assert (day_of(begin, zone), day_of(begin - 1, zone)) == (day, day - 1)


@given(st.sampled_from(ZONES), st.integers(min_value=1_500, max_value=4_000))
def test_a_week_begins_on_monday(zone: str, week: int) -> None:
    begin = start_of_day(7 * week - 3, zone)
    assert datetime.fromtimestamp(begin / 1000, ZoneInfo(zone)).isoweekday() == 1
    assert (week_of(begin, zone), week_of(begin - 1, zone)) == (week, week - 1)


def test_the_same_moment_can_be_another_day_in_another_zone() -> None:
    at = _at("UTC", 2026, 3, 1, 23, 30)
    assert day_of(at, "Europe/Rome") == day_of(at, "UTC") + 1
    assert week_of(at, "Europe/Rome") == week_of(at, "UTC") + 1


def test_a_day_on_which_the_clocks_go_forward_is_an_hour_short() -> None:
    day = read_day("2026-03-29")
    assert day is not None
    assert start_of_day(day + 1, "Europe/Rome") - start_of_day(day, "Europe/Rome") == 23 * 3_600_000


@pytest.mark.parametrize("hour", [0, 1, 3, 12, 20, 23])
@pytest.mark.parametrize("day", [(2026, 3, 22), (2026, 3, 29), (2026, 10, 18), (2026, 10, 25)])
def test_a_week_later_the_clocks_show_the_same_time(day: tuple[int, int, int], hour: int) -> None:
    year, month, first = day
    later = days_later(_at("Europe/Rome", year, month, first, hour, 30), 7, "Europe/Rome")
    shown = datetime.fromtimestamp(later / 1000, ZoneInfo("Europe/Rome")).replace(tzinfo=None)
    assert shown == datetime(year, month, first, hour, 30) + timedelta(days=7)


def test_a_time_that_the_clocks_skip_is_an_hour_later() -> None:
    later = days_later(_at("Europe/Rome", 2026, 3, 22, 2, 30), 7, "Europe/Rome")
    assert later == _at("Europe/Rome", 2026, 3, 29, 3, 30)


@pytest.mark.parametrize(
    ("when", "following"),
    [((2026, 2, 28, 23, 59), (2026, 3, 1)), ((2026, 12, 1), (2027, 1, 1)), ((2026, 3, 31, 23), (2026, 4, 1))],
)
def test_a_month_ends_in_the_leagues_time_zone(when: tuple[int, ...], following: tuple[int, ...]) -> None:
    assert start_of_next_month(_at("Europe/Rome", *when), "Europe/Rome") == _at("Europe/Rome", *following)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("europe/rome", "Europe/Rome"),
        ("AMERICA/NEW YORK", "America/New_York"),
        ("utc", "UTC"),
        ("Rome", "Rome"),
        ("../utc", "../utc"),
    ],
)
def test_a_time_zone_is_found_in_any_case(typed: str, zone: str) -> None:
    assert zone_named(typed) == zone


@pytest.mark.parametrize("name", ["UTC", "Europe/Rome", "America/Argentina/Buenos_Aires"])
def test_the_name_of_a_time_zone_is_accepted(name: str) -> None:
    assert is_zone(name)


@pytest.mark.parametrize(
    "name",
    [
        *("", "Europe", "Rome", "../UTC", "/etc/passwd", "\0", "x" * 5000, "ʘ", "Europe/Rome "),
        *("Factory", "localtime", "posixrules"),
        *("a/" * 3000 + "b", "/" * 6000, "../" * 2000, "a.b/" * 1500 + "c"),
    ],
)
def test_another_text_is_not_accepted_as_a_time_zone(name: str) -> None:
    assert not is_zone(name)


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        *(("1970-01-01", 0), (" 2026-03-02 ", 20514), ("1969-12-31", None), ("9999-12-31", None)),
        *((typed, None) for typed in ("", "tomorrow", "31.3.2026", "2026-02-30", "2026-3-2")),
    ],
)
def test_a_day_is_read_if_it_can_be_meant(typed: str, day: int | None) -> None:
    assert read_day(typed) == day


@given(st.integers(min_value=0, max_value=100_000))
def test_a_day_is_read_as_it_is_written(day: int) -> None:
    assert read_day(write_day(day)) == day
