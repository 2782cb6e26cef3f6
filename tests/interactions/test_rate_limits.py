"""How often people and servers may do something: bursts, even rates, and limits that don't touch others."""

import pytest

from bot.interactions.rate_limits import Limited, RateLimits, ServerTooManyCommands
from bot.wording.sentence import Refused

ANN, BOB, CLUB = 1, 2, 100


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def allowed(limits: RateLimits, kind: Limited, person: int, server: int | None, times: int) -> int:
    """Return how many of so many are allowed."""
    done = 0
    for _ in range(times):
        try:
            limits.count(kind, person, server)
            done += 1
        except Refused:
            pass
    return done


def test_a_limit_a_second_allows_the_burst_of_five_seconds_and_then_an_even_rate() -> None:
    clock = Clock()
    limits = RateLimits({Limited.COMMAND: 3}, {}, clock)
    assert allowed(limits, Limited.COMMAND, ANN, None, 100) == 15
    clock.now += 1
    assert allowed(limits, Limited.COMMAND, ANN, None, 100) == 3
    clock.now += 1000
    assert allowed(limits, Limited.COMMAND, ANN, None, 100) == 15


def test_a_limit_a_minute_allows_its_amount_immediately() -> None:
    clock = Clock()
    limits = RateLimits({Limited.LOBBY: 4}, {}, clock)
    assert allowed(limits, Limited.LOBBY, ANN, CLUB, 10) == 4
    clock.now += 15.01
    assert allowed(limits, Limited.LOBBY, ANN, CLUB, 10) == 1
    clock.now += 60
    assert allowed(limits, Limited.LOBBY, ANN, CLUB, 10) == 4


def test_a_flood_of_one_person_takes_nothing_from_another_and_nothing_from_the_server() -> None:
    limits = RateLimits({Limited.COMMAND: 3}, {Limited.COMMAND: 6}, Clock())
    assert allowed(limits, Limited.COMMAND, ANN, CLUB, 10_000) == 15
    assert allowed(limits, Limited.COMMAND, BOB, CLUB, 15) == 15, "what was refused doesn't count for the server"
    with pytest.raises(Refused) as refused:
        limits.count(Limited.COMMAND, 3, CLUB)
    assert refused.value.refusal == ServerTooManyCommands(6)
    assert allowed(limits, Limited.COMMAND, 3, None, 100) == 15, "a direct message belongs to no server"


def test_each_kind_has_its_own_limit_and_zero_means_none() -> None:
    limits = RateLimits({Limited.COMMAND: 1, Limited.MOVE: 2, Limited.EXPORT: 0}, {Limited.EXPORT: 0}, Clock())
    assert allowed(limits, Limited.COMMAND, ANN, CLUB, 100) == 5
    assert allowed(limits, Limited.MOVE, ANN, CLUB, 100) == 10
    assert allowed(limits, Limited.EXPORT, ANN, CLUB, 100) == 100
    assert allowed(limits, Limited.PICTURE, ANN, CLUB, 100) == 100


def test_a_flooding_person_is_told_once_a_second() -> None:
    clock = Clock()
    limits = RateLimits({}, {}, clock)
    assert [limits.may_answer(ANN) for _ in range(5)] == [True, False, False, False, False]
    assert limits.may_answer(BOB)
    clock.now += 1
    assert limits.may_answer(ANN)


def test_people_who_are_quiet_are_forgotten() -> None:
    clock = Clock()
    limits = RateLimits({Limited.COMMAND: 3}, {}, clock)
    for person in range(30_000):
        clock.now += 0.01
        limits.count(Limited.COMMAND, person, None)
    (buckets, _) = limits._of_person[Limited.COMMAND]
    assert len(buckets._empty_at) <= 10_000
