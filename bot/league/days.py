"""Days and weeks as the people of a league live them: in its time zone. Knows the calendar, and never what time it is.

Times are epoch milliseconds, days count from 1 January 1970, weeks begin on Monday and count from the one of that day.
"""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_FIRST = date(1970, 1, 1)  # a Thursday
_LATEST = date(9000, 1, 1)


def is_zone(name: str) -> bool:
    """Whether this is the name of a time zone: `Europe/Rome`, `UTC`."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # of a path out of its folder, of one that is a folder
        return False
    return True


def day_of(at: int, zone: str) -> int:
    """The day on which this moment falls."""
    return (_local(at, zone).date() - _FIRST).days


def week_of(at: int, zone: str) -> int:
    return (day_of(at, zone) + 3) // 7


def start_of_day(day: int, zone: str) -> int:
    """Its first moment; where the clocks skip midnight, that at which they do."""
    midnight = datetime.combine(_FIRST + timedelta(days=day), datetime.min.time(), ZoneInfo(zone))
    return round(midnight.timestamp()) * 1000


def start_of_next_month(at: int, zone: str) -> int:
    """The first moment of the month that follows this one."""
    today = _local(at, zone).date()
    following = date(today.year + today.month // 12, today.month % 12 + 1, 1)
    return start_of_day((following - _FIRST).days, zone)


def read_day(text: str) -> int | None:
    """A day as it is typed, `2026-03-31`; None for what is no date, or none that could be meant."""
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        return None
    return (day - _FIRST).days if _FIRST <= day < _LATEST else None


def write_day(day: int) -> str:
    return (_FIRST + timedelta(days=day)).isoformat()


def _local(at: int, zone: str) -> datetime:
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)).astimezone(ZoneInfo(zone))
