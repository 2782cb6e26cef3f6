"""How people type cards, and what cards are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rummy.cards import FRENCH52, RANKS, SUITS, Card, face, sort_cards
from bot.rummy.refusals import CardNotUnderstood, CardsMissing, IllegalMove
from bot.rummy.typed import read_card, read_cards


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("7h", "7H"),
        ("7H", "7H"),
        ("10♥", "10H"),
        ("10h", "10H"),
        ("th", "10H"),
        ("qs", "QS"),
        ("♠Q", "QS"),
        ("♠q", "QS"),
        ("♡10", "10H"),
        ("ac", "AC"),
        ("1c", "AC"),
        ("11d", "JD"),
        ("12d", "QD"),
        ("13d", "KD"),
        ("7h8h9h", "7H 8H 9H"),
        ("7h 8h 9h", "7H 8H 9H"),
        ("7h,8h,9h", "7H 8H 9H"),
        ("7h, 8♥ ♥9", "7H 8H 9H"),
        ("7h+8h; 9h", "7H 8H 9H"),
        ("  7h\t8h\n", "7H 8H"),
        ("7♥️ 8♥️", "7H 8H"),
        ("7♥️8♥️9♥️", "7H 8H 9H"),
        ("♥️7♥️8", "7H 8H"),
        ("7♥\ufe0e", "7H"),
        ("7❤️ 8❤️", "7H 8H"),
        ("10h10s10c", "10H 10S 10C"),
        ("1h1s", "AH AS"),
        ("♠10♠J", "10S JS"),
        ("9h 8h", "9H 8H"),
        ("7h 7h", "7H 7H"),
    ],
)
def test_cards_are_read_as_people_type_them(typed: str, cards: str) -> None:
    assert " ".join(read_cards(typed)) == cards


@pytest.mark.parametrize("typed", ["7", "h", "7x", "14h", "0h", "7h8", "hearts", "7hx", "♥7♥", "110h", "٣h", "7h!"])
def test_what_is_no_card_is_refused_with_the_word(typed: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        read_cards(f"2c {typed}")
    assert refused.value.refusal == CardNotUnderstood(typed)


@pytest.mark.parametrize("typed", ["", "   ", ",", " ; + "])
def test_no_card_at_all_is_refused(typed: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        read_cards(typed)
    assert refused.value.refusal == CardsMissing()


def test_one_card_is_one_card() -> None:
    assert read_card(" qs ") == "QS"
    with pytest.raises(IllegalMove) as refused:
        read_card("qs ks ")
    assert refused.value.refusal == CardNotUnderstood("qs ks")


@given(st.text("0123456789htsdcajqkßſXH♣♦♥♠♡❤ ,;'\ufe0f", max_size=12))
def test_whatever_is_typed_gives_cards_of_the_deck_or_a_refusal(typed: str) -> None:
    assert {face(card) for card in _cards_or_none(typed)} <= set(FRENCH52)


def _cards_or_none(typed: str) -> tuple[Card, ...]:
    """Any other exception than the typed refusal fails the test."""
    try:
        return read_cards(typed)
    except IllegalMove:
        return ()


SPELLED_SUITS = {"C": "cC♣♧", "D": "dD♦♢", "H": "hH♥♡", "S": "sS♠♤"}


@given(st.data(), st.lists(st.sampled_from(FRENCH52), min_size=1, max_size=8))
def test_however_a_card_is_spelled_it_is_that_card(data: st.DataObject, cards: list[Card]) -> None:
    words = []
    for card in cards:
        rank, suit = card[:-1], data.draw(st.sampled_from(SPELLED_SUITS[card[-1]]))
        rank = data.draw(st.sampled_from((rank, rank.lower())))
        before = suit in "♣♧♦♢♥♡♠♤" and data.draw(st.booleans())
        words.append(suit + rank if before else rank + suit)
    separator = data.draw(st.sampled_from((" ", ",", ", ", "  ")))
    assert read_cards(separator.join(words)) == tuple(cards)


@given(st.lists(st.sampled_from(FRENCH52), min_size=1, max_size=10))
def test_cards_written_without_spaces_are_read_back(cards: list[Card]) -> None:
    assert read_cards("".join(cards)) == tuple(cards)


def test_the_deck_has_every_rank_of_every_suit_once() -> None:
    assert len(FRENCH52) == 52 == len(set(FRENCH52))
    assert set(FRENCH52) == {rank + suit for rank in RANKS for suit in SUITS}


@given(st.permutations(FRENCH52))
def test_a_hand_is_shown_by_suit_and_then_from_ace_to_king(cards: list[Card]) -> None:
    assert sort_cards(cards) == FRENCH52
    assert FRENCH52[:2] == ("AC", "2C")


def test_twins_show_the_same_face_and_are_two_cards() -> None:
    assert face(Card("7H'")) == face(Card("7H")) == "7H"
    assert Card("7H'") != Card("7H")
