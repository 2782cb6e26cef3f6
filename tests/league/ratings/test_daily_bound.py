"""How far the matches of one day against the same person can move a rating, as docs/COUNTING.md states it."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.ratings import POINTS_PER_MU, START_MU, START_RATING, START_SIGMA, Rating, ratings_after
from tests.conftest import ROOT
from tests.league.folds import fold_of
from tests.league.standings.slow_standings import with_limits
from tests.league.written_matches import ANN, CHANNEL, HOUR, MONDAY, SERVER, played

CUP = League(server=1, name="Cup")
LIMIT, LIMIT_WITH_LARGER_TABLES = CUP.rematches, max(CUP.rematches, CUP.larger_rematches)
OTHERS = st.builds(Rating, st.floats(-100, 150), st.floats(0.5, START_SIGMA), st.integers(0, 500))
FAR_ABOVE = Rating(START_MU + 2000 / POINTS_PER_MU, 0.5, 500)


def _settled(error: int) -> Rating:
    """Return a rating with this error, in points."""
    return Rating(START_MU, error / POINTS_PER_MU, 100)


def _moved(rating: Rating, other: Rating, *, wins: bool, matches: int = LIMIT) -> float:
    """Return by how many points the rating changes if the person wins or loses all matches of a day against the other."""
    now, them = rating, other
    for _ in range(matches):
        now, them = ratings_after([now, them], [1, 2] if wins else [2, 1])
    return abs(now.mu - rating.mu) * POINTS_PER_MU


@pytest.mark.parametrize(("rating", "most"), [(START_RATING, 175), (_settled(55), 88), (_settled(40), 47)])
@given(other=OTHERS, wins=st.booleans())
@example(other=FAR_ABOVE, wins=True)
def test_the_matches_of_a_day_against_one_person_move_a_rating_by_at_most_the_stated_points(
    rating: Rating, most: int, other: Rating, wins: bool
) -> None:
    assert _moved(rating, other, wins=wins) <= most


@pytest.mark.parametrize(
    ("rating", "points"), [(START_RATING, 68), (_settled(55), 33), (_settled(40), 18)], ids=["new", "fair", "firm"]
)
def test_a_new_account_that_loses_everything_raises_a_rating_by_the_stated_points(rating: Rating, points: int) -> None:
    assert round(_moved(rating, START_RATING, wins=True)) == points


@pytest.mark.parametrize(("rating", "most"), [(START_RATING, 420), (_settled(55), 200), (_settled(40), 108)])
@given(other=OTHERS, wins=st.booleans())
@example(other=FAR_ABOVE, wins=True)
def test_the_results_of_a_day_against_one_person_at_tables_of_any_size_move_a_rating_by_at_most_the_stated_points(
    rating: Rating, most: int, other: Rating, wins: bool
) -> None:
    """At a larger table, a rating becomes at least as certain as at a table of two, so a later result is worth no more."""
    assert _moved(rating, other, wins=wins, matches=LIMIT_WITH_LARGER_TABLES) <= most


@given(
    rating=st.builds(Rating, st.just(START_MU), st.floats(0.5, START_SIGMA), st.just(100)),
    others=st.lists(OTHERS, min_size=2, max_size=5),
)
def test_a_rating_becomes_no_less_certain_at_a_larger_table(rating: Rating, others: list[Rating]) -> None:
    at_two, larger = (ratings_after([rating, *them], [*range(1, len(them) + 2)]) for them in (others[:1], others))
    assert larger[0].sigma <= at_two[0].sigma


@pytest.mark.parametrize("other", [{"channel": CHANNEL + 1}, {"zone": "Pacific/Kiritimati"}])
def test_each_rated_league_adds_its_own_limit_to_the_matches_of_a_day(other: dict[str, int | str]) -> None:
    here = League(server=SERVER, name="Here", rated=True, channel=CHANNEL)
    early = [played("Ann 1 · Ben 2", number, ended=MONDAY + 9 * HOUR) for number in range(1, 9)]
    late = [
        replace(one, number=one.number + 10, ended=MONDAY + 11 * HOUR, channel=other.get("channel", CHANNEL)) for one in early
    ]
    assert _rated_of_ann([here], early + late) == LIMIT
    assert _rated_of_ann([here, replace(here, **other)], early + late) == 2 * LIMIT


@pytest.mark.parametrize("limits", [(5, 12), (3, 2)])
@given(sizes=st.lists(st.booleans(), min_size=30, max_size=30))
def test_in_a_rated_league_two_people_have_at_most_as_many_matches_a_day_as_the_larger_limit_says(
    limits: tuple[int, int], sizes: list[bool]
) -> None:
    league = replace(CUP, server=SERVER, rated=True, rematches=limits[0], larger_rematches=limits[1])
    said = ("Ann 1 · Ben 2", "Ann 1 · Ben 2 · Cem 3")
    history = [played(said[larger], number, ended=MONDAY + number) for number, larger in enumerate(sizes, start=1)]
    assert _rated_of_ann([league], history) <= max(limits)


def _rated_of_ann(leagues: list[League], history: list[MatchResult]) -> int:
    """Return how many matches of Ann are rated; each starts when it ends."""
    return fold_of(with_limits(history, leagues), leagues=leagues).ratings()["french52", ANN].matches


def test_the_guide_states_these_bounds() -> None:
    guide = " ".join((ROOT / "docs/COUNTING.md").read_text("utf-8").split())
    assert "by at most 420 points (a new rating), 200 (± 55) or 108 (± 40)" in guide
    assert "Every rated league has limits of its own" in guide
    for row in ("| a new one | 68 | 175 |", "| fairly reliable (± 55) | 33 | 88 |", "| reliable (± 40) | 18 | 47 |"):
        assert row in guide
