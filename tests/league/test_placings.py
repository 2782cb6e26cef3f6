"""The places of the people of a match, and what they are worth."""

import pytest
from msgspec.structs import replace

from bot.league.match_facts import is_between_people, league_placings
from bot.league.scheme import PARTS_PER_POINT, ByCards, ByPlacing, ByWins, Scheme, scheme_points
from tests.league.written_matches import played
from tests.rummy.presets import variant

_PLACES = ByPlacing({2: (3, 0), 3: (4, 2, 0), 4: (5, 3, 1, 0)})


@pytest.mark.parametrize(
    ("said", "places"),
    [
        ("Ann 1 · Ben 2 · Cem 3", [1, 2, 3]),
        ("Ann 2 · Ben 1 · Cem 2 · Dee 4", [2, 1, 2, 4]),
        ("Ann 1 · Ben 2 · Cem 3 left · Dee 4 left", [1, 2, 4, 4]),
        ("Ann 1 left · Ben 2 · Cem 3", [3, 1, 2]),  # a computer replaced her and won
        ("Ann 2 · Ben 1 computer · Cem 3", [1, 2]),
        ("Ann 1 computer · Ben 1 · Cem 3 left", [1, 2]),
        ("Ann 1 removed · Ben 2 · Cem 3", [1, 2]),
        ("Ann 1 removed · Ben 2 left · Cem 3 left", [2, 2]),
    ],
)
def test_places_count_only_people_and_leavers_share_the_lowest(said: str, places: list[int]) -> None:
    assert [one.place for one in league_placings(played(said))] == places


@pytest.mark.parametrize(
    ("said", "scheme", "worth"),
    [
        ("Ann 1 · Ben 2 · Cem 3 · Dee 4", _PLACES, [5, 3, 1, 0]),
        ("Ann 1 · Ben 1 · Cem 3 · Dee 4", _PLACES, [4, 4, 1, 0]),
        ("Ann 1 · Ben 1 · Cem 1 · Dee 1", _PLACES, [2.25] * 4),
        ("Ann 1 · Ben 2 · Cem 2 · Dee 2", _PLACES, [5, 80 / 60, 80 / 60, 80 / 60]),
        ("Ann 1 · Ben 2 · Cem 3 left · Dee 4 left", _PLACES, [5, 3, 0, 0]),
        ("Ann 1 · Ben 2 left", ByPlacing({2: (3, 1)}), [3, 1]),
        ("Ann 1 · Ben 1 · Cem 3", ByWins(), [1, 1, 0]),
        ("Ann 1 104 · Ben 2 40 · Cem 3 0", ByCards(), [104, 40, 0]),
        ("Ann 1 104 · Ben 2 40 · Cem 3 90 left", ByCards(), [104, 40, 40]),
        ("Ann 1 12 · Ben 2 -4 · Cem 3 -8", ByCards(), [12, -4, -8]),
    ],
)
def test_a_match_is_worth_what_the_scheme_says(said: str, scheme: Scheme, worth: list[float]) -> None:
    assert scheme_points(scheme, league_placings(played(said))) == [round(PARTS_PER_POINT * one) for one in worth]


@pytest.mark.parametrize(
    ("said", "worth"),
    [
        ("Ann 1 20 · Ben 2 55 · Cem 3 101", [81, 46, 0]),
        ("Ann 1 20 · Ben 2 55 · Cem 3 5 left", [35, 0, 0]),
        ("Ann 1 -10 · Ben 2 30", [40, 0]),
        ("Ann 1 20 · Ben 2 55 · Cem 3 101 computer", [35, 0]),
    ],
)
def test_card_points_of_penalties_are_the_difference_to_the_highest(said: str, worth: list[int]) -> None:
    assert [one.cards for one in league_placings(played(said, rules=variant("cuccu")))] == worth


def test_a_match_is_between_people_if_it_has_two_and_is_not_voided() -> None:
    assert is_between_people(played("Ann 1 · Ben 2"))
    assert not is_between_people(played("Ann 1 · Ben 2 computer"))
    assert not is_between_people(played("Ann 1 · Ben 2 removed"))
    assert not is_between_people(replace(played("Ann 1 · Ben 2"), voided=True))
