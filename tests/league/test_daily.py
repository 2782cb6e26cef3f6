"""What results of the deals of the day mean: the share of others who did worse, and streaks."""

import random

from bot.league.daily import Streaks, percent_better, streaks

MONDAY = 7 * 2900 - 3
"""A Monday, as a day from 1 January 1970."""


def of_days(pattern: str, *, today: int | None = None) -> Streaks:
    """Return the streaks of a person who finished the deals of the days marked `x`, from a Monday on; the last one is today."""
    days = [MONDAY + nth for nth, sign in enumerate(pattern.replace(" ", "")) if sign == "x"]
    return streaks(days, MONDAY + len(pattern.replace(" ", "")) - 1 if today is None else today)


def test_a_streak_counts_finished_days() -> None:
    assert of_days("xxx") == Streaks(3, 3)
    assert of_days("xxx.") == Streaks(3, 3), "today isn't over"
    assert of_days(".......") == Streaks(0, 0)
    assert streaks([], MONDAY) == Streaks(0, 0)


def test_one_missed_day_a_week_is_forgiven_and_not_counted() -> None:
    assert of_days("xx.xxxx xxx.xxx") == Streaks(12, 12)
    assert of_days("xxxxxx. .xxxxxx") == Streaks(12, 12), "two days in a row, of two weeks"


def test_a_second_missed_day_of_a_week_ends_a_streak() -> None:
    assert of_days("xx..xxx") == Streaks(3, 3)
    assert of_days("xxx.x.x") == Streaks(2, 3 + 1), "it goes on from the day after the first missed one"
    assert of_days("xxxxxxx xxx.... ....... x") == Streaks(1, 10)
    assert of_days("xxxxx.. ...") == Streaks(0, 5)


def test_a_day_after_today_counts_for_nothing() -> None:
    assert streaks([MONDAY, MONDAY + 1, MONDAY + 9], MONDAY + 1) == Streaks(2, 2), "the clock was set back"


def naive(days: set[int], today: int) -> Streaks:
    """Return the streaks as all windows of days give them."""
    best = dict.fromkeys(range(today + 1), 0)
    for end in range(today + 1):
        for start in range(end + 1):
            missed = [(day + 3) // 7 for day in range(start, end + 1) if day not in days and day != today]
            if all(missed.count(week) <= 1 for week in missed):
                best[end] = max(best[end], sum(day in days for day in range(start, end + 1)))
    return Streaks(best[today], max(best.values()))


def test_streaks_are_those_of_the_best_windows_without_two_missed_days_in_a_week() -> None:
    dice = random.Random(1)
    for _ in range(200):
        days = {day for day in range(30) if dice.random() < 0.75}
        assert streaks(days, 29) == naive(days, 29), sorted(days)


def test_a_result_is_better_than_a_share_of_the_others() -> None:
    assert percent_better(0, 0) is None
    assert [percent_better(worse, 411) for worse in (0, 260, 410, 411)] == [0, 63, 99, 100]
