"""Rounds of tournaments: everyone has one place, few meet again, byes are fair, and knockouts end with a final."""

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.league.tournament.pairing import (
    duplicate_round,
    is_final,
    knockout_round,
    swiss_round,
    table_sizes_between,
)
from bot.league.tournament.round_robin import Round
from tests.league.tournament.round_cost import RoundCost, round_cost
from tests.league.written_matches import ANN, BEN, CEM, DEE, EVE, FAY
from tests.seeds import seeds

SEED = f"{7:064x}"
SEEDS = seeds(0, 5)


def level(people: int) -> dict[int, Fraction]:
    """Return the scores before the first round."""
    return dict.fromkeys(range(1, people + 1), Fraction())


def play(scores: dict[int, Fraction], tables: Sequence[Sequence[int]], dice: random.Random) -> None:
    """Add the shares of random results."""
    for table in tables:
        for place, person in enumerate(dice.sample(table, len(table))):
            scores[person] += Fraction(len(table) - 1 - place, len(table) - 1)


def swiss(people: int, rounds: int, *, least: int, most: int, seed: int = 0) -> tuple[list[Round], dict[int, Fraction]]:
    """Return the rounds of a Swiss tournament with random results, and the scores before the last one."""
    dice, scores, before, played = random.Random(seed), level(people), level(people), list[Round]()
    for number in range(rounds):
        before = dict(scores)
        played.append(swiss_round(scores, played, least=least, most=most, seed=f"{1000 * seed + number:064x}"))
        play(scores, played[-1].tables, dice)
    return played, before


def everyone(one_round: Round) -> list[int]:
    return sorted([*(person for table in one_round.tables for person in table), *one_round.byes])


@pytest.mark.parametrize(
    ("people", "least", "most", "wanted", "sizes"),
    [
        (8, 3, 5, 4, (4, 4)),
        (9, 3, 5, 4, (3, 3, 3)),
        (10, 3, 5, 4, (4, 3, 3)),
        (11, 3, 5, 4, (4, 4, 3)),
        (13, 3, 5, 4, (4, 3, 3, 3)),
        (9, 4, 5, 4, (5, 4)),
        (5, 3, 5, 4, (5,)),
        (5, 3, 4, 4, (4,)),
        (10, 3, 3, 4, (3, 3, 3)),
        (12, 3, 5, 3, (3, 3, 3, 3)),
        (7, 2, 2, 2, (2, 2, 2)),
        (2, 3, 5, 4, ()),
        (0, 3, 5, 4, ()),
    ],
)
def test_tables_are_even_and_near_the_size_that_is_wanted(
    people: int, least: int, most: int, wanted: int, sizes: tuple[int, ...]
) -> None:
    assert table_sizes_between(people, least, most, wanted) == sizes


@given(st.integers(0, 150), st.integers(2, 6), st.integers(0, 4), st.integers(2, 6))
def test_sizes_differ_by_one_and_leave_out_as_few_as_possible(people: int, least: int, more: int, wanted: int) -> None:
    most = least + more
    sizes = table_sizes_between(people, least, most, wanted)
    assert all(least <= size <= most for size in sizes)
    assert not sizes or max(sizes) - min(sizes) <= 1
    possible = {seated for tables in range(people + 1) for seated in range(tables * least, tables * most + 1)}
    assert sum(sizes) == max(seated for seated in possible if seated <= people)


@given(st.integers(2, 24), st.integers(2, 4), st.integers(0, 2), st.integers(0, 3), st.integers(0, 99))
@settings(max_examples=8)
def test_a_swiss_round_gives_everyone_one_place(people: int, least: int, more: int, earlier: int, seed: int) -> None:
    for one_round in swiss(people, earlier + 1, least=least, most=least + more, seed=seed)[0]:
        assert everyone(one_round) == list(range(1, people + 1))
        sizes = [len(table) for table in one_round.tables]
        assert max(sizes) - min(sizes) <= 1
        assert len(one_round.byes) < people


def test_equal_scores_meet_in_pairs() -> None:
    scores = {ANN: Fraction(1), BEN: Fraction(0), CEM: Fraction(1), DEE: Fraction(0)}
    earlier = [Round(((ANN, BEN), (CEM, DEE)))]
    assert set(map(frozenset, swiss_round(scores, earlier, least=2, most=2, seed=SEED).tables)) == {
        frozenset({ANN, CEM}),
        frozenset({BEN, DEE}),
    }


def test_a_repeated_meeting_is_worse_than_any_difference_of_scores() -> None:
    """The leaders have met, so each meets someone without a win."""
    scores = {ANN: Fraction(9), BEN: Fraction(9), CEM: Fraction(0), DEE: Fraction(0)}
    (one, other) = swiss_round(scores, [Round(((ANN, BEN), (CEM, DEE)))], least=2, most=2, seed=SEED).tables
    assert {ANN, BEN} not in (set(one), set(other))


@pytest.mark.parametrize("people", [4, 6, 8, 12])
def test_pairs_of_a_short_tournament_never_meet_again(people: int) -> None:
    """After fewer than half as many rounds as people, new opponents for everyone always exist (Dirac)."""
    for seed in range(10):
        rounds, _ = swiss(people, people // 2, least=2, most=2, seed=seed)
        met = Counter(frozenset(table) for one_round in rounds for table in one_round.tables)
        assert set(met.values()) == {1}


def test_pairs_meet_again_only_once_everyone_has_met() -> None:
    """Of the possible pairs for four people, a round takes the least repeated ones, whatever the scores."""
    rounds, _ = swiss(4, 6, least=2, most=2)
    met = Counter(frozenset(table) for one_round in rounds for table in one_round.tables)
    assert set(met.values()) == {2}


@pytest.mark.parametrize("people", [5, 8])
def test_pairs_are_the_cheapest_of_all(people: int) -> None:
    for seed in range(5):
        rounds, scores = swiss(people, 4, least=2, most=2, seed=seed)
        playing = [person for person in scores if person not in rounds[-1].byes]
        least = min(round_cost(pairs, scores, rounds[:-1]) for pairs in all_pairs(playing))
        assert round_cost(rounds[-1].tables, scores, rounds[:-1]) == least


def all_pairs(people: Sequence[int]) -> list[list[tuple[int, int]]]:
    """Return each way to pair these people."""
    if not people:
        return [[]]
    first, *others = people
    return [[(first, other), *rest] for other in others for rest in all_pairs([person for person in others if person != other])]


@pytest.mark.parametrize(("people", "most"), [(6, 3), (7, 4), (8, 4)])
def test_two_tables_are_the_cheapest_of_all(people: int, most: int) -> None:
    for seed in range(3):
        rounds, scores = swiss(people, 3, least=3, most=most, seed=seed)
        size = len(rounds[-1].tables[0])
        seatings = [(table, sorted(scores.keys() - set(table))) for table in combinations(scores, size)]
        least = min(round_cost(tables, scores, rounds[:-1]) for tables in seatings)
        assert round_cost(rounds[-1].tables, scores, rounds[:-1]) == least


def test_nobody_meets_again_in_the_second_round_of_16_or_more_people() -> None:
    for people in (16, 20, 24, 31):
        rounds, scores = swiss(people, 2, least=3, most=5)
        assert round_cost(rounds[1].tables, scores, rounds[:1]).repeats == 0


@pytest.mark.parametrize(("people", "sizes"), [(9, [3, 3, 3]), (13, [4, 3, 3, 3]), (12, [3, 3, 3, 3])])
def test_people_sit_at_one_table_more_if_fewer_meet_again_there(people: int, sizes: list[int]) -> None:
    rounds, scores = swiss(people, 3, least=3, most=5)
    assert [sorted(map(len, one.tables), reverse=True) for one in rounds[1:]] == [sizes] * 2
    assert [len(table) for table in rounds[0].tables] == ([4, 4, 4] if people == 12 else sizes)
    assert sum(round_cost(one.tables, scores, rounds[:nth]).repeats for nth, one in enumerate(rounds)) == 0


def test_there_are_no_more_tables_if_somebody_else_would_sit_out() -> None:
    assert [[len(table) for table in one.tables] for one in swiss(8, 2, least=3, most=5)[0]] == [[4, 4]] * 2


def test_duplicate_tables_are_smaller_where_fewer_people_meet_again_and_nobody_else_sits_out() -> None:
    for people, later in ((12, 3), (13, 3), (16, 4)):
        first = duplicate_round(level(people), [], size=4, seed=SEED, least=3)
        second = duplicate_round(level(people), [first], size=4, seed=SEED, least=3)
        assert [{len(table) for table in one.tables} for one in (first, second)] == [{4}, {later}], people


def test_the_cost_counts_earlier_meetings_then_squares_of_differences() -> None:
    scores = {ANN: Fraction(2), BEN: Fraction(1), CEM: Fraction(1, 2)}
    earlier = [Round(((ANN, BEN, CEM),)), Round(((ANN, BEN),), (CEM,))]
    assert round_cost([(ANN, BEN, CEM)], scores, []) == RoundCost(0, 1 + Fraction(1, 4) + Fraction(9, 4))
    assert round_cost([(ANN, BEN, CEM)], scores, earlier).repeats == 4
    assert RoundCost(0, Fraction(100)) < RoundCost(1, Fraction(0))


def test_a_bye_goes_to_who_had_the_fewest_and_then_to_the_lowest_score() -> None:
    scores = {ANN: Fraction(2), BEN: Fraction(1), CEM: Fraction(0)}
    assert swiss_round(scores, [], least=2, most=2, seed=SEED).byes == (CEM,)
    assert swiss_round(scores, [Round(((ANN, BEN),), (CEM,))], least=2, most=2, seed=SEED).byes == (BEN,)


@pytest.mark.parametrize(("people", "least", "most"), [(5, 2, 2), (9, 2, 2), (10, 3, 3), (11, 4, 4)])
def test_byes_go_round_before_anybody_has_another_one(people: int, least: int, most: int) -> None:
    byes = dict.fromkeys(range(1, people + 1), 0)
    for one_round in swiss(people, people, least=least, most=most)[0]:
        for person in one_round.byes:
            byes[person] += 1
        assert max(byes.values()) - min(byes.values()) <= 1


def test_too_few_people_for_a_table_sit_at_one() -> None:
    assert everyone(swiss_round(level(2), [], least=3, most=5, seed=SEED)) == [1, 2]
    assert len(swiss_round(level(2), [], least=3, most=5, seed=SEED).tables) == 1


def test_a_seed_decides_the_round_and_another_one_changes_it() -> None:
    for least, most in ((2, 2), (3, 5)):
        first = swiss_round(level(12), [], least=least, most=most, seed=SEED)
        backwards = dict(reversed(level(12).items()))
        assert swiss_round(backwards, [], least=least, most=most, seed=SEED) == first
        assert swiss_round(level(12), [], least=least, most=most, seed=f"{8:064x}") != first


def test_the_top_table_comes_first_and_the_leader_first_at_it() -> None:
    scores = {person: Fraction(person) for person in range(1, 9)}
    assert swiss_round(scores, [], least=3, most=5, seed=SEED).tables == ((8, 7, 6, 5), (4, 3, 2, 1))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("least", "most"), [(2, 2), (3, 5)])
def test_six_rounds_of_40_people_repeat_few_meetings(least: int, most: int, seed: int) -> None:
    rounds, _ = swiss(40, 6, least=least, most=most, seed=seed)
    met = Counter(frozenset(pair) for one_round in rounds for table in one_round.tables for pair in combinations(table, 2))
    assert max(met.values()) <= 2
    assert sum(times > 1 for times in met.values()) <= 2


@pytest.mark.parametrize("people", [4, 9, 17])
@pytest.mark.parametrize("size", [2, 3, 4])
def test_duplicate_tables_are_full_and_people_sit_out_in_turn(people: int, size: int) -> None:
    dice, scores, rounds, sat_out = random.Random(people), level(people), list[Round](), Counter[int]()
    for number in range(4):
        rounds.append(duplicate_round(scores, rounds, size=size, seed=f"{number:064x}"))
        play(scores, rounds[-1].tables, dice)
        sat_out.update(rounds[-1].byes)
        assert {len(table) for table in rounds[-1].tables} == {size}
        assert len(rounds[-1].byes) == people % size
        assert everyone(rounds[-1]) == list(range(1, people + 1))
        assert max(sat_out[person] for person in scores) - min(sat_out[person] for person in scores) <= 1


def test_a_seed_and_not_the_score_decides_who_sits_out_first() -> None:
    scores = {person: Fraction(person) for person in range(1, 6)}
    out = {duplicate_round(scores, [], size=4, seed=f"{seed:064x}").byes for seed in range(60)}
    assert out == {(ANN,), (BEN,), (CEM,), (DEE,), (EVE,)}


def test_fewer_people_than_a_duplicate_table_needs_all_sit_out() -> None:
    assert duplicate_round(level(3), [], size=4, seed=SEED).tables == ()
    assert everyone(duplicate_round(level(3), [], size=4, seed=SEED)) == [1, 2, 3]


@pytest.mark.parametrize(
    ("people", "least", "most", "on", "tables", "byes"),
    [
        (4, 2, 6, 1, [(1, 2, 3, 4)], []),
        (4, 3, 3, 1, [(2, 3, 4)], [1]),
        (2, 2, 2, 1, [(1, 2)], []),
        (3, 2, 2, 1, [(2, 3)], [1]),
        (8, 2, 2, 1, [(1, 8), (2, 7), (3, 6), (4, 5)], []),
        (6, 2, 2, 1, [(3, 6), (4, 5)], [1, 2]),
        (12, 3, 5, 1, [(1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10)], []),
        (8, 3, 5, 2, [(1, 4, 5, 8), (2, 3, 6, 7)], []),
        (8, 2, 6, 1, [(1, 4, 5, 8), (2, 3, 6, 7)], []),
        (8, 3, 5, 1, [(2, 5, 6), (3, 4, 7, 8)], [1]),
        (5, 2, 6, 1, [(1, 4, 5), (2, 3)], []),
        (5, 2, 5, 2, [(1, 2, 3, 4, 5)], []),
        (5, 3, 5, 2, [(2, 3, 4, 5)], [1]),
        (5, 5, 5, 1, [(1, 4, 5), (2, 3)], []),
    ],
)
def test_a_knockout_round_spreads_the_best_seeded(
    people: int, least: int, most: int, on: int, tables: list[tuple[int, ...]], byes: list[int]
) -> None:
    one_round = knockout_round(range(1, people + 1), least=least, most=most, on=on)  # type: ignore[arg-type]
    assert [tuple(sorted(table)) for table in one_round.tables] == tables
    assert list(one_round.byes) == byes


@given(st.integers(2, 130), st.integers(2, 5), st.integers(0, 3), st.sampled_from((1, 2)))
@settings(deadline=None)
def test_a_knockout_ends_with_a_final(people: int, least: int, more: int, on: int) -> None:
    """Whoever wins: each round has fewer people, byes for the best, and even tables, until two to four are in the final."""
    most = max(least + more, on + 1)
    remaining = list(range(1, people + 1))
    while not is_final(len(remaining), most):
        one_round = knockout_round(remaining, least=least, most=most, on=on)  # type: ignore[arg-type]
        sizes = [len(table) for table in one_round.tables]
        assert everyone(one_round) == remaining
        assert list(one_round.byes) == remaining[: len(one_round.byes)]
        assert max(sizes) - min(sizes) <= 1
        assert on < min(sizes) <= max(sizes) <= most
        going_on = sorted([*one_round.byes, *(person for table in one_round.tables for person in table[-on:])])
        assert 2 <= len(going_on) < len(remaining)
        if most == 2:
            assert len(going_on).bit_count() == 1
        remaining = going_on
    assert knockout_round(remaining, least=least, most=most, on=on) == Round((tuple(remaining),))  # type: ignore[arg-type]


def test_the_two_best_seeded_of_pairs_meet_only_in_the_final() -> None:
    remaining = list(range(1, 23))
    while not is_final(len(remaining), 2):
        one_round = knockout_round(remaining, least=2, most=2, on=1)
        remaining = sorted([*one_round.byes, *(min(table) for table in one_round.tables)])
    assert remaining == [ANN, BEN]


@pytest.mark.parametrize(("people", "most", "final"), [(1, 4, False), (2, 2, True), (3, 2, False), (4, 6, True), (5, 6, False)])
def test_a_final_has_two_to_four_people(people: int, most: int, *, final: bool) -> None:
    assert is_final(people, most) is final


def test_a_knockout_needs_two_people_and_a_table_where_somebody_goes_out() -> None:
    with pytest.raises(ValueError, match="2 of whom go on"):
        knockout_round((ANN, BEN, CEM, FAY), least=2, most=2, on=2)
    with pytest.raises(ValueError, match="1 people"):
        knockout_round((ANN,), least=2, most=4, on=1)
