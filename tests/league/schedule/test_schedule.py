"""Schedules: in a round robin each pair meets once; at larger tables, people meet again as rarely as possible."""

import time
from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.league.schedule import (
    Round,
    Schedule,
    assign_tables,
    least_cost,
    round_robin,
    table_rounds,
    table_sizes,
)

SEED = "5e" * 32


def _people(number: int) -> list[int]:
    """Return person numbers that differ from the positions in the list."""
    return [900 - 7 * place for place in range(number)]


def pair_meetings(schedule: Schedule) -> dict[tuple[int, int], int]:
    """Return how often each pair meets, including the pairs that never do."""
    people = {person for each in schedule for group in (*each.tables, each.byes) for person in group}
    met = dict.fromkeys(combinations(sorted(people), 2), 0)
    for table in (table for each in schedule for table in each.tables):
        for pair in combinations(sorted(table), 2):
            met[pair] += 1
    return met


def pairs_by_meetings(schedule: Schedule) -> dict[int, int]:
    """Return how many pairs meet how often."""
    return dict(Counter(pair_meetings(schedule).values()))


def _everybody_once_a_round(schedule: Schedule, people: list[int]) -> None:
    for each in schedule:
        assert sorted([*each.byes, *(person for table in each.tables for person in table)]) == sorted(people)


@pytest.mark.parametrize("number", range(2, 33))
def test_in_a_round_robin_each_pair_meets_once(number: int) -> None:
    people = _people(number)
    schedule = round_robin(people)
    _everybody_once_a_round(schedule, people)
    assert len(schedule) == number - 1 + number % 2
    assert set(pair_meetings(schedule).values()) == {1}
    assert len(pair_meetings(schedule)) == number * (number - 1) // 2
    assert all(len(table) == 2 for each in schedule for table in each.tables)


@pytest.mark.parametrize("number", range(3, 33, 2))
def test_an_odd_number_of_people_has_one_bye_per_round_and_one_for_each_person(number: int) -> None:
    byes = [each.byes for each in round_robin(_people(number))]
    assert all(len(out) == 1 for out in byes)
    assert Counter(person for [person] in byes) == dict.fromkeys(_people(number), 1)


def test_four_people_get_the_rounds_of_the_circle_method() -> None:
    assert round_robin([1, 2, 3, 4]) == (
        Round(((1, 4), (2, 3))),
        Round(((1, 3), (2, 4))),
        Round(((1, 2), (3, 4))),
    )


@pytest.mark.parametrize("number", range(3, 33))
def test_tables_have_three_or_four_seats_and_byes_are_at_most_one_apart(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.league.schedule.MAX_SWAPS_WEIGHED", 2_000)
    people = _people(number)
    schedule = table_rounds(people, 7, SEED)
    _everybody_once_a_round(schedule, people)
    assert len(schedule) == 7
    for each in schedule:
        sizes = [len(table) for table in each.tables]
        assert set(sizes) <= {3, 4}
        assert max(sizes) - min(sizes) <= 1
        assert tuple(sizes) == table_sizes(number)
        assert len(each.byes) == (number == 5)
    byes = Counter(person for each in schedule for person in each.byes)
    assert max(byes[person] for person in people) - min(byes[person] for person in people) <= 1
    assert sum(pair_meetings(schedule).values()) == 7 * sum(seats * (seats - 1) // 2 for seats in table_sizes(number))


def test_tables_have_three_seats_as_far_as_the_number_of_people_divides() -> None:
    assert [table_sizes(number) for number in (3, 4, 5, 8, 10, 12)] == [(3,), (4,), (4,), (4, 4), (4, 3, 3), (3, 3, 3, 3)]


@pytest.mark.parametrize(("number", "size", "many"), [(9, 3, 4), (12, 3, 4), (16, 4, 5), (18, 3, 7), (20, 4, 5), (32, 4, 7)])
def test_nobody_meets_again_if_that_is_possible(number: int, size: int, many: int) -> None:
    assert max(_pairs_by_meetings(assign_tables(number, [size] * (number // size), many, SEED))) == 1


@pytest.mark.parametrize(("number", "size", "many", "times"), [(8, 4, 7, 3), (6, 3, 10, 4), (9, 3, 8, 2)])
def test_all_pairs_meet_equally_often_if_that_is_possible(number: int, size: int, many: int, times: int) -> None:
    rounds = assign_tables(number, [size] * (number // size), many, SEED)
    assert _pairs_by_meetings(rounds) == {times: number * (number - 1) // 2}


def _pairs_by_meetings(rounds: list[list[list[int]]]) -> dict[int, int]:
    return pairs_by_meetings(tuple(Round(tuple(map(tuple, tables))) for tables in rounds))


@settings(max_examples=25, deadline=None)
@given(st.integers(6, 16), st.integers(1, 8), st.integers(0, 2**64))
def test_a_longer_search_is_never_worse_and_never_below_the_least_cost(number: int, many: int, seed: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        costs = []
        for patience in (0, 500, 5_000):
            patch.setattr("bot.league.schedule.MAX_SWAPS_WEIGHED", patience)
            met = pair_meetings(table_rounds(_people(number), many, f"{seed:064x}"))
            costs.append(sum(times * (times - 1) // 2 for times in met.values()))
    assert all(later <= sooner for sooner, later in pairwise(costs))
    assert costs[-1] >= least_cost(number, table_sizes(number), many)


def test_a_seed_always_gives_the_same_schedule_and_another_seed_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.league.schedule.MAX_SWAPS_WEIGHED", 5_000)
    assert table_rounds(_people(13), 5, SEED) == table_rounds(_people(13), 5, SEED)
    assert table_rounds(_people(13), 5, SEED) != table_rounds(_people(13), 5, "00" * 32)


def test_the_schedule_of_a_seed_never_changes() -> None:
    schedule = table_rounds(list(range(1, 10)), 4, SEED)
    assert [" ".join("".join(map(str, table)) for table in each.tables) for each in schedule] == [
        "123 489 567",
        "147 259 368",
        "158 246 379",
        "169 278 345",
    ]


def test_the_largest_schedule_is_ready_in_time() -> None:
    begun = time.process_time()
    schedule = table_rounds(_people(32), 31, SEED)
    assert time.process_time() - begun < 2
    assert set(pairs_by_meetings(schedule)) <= {0, 1, 2, 3, 4}
