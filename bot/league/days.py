"""Days and weeks in the time zone of a league. This file knows the calendar, but never the current time.

Times are epoch milliseconds. Days count from 1 January 1970. Weeks begin on Monday, unless another
day is given, and count from the week of that day.
"""

import re
from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

DAY_MS = 86_400_000
_FIRST = date(1970, 1, 1)  # a Thursday
_LATEST = date(9000, 1, 1)
LAST_DAY = (_LATEST - _FIRST).days
"""The last day that a person can name."""
_FIXED = re.compile(r"[EHM]ST|(Etc/)?GMT.[0-9]+")  # EST isn't the time of New York, and GMT-8 is east of Greenwich
_NO_PLACES = ("Factory", "localtime", "posixrules")  # among the zones, but nobody lives there


def is_zone(name: str) -> bool:
    """Return True for the name of a time zone: `Europe/Rome`, `UTC`."""
    return name in _zones().values()


def zone_named(text: str) -> str:
    """Return the time zone with this name in any case, perhaps with spaces: `europe/rome`; the text itself if there is none."""
    return _zones().get(text.casefold().replace(" ", "_"), text)


@cache
def _zones() -> dict[str, str]:
    return {zone.casefold(): zone for zone in available_timezones() if zone not in _NO_PLACES}


def fixed_clock(zone: str, at: int) -> tuple[str, str] | None:
    """Return the offset and the time there at this moment, if it is an abbreviation that has no summer time."""
    here = _local(at, zone)
    return (f"UTC{here.isoformat()[-6:]}", f"{here:%H:%M}") if _FIXED.fullmatch(zone) else None


def day_of(at: int, zone: str) -> int:
    """Return the day on which this moment falls."""
    return (_local(at, zone).date() - _FIRST).days


def week_of(at: int, zone: str, first_day: int = 0) -> int:
    """Return the week in which this moment falls; weeks begin on `first_day`, 0 is Monday."""
    return (day_of(at, zone) + 3 - first_day) // 7


def start_of_day(day: int, zone: str) -> int:
    """Return the first moment of the day; where the clocks skip midnight, the moment at which they do."""
    midnight = datetime.combine(_FIRST + timedelta(days=day), datetime.min.time(), ZoneInfo(zone))
    return round(midnight.timestamp()) * 1000


def days_later(at: int, days: int, zone: str) -> int:
    """Return the same time by the clocks there, so many days later; where they skip it, an hour more."""
    return round((_local(at, zone) + timedelta(days=days)).timestamp() * 1000)


def start_of_week(week: int, zone: str, first_day: int = 0) -> int:
    return start_of_day(7 * week - 3 + first_day, zone)


def start_of_next_month(at: int, zone: str, months: int = 1) -> int:
    """Return the first moment of the month after the one in which `at` falls; with `months` 3, of the next quarter."""
    today = _local(at, zone).date()
    year, month = divmod(12 * today.year + (today.month - 1) // months * months + months, 12)
    return start_of_day((date(year, month + 1, 1) - _FIRST).days, zone)


def read_day(text: str) -> int | None:
    """Return the day that was typed as `2026-03-31`; None if it isn't a date, or not one between 1970 and 9000."""
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        return None
    return (day - _FIRST).days if _FIRST <= day < _LATEST else None


def write_day(day: int) -> str:
    return (_FIRST + timedelta(days=day)).isoformat()


def write_time(at: int, zone: str) -> str:
    """Return a moment (epoch ms) as clocks in the zone show it: `20:30`."""
    return f"{_local(at, zone):%H:%M}"


def _local(at: int, zone: str) -> datetime:
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)).astimezone(ZoneInfo(zone))
