"""The corrections of organisers, and the history after them."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace

from bot.league.corrections import (
    AlreadyVoided,
    Change,
    Correction,
    CorrectionFault,
    NotInThatMatch,
    NotRemoved,
    NotVoided,
    PutBack,
    Reinstate,
    Remove,
    SamePerson,
    SwapPeople,
    Void,
    apply_change,
    apply_corrections,
    check_change,
)
from bot.league.match_facts import MatchResult
from bot.league.standings import Total
from tests.league.folds import fold_of
from tests.league.leagues import LEAGUES
from tests.league.random_season import corrections_of, season_of
from tests.league.standings.slow_standings import with_limits
from tests.league.written_matches import ANN, BEN, CEM, DEE, played

THREE = played("Ann 1 104 · Ben 2 40 · Cem 3 0 left")
VOIDED = replace(THREE, voided=True)
WITHOUT_BEN = played("Ann 1 104 · Ben 2 40 removed · Cem 3 0 left")
HISTORY = with_limits(season_of(11, matches=40, people=8), LEAGUES)


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        (THREE, Void(), VOIDED),
        (VOIDED, Reinstate(), THREE),
        (THREE, SwapPeople(ANN, CEM), played("Cem 1 104 · Ben 2 40 · Ann 3 0 left")),
        (THREE, Remove(BEN), WITHOUT_BEN),
        (WITHOUT_BEN, PutBack(BEN), THREE),
        (VOIDED, SwapPeople(ANN, BEN), replace(played("Ben 1 104 · Ann 2 40 · Cem 3 0 left"), voided=True)),
    ],
)
def test_a_change_corrects_the_match(before: MatchResult, change: Change, after: MatchResult) -> None:
    assert check_change(before, change) is None
    assert apply_change(before, change) == after


@pytest.mark.parametrize(
    ("before", "change", "fault"),
    [
        (VOIDED, Void(), AlreadyVoided()),
        (THREE, Reinstate(), NotVoided()),
        (THREE, SwapPeople(ANN, DEE), NotInThatMatch(DEE)),
        (THREE, SwapPeople(ANN, ANN), SamePerson()),
        (WITHOUT_BEN, SwapPeople(BEN, ANN), NotInThatMatch(BEN)),
        (WITHOUT_BEN, Remove(BEN), NotInThatMatch(BEN)),
        (played("Ann 1 · Ben 2 computer"), Remove(BEN), NotInThatMatch(BEN)),
        (THREE, PutBack(BEN), NotRemoved(BEN)),
        (THREE, PutBack(DEE), NotRemoved(DEE)),
    ],
)
def test_an_impossible_change_is_refused_and_changes_nothing(
    before: MatchResult, change: Change, fault: CorrectionFault
) -> None:
    assert check_change(before, change) == fault
    assert apply_change(before, change) == before


def _of(history: Sequence[MatchResult], match: int, *changes: Change) -> list[MatchResult]:
    return apply_corrections(history, [Correction(match, change, CEM, 0, "so it was") for change in changes])


def _everything(history: Sequence[MatchResult]) -> list[Mapping[int, Total]]:
    ledger = fold_of(history, leagues=LEAGUES)
    return [ledger.totals(term) for term in ledger.terms]


_matches = st.sampled_from(HISTORY)


@given(_matches)
def test_a_voided_match_counts_as_if_it_had_not_been_played(match: MatchResult) -> None:
    assert _everything(_of(HISTORY, match.number, Void())) == _everything([other for other in HISTORY if other != match])


@given(_matches, st.data())
def test_a_removed_person_counts_as_if_they_had_not_played(match: MatchResult, data: st.DataObject) -> None:
    person = data.draw(st.sampled_from(match.people())).person
    without = replace(match, seats=tuple(seat for seat in match.seats if seat.person != person))
    expected = [without if other == match else other for other in HISTORY]
    assert _everything(_of(HISTORY, match.number, Remove(person))) == _everything(expected)


@given(_matches, st.data())
def test_every_change_can_be_undone(match: MatchResult, data: st.DataObject) -> None:
    person, other = (data.draw(st.sampled_from(match.people())).person for _ in range(2))
    for changes in (
        (Void(), Reinstate()),
        (Remove(person), PutBack(person)),
        (SwapPeople(person, other), SwapPeople(person, other)),
    ):
        assert _of(HISTORY, match.number, *changes) == HISTORY


@given(st.integers(min_value=0, max_value=1000))
def test_a_correction_changes_only_its_own_match(seed: int) -> None:
    corrections = corrections_of(seed, HISTORY, 6)
    touched = {correction.match for correction in corrections}
    for before, after in zip(HISTORY, apply_corrections(HISTORY, corrections), strict=True):
        assert before.number == after.number
        assert before == after or before.number in touched
        assert (before.deals, before.ended, before.variant) == (after.deals, after.ended, after.variant)


def test_corrections_apply_in_the_order_in_which_they_were_made() -> None:
    [after] = _of([THREE], THREE.number, SwapPeople(ANN, BEN), Remove(ANN), SwapPeople(BEN, CEM), Void())
    assert after == replace(played("Cem 1 104 · Ann 2 40 removed · Ben 3 0 left"), voided=True)


@given(st.integers(min_value=0, max_value=1000))
def test_a_correction_is_decoded_as_it_was_encoded(seed: int) -> None:
    for correction in corrections_of(seed, HISTORY, 6):
        assert json.decode(json.encode(correction), type=Correction) == correction


def test_a_stored_swap_is_decoded() -> None:
    text = b'{"match":7,"change":{"type":"Swap","first":1,"second":2},"by":3,"at":4,"why":"the seats were swapped"}'
    assert json.decode(text, type=Correction) == Correction(7, SwapPeople(1, 2), 3, 4, "the seats were swapped")
    assert json.encode(json.decode(text, type=Correction)) == text
