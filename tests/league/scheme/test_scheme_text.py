"""A points scheme is read as people type it, or refused with all its mistakes."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.league.scheme import (
    ByCards,
    ByPlacing,
    ByWins,
    NegativePoints,
    NoSuchSize,
    NoSuchTieBreaker,
    RisingPoints,
    Scheme,
    SchemeNotUnderstood,
    SizeTwice,
    TieBreaker,
    TooManyPoints,
    WrongNumberOfPlaces,
    read_scheme,
    write_scheme,
)
from bot.wording.sentence import Refusal, Refusals, Refused


@pytest.mark.parametrize(
    ("typed", "scheme"),
    [
        ("4: 5 3 1 0", ByPlacing({4: (5, 3, 1, 0)})),
        ("2: 3 0; 3: 4 2 0;4:5 3 1 0;", ByPlacing({2: (3, 0), 3: (4, 2, 0), 4: (5, 3, 1, 0)})),
        ("2: 3, 0\n\n 3 : 4,2,0 \n", ByPlacing({2: (3, 0), 3: (4, 2, 0)})),
        ("3: 1 1 1; Ties: Card  Points, wins", ByPlacing({3: (1, 1, 1)}, (TieBreaker.CARD_POINTS, TieBreaker.WINS))),
        ("2: 3 0, 3: 4 2 0 4 = 5, 3, 1, 0", ByPlacing({2: (3, 0), 3: (4, 2, 0), 4: (5, 3, 1, 0)})),
        ("2: 3/0, 3: 4-2-0, ties: none", ByPlacing({2: (3, 0), 3: (4, 2, 0)}, ())),
        ("5 3 1 0", ByPlacing({4: (5, 3, 1, 0)})),
        ("card-points", ByCards()),
        (" Wins ", ByWins()),
        ("wins; ties: none", ByWins(())),
        ("ties: wins, wins,\ncard points", ByCards((TieBreaker.WINS,))),
    ],
)
def test_a_scheme_is_read_in_the_ways_in_which_people_type_it(typed: str, scheme: Scheme) -> None:
    assert read_scheme(typed) == scheme


def test_tie_breakers_stay_if_a_scheme_of_the_same_kind_names_none() -> None:
    before = read_scheme("2: 3 0; ties: places")
    assert read_scheme("2: 2 0", before) == ByPlacing({2: (2, 0)}, (TieBreaker.PLACES,))
    assert read_scheme("2: 2 0; ties: wins", before) == ByPlacing({2: (2, 0)}, (TieBreaker.WINS,))
    assert read_scheme("wins", before) == ByWins()


@pytest.mark.parametrize(
    ("typed", "faults"),
    [
        ("", [SchemeNotUnderstood("")]),
        ("the best wins", [SchemeNotUnderstood("the best wins")]),
        ("4: 5 3 one 0; 2: 2½ 0", [SchemeNotUnderstood("4: 5 3 one 0"), SchemeNotUnderstood("2: 2½ 0")]),
        ("wins; card points", [SchemeNotUnderstood("wins"), SchemeNotUnderstood("card points")]),
        ("3 points for the winner, 0", [SchemeNotUnderstood("3 points for the winner, 0")]),
        ("2: 3 0; 1 0", [SchemeNotUnderstood("1 0")]),
        ("7", [NoSuchSize(1, 2, 6)]),
        ("2: 3 0; 3: 4 2", [WrongNumberOfPlaces(3, (4, 2))]),
        ("4: 5 3 1 -1; 2: 1 2; 3: 1 0 0", [NegativePoints(4, -1), RisingPoints(2, 2, 1, 2)]),
        ("2: 1 0; 2: 2 0", [SizeTwice(2)]),
        ("1: 1; 7: 7 6 5 4 3 2 1", [NoSuchSize(1, 2, 6), NoSuchSize(7, 2, 6)]),
        ("2: 1001 0; 3: 1 0 0; 4: 1 0 0 0", [TooManyPoints(2, 1001, 1000)]),
        ("2: 99999999999999999999 0", [TooManyPoints(2, 99999999999999999999, 1000)]),
        ("wins; ties: luck, wins", [NoSuchTieBreaker("luck")]),
        ("wins; ties: wins; ties: places", [SchemeNotUnderstood("ties: places")]),
        ("wins; ties:", [NoSuchTieBreaker("")]),
    ],
)
def test_a_scheme_is_refused_with_all_its_mistakes(typed: str, faults: list[Refusal]) -> None:
    with pytest.raises(Refused) as refused:
        read_scheme(typed)
    assert refused.value.refusal == Refusals(tuple(faults))


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(Refused):
        scheme = read_scheme(text)
        assert read_scheme(write_scheme(scheme)) == scheme


_worth = st.integers(min_value=2, max_value=6).flatmap(
    lambda size: st.lists(st.integers(min_value=0, max_value=1000), min_size=size, max_size=size).map(
        lambda points: (size, tuple(sorted(points, reverse=True)))
    )
)
_ties = st.lists(st.sampled_from(TieBreaker), unique=True).map(tuple)
schemes = st.one_of(
    st.builds(ByPlacing, st.lists(_worth, min_size=1, max_size=5).map(dict), _ties),
    st.builds(ByWins, _ties),
    st.builds(ByCards, _ties),
)


@given(schemes)
def test_a_scheme_is_read_as_it_is_written(scheme: Scheme) -> None:
    assert read_scheme(write_scheme(scheme)) == scheme
