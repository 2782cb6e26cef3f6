"""Cards: copies, faces and jokers, their written form, and the order in which a hand is shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rummy.cards import (
    CUCCU20,
    FRENCH52,
    JOKER,
    RANKS,
    SUITS,
    Card,
    deck_of,
    declare_joker,
    face,
    is_joker,
    meld_face,
    physical_card,
    sort_cards,
)


def test_the_deck_has_every_rank_of_every_suit_once() -> None:
    assert len(FRENCH52) == 52 == len(set(FRENCH52))
    assert set(FRENCH52) == {rank + suit for rank in RANKS for suit in SUITS}


@given(st.permutations(FRENCH52))
def test_a_hand_is_shown_by_suit_and_then_from_ace_to_king(cards: list[Card]) -> None:
    assert sort_cards(cards) == FRENCH52
    assert FRENCH52[:2] == ("AC", "2C")


def test_duplicates_have_the_same_face_and_are_two_cards() -> None:
    assert face(Card("7H'")) == face(Card("7H")) == "7H"
    assert Card("7H'") != Card("7H")


@pytest.mark.parametrize(
    ("deck", "packs", "jokers", "cards", "faces"),
    [("french52", 1, 0, 52, 52), ("french52", 1, 3, 55, 53), ("french52", 2, 6, 110, 53), ("cuccu40", 1, 0, 40, 20)],
)
def test_a_deck_holds_the_expected_cards_and_faces(deck: str, packs: int, jokers: int, cards: int, faces: int) -> None:
    """B:L32, B:L120, B:L140, RULES 6."""
    whole = deck_of(deck, packs, jokers)
    assert len(whole) == cards == len(set(whole))
    assert len(set(map(face, whole))) == faces
    assert sum(map(is_joker, whole)) == jokers


@given(st.sampled_from(deck_of("french52", 2, 3) + deck_of("cuccu40", 2, 0)))
def test_a_card_in_a_meld_has_its_own_face(card: Card) -> None:
    assert physical_card(card) == card
    assert meld_face(card) == face(card)
    assert is_joker(card) == (face(card) == JOKER)


@given(st.sampled_from(FRENCH52 + CUCCU20), st.integers(1, 12))
def test_a_joker_in_a_meld_has_the_face_that_it_stands_for(card: Card, number: int) -> None:
    joker = Card(f"JK{number}")
    lying = declare_joker(joker, card)
    assert lying == f"JK{number}={card}"
    assert (physical_card(lying), face(lying), meld_face(lying)) == (joker, JOKER, card)
    assert declare_joker(lying, "2C") == f"JK{number}=2C", "it may stand for another later"


def test_a_hand_of_the_cuccu_deck_is_shown_from_one_to_matto_and_jokers_last() -> None:
    """RULES 6."""
    shuffled = ("JK1", "MATTO", "XV", "NULLA", "II", "I'", "LEONE", "I", "X", "SECCHIA", "MASCHERONE")
    assert " ".join(sort_cards(map(Card, shuffled))) == "I I' II X XV NULLA SECCHIA MASCHERONE LEONE MATTO JK1"
