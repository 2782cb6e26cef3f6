"""What the results of the deals of the day mean: how many others a result is better than, and streaks of days.

A day is one of UTC, counted from 1 January 1970. Weeks begin on Monday.
"""

from collections.abc import Iterable
from dataclasses import dataclass

FORGIVEN = 1
"""How many missed days of a week a streak survives."""


@dataclass(frozen=True, slots=True)
class Streaks:
    """On how many days a deal was finished: in the streak that goes on today, and in the longest one; 0 if there is none."""

    current: int
    longest: int


def percent_better(worse: int, others: int) -> int | None:
    """Return what percentage of the others a result beats if it beats `worse` of them, rounded down; None without others."""
    return 100 * worse // others if others else None


def streaks(finished: Iterable[int], today: int) -> Streaks:
    """Return the streaks of a person who has finished the deals of these days.

    Missed days don't count, and end a streak if a week has more than one. Today is missed only when it is over.
    """
    days = {day for day in finished if day <= today}
    current = longest = 0
    first = min(days, default=today)  # of the days since which no week has more missed days
    missed = list[int]()
    for day in range(first, today + 1):
        if day in days:
            current += 1
            longest = max(longest, current)
        elif day < today:
            missed = [one for one in missed if one >= first and _week_of(one) == _week_of(day)] + [day]
            if len(missed) > FORGIVEN:
                first = missed[-FORGIVEN - 1] + 1
                current = sum(one in days for one in range(first, day))
    return Streaks(current, longest)


def _week_of(day: int) -> int:
    return (day + 3) // 7  # day 0 was a Thursday
