"""The ladder: by the rating that is shown, provisional people last."""

from hypothesis import given
from hypothesis import strategies as st

from bot.league.ratings import PROVISIONAL_BELOW, Rating, build_ladder, most_rated_deck, shown_points

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
