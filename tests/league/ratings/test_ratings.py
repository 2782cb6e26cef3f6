"""How a match changes ratings, how it never does, and the ladder: by the rating that is shown, provisional people last."""

import json
import math
import struct
from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmarks.league.ratings import win_probability
from bot.league.ratings import (
    BETA,
    POINTS_PER_MU,
    PROVISIONAL_BELOW,
    SHOWN_AT_START,
    START_RATING,
    START_SIGMA,
    Certainty,
    Rating,
    build_ladder,
    certainty,
    most_rated_deck,
    ratings_after,
    shown_error,
    shown_points,
)

Who = TypeVar("Who", bound=Hashable)
RATINGS = st.builds(
    Rating,
    st.floats(-100, 150).map(lambda mu: round(mu, 6)),
    st.floats(1, START_SIGMA).map(lambda sigma: round(sigma, 6)),
    st.integers(0, 500),
)
EXTREMES = st.builds(Rating, st.floats(-10_000, 10_000), st.floats(1e-3, 1_000))


@st.composite
def tables(draw: st.DrawFn, ratings: st.SearchStrategy[Rating] = RATINGS) -> tuple[list[Rating], list[int]]:
    """Draw two to six ratings, and placings with ties as in a match: 1, 2, 2, 4."""
    players = draw(st.lists(ratings, min_size=2, max_size=6))
    strengths = draw(st.lists(st.integers(0, 5), min_size=len(players), max_size=len(players)))
    return players, _placings(strengths)


def _placings(strengths: list[int]) -> list[int]:
    return [1 + sum(other > strength for other in strengths) for strength in strengths]


def _history(matches: Iterable[Mapping[Who, int]]) -> list[dict[Who, Rating]]:
    """Return the new ratings after each match, the oldest first; a match is given as the placings of its people."""
    now = dict[Who, Rating]()
    steps = []
    for placings in matches:
        people = list(placings)
        new = ratings_after([now.get(person, START_RATING) for person in people], [placings[person] for person in people])
        steps.append(dict(zip(people, new, strict=True)))
        now.update(steps[-1])
    return steps


@given(tables(), st.data())
def test_players_with_equal_ratings_who_tie_get_equal_ratings(
    table: tuple[list[Rating], list[int]], data: st.DataObject
) -> None:
    ratings, placings = table
    for seat, placing in enumerate(placings):
        ratings[seat] = ratings[placings.index(placing)]
    after = ratings_after(ratings, placings)
    for seat, placing in enumerate(placings):
        assert after[seat] == after[placings.index(placing)]


@given(tables())
def test_a_better_place_never_gains_less_if_all_else_is_equal(table: tuple[list[Rating], list[int]]) -> None:
    ratings, placings = table
    others = [2 * placing for placing in placings[1:]]
    gains = [
        ratings_after(ratings, _placings([-own, *(-other for other in others)]))[0].mu for own in range(1, 2 * len(ratings) + 2)
    ]
    assert gains == sorted(gains, reverse=True)


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_seats_changes_nothing(table: tuple[list[Rating], list[int]], dice: object) -> None:
    ratings, placings = table
    seats = list(range(len(ratings)))
    dice.shuffle(seats)  # type: ignore[attr-defined]
    after = ratings_after(ratings, placings)
    assert ratings_after([ratings[seat] for seat in seats], [placings[seat] for seat in seats]) == tuple(
        after[seat] for seat in seats
    )


@given(tables(), st.integers(1, 7))
def test_only_the_order_of_the_placings_changes_the_ratings(table: tuple[list[Rating], list[int]], step: int) -> None:
    ratings, placings = table
    assert ratings_after(ratings, [step * placing for placing in placings]) == ratings_after(ratings, placings)


@given(tables(EXTREMES))
@example(([Rating(6760.0, 1.0), Rating(-5828.0, 1.0)], [1, 1]))
def test_extreme_ratings_stay_finite(table: tuple[list[Rating], list[int]]) -> None:
    for rating in ratings_after(*table):
        assert math.isfinite(rating.mu)
        assert 0 < rating.sigma < 1_001
        assert isinstance(shown_points(rating), int)
    assert 0 <= win_probability(table[0][0], table[0][1]) <= 1


def test_a_player_who_always_wins_rises_ever_more_slowly_and_stays_finite() -> None:
    steps = _history([{0: 1, person: 2} for person in range(1, 2001)])
    winner = [step[0].mu for step in steps]
    assert winner == sorted(winner)
    assert winner[-1] - winner[-2] < winner[1] - winner[0]
    assert shown_points(steps[-1][0]) < 3_500


@st.composite
def seasons(draw: st.DrawFn) -> list[dict[str, int]]:
    matches = draw(st.lists(st.lists(st.sampled_from("ABCDEFGH"), min_size=2, max_size=6, unique=True), max_size=30))
    return [dict(zip(people, _placings([draw(st.integers(0, 4)) for _ in people]), strict=True)) for people in matches]


@settings(max_examples=50)
@given(seasons())
def test_a_rebuilt_history_equals_the_one_that_was_stored_match_by_match(season: list[dict[str, int]]) -> None:
    stored: dict[str, str] = {}
    columns: dict[str, tuple[bytes, bytes, int]] = {}
    for placings in season:
        people = list(placings)
        before = [_from_columns(columns[one]) if one in columns else START_RATING for one in people]
        assert before == [Rating(*json.loads(stored[one])) if one in stored else START_RATING for one in people]
        for one, new in zip(people, ratings_after(before, list(placings.values())), strict=True):
            columns[one] = (struct.pack("<d", new.mu), struct.pack("<d", new.sigma), new.matches)
            stored[one] = f"[{new.mu:.6f}, {new.sigma:.6f}, {new.matches}]"
    rebuilt = _history(season)
    last = {one: rating for step in rebuilt for one, rating in step.items()}
    assert last == {one: _from_columns(column) for one, column in columns.items()}


def _from_columns(columns: tuple[bytes, bytes, int]) -> Rating:
    mu, sigma, matches = columns
    return Rating(struct.unpack("<d", mu)[0], struct.unpack("<d", sigma)[0], matches)


def test_the_winners_of_a_shared_first_place_gain_and_the_third_loses() -> None:
    one, other, third = ratings_after([START_RATING] * 3, [1, 1, 3])
    assert one == other
    assert one.mu > START_RATING.mu > third.mu
    assert (one.matches, third.matches) == (1, 1)


def test_a_new_player_has_1500_points_and_a_win_between_new_players_is_worth_about_16() -> None:
    assert shown_points(START_RATING) == SHOWN_AT_START == 1500
    winner, loser = ratings_after([START_RATING, START_RATING], [1, 2])
    assert 12 <= shown_points(winner) - 1500 == 1500 - shown_points(loser) <= 20


def test_a_certain_rating_with_200_points_more_wins_three_of_four_matches() -> None:
    strong, weak = Rating(25 + 200 / POINTS_PER_MU, 0.001, 999), Rating(25, 0.001, 999)
    assert shown_points(strong) - shown_points(weak) == 200
    assert win_probability(strong, weak) == pytest.approx(0.76, abs=0.01)
    assert win_probability(strong, weak) + win_probability(weak, strong) == pytest.approx(1)


def test_a_rating_is_provisional_below_ten_matches_and_then_named_by_its_error() -> None:
    assert [certainty(Rating(25, 1, matches)) for matches in (0, 9, 10)] == [
        Certainty.PROVISIONAL,
        Certainty.PROVISIONAL,
        Certainty.FIRM,
    ]
    assert [certainty(Rating(25, points / POINTS_PER_MU, 50)) for points in (70, 56, 55, 41, 40, 20)] == [
        Certainty.ROUGH,
        Certainty.ROUGH,
        Certainty.FAIR,
        Certainty.FAIR,
        Certainty.FIRM,
        Certainty.FIRM,
    ]


def test_a_rating_becomes_more_certain_with_every_match() -> None:
    words = [
        certainty(step[0])
        for step in _history([{0: 1 + match % 2, 1: 1 + (match + 1) % 2, 2: 3 - match % 3} for match in range(200)])
    ]
    assert list(dict.fromkeys(words)) == list(Certainty)


def test_the_shown_error_starts_at_about_80_points_and_shrinks() -> None:
    assert 75 <= shown_error(START_RATING) <= 90
    assert shown_error(ratings_after([START_RATING, START_RATING], [1, 2])[0]) < shown_error(START_RATING)


def test_matches_of_one_or_of_seven_are_not_rated() -> None:
    for number in (0, 1, 7):
        with pytest.raises(ValueError, match="ratings"):
            ratings_after([START_RATING] * number, [1] * number)
    with pytest.raises(ValueError, match="placings"):
        ratings_after([START_RATING, START_RATING], [1])


def test_a_larger_beta_trusts_a_match_less() -> None:
    gains = [ratings_after([START_RATING, START_RATING], [1, 2], beta=beta)[0].mu for beta in (BETA / 2, BETA, 2 * BETA)]
    assert gains == sorted(gains, reverse=True)


ENOUGH = PROVISIONAL_BELOW


def test_provisional_people_come_last_without_a_position() -> None:
    ratings = {1: Rating(30, 2, ENOUGH), 2: Rating(40, 8, ENOUGH - 1), 3: Rating(35, 2, ENOUGH), 4: Rating(20, 8, 1)}
    assert [(row.position, row.person) for row in build_ladder(ratings)] == [(1, 3), (2, 1), (None, 2), (None, 4)]


def test_equal_shown_ratings_share_a_position_and_the_surer_one_is_named_first() -> None:
    ratings = {1: Rating(30, 3, 20), 2: Rating(30.001, 2, 20), 3: Rating(28, 2, 20), 4: Rating(30, 2, 20)}
    assert [(row.position, row.person) for row in build_ladder(ratings)] == [(1, 2), (1, 4), (1, 1), (4, 3)]


def test_people_whose_rated_matches_were_voided_are_left_out() -> None:
    assert build_ladder({1: Rating()}) == []


@given(st.dictionaries(st.integers(1, 60), st.builds(Rating, st.floats(0, 50), st.floats(0.5, 8), st.integers(0, 30))))
def test_a_ladder_has_everyone_once_in_descending_order(ratings: dict[int, Rating]) -> None:
    rows = build_ladder(ratings)
    assert sorted(row.person for row in rows) == sorted(person for person, rating in ratings.items() if rating.matches)
    placed = [row for row in rows if row.position is not None]
    assert rows[: len(placed)] == placed
    points = [shown_points(row.rating) for row in placed]
    assert points == sorted(points, reverse=True)
    assert [row.position for row in placed] == [1 + sum(other > one for other in points) for one in points]


def test_the_most_rated_deck_is_the_default() -> None:
    ratings = {("french52", 1): Rating(25, 8, 3), ("cuccu40", 1): Rating(25, 8, 2), ("cuccu40", 2): Rating(25, 8, 2)}
    assert most_rated_deck(ratings) == "cuccu40"
    assert most_rated_deck({}) == ""
