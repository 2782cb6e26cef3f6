"""Cards as people type them, of both decks, with duplicates and jokers; and which cards of the hand they mean."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rummy.cards import (
    CUCCU20,
    FIGURE_NAMES,
    FRENCH52,
    JOKER,
    NUMERALS,
    Card,
    deck_of,
    face,
    is_joker,
    meld_face,
    physical_card,
)
from bot.rummy.refusals import CardNotUnderstood, CardsMissing, IllegalMove, MoveRefusal
from bot.rummy.typed_cards import pick_from_hand, read_card, read_cards


def refusal(typed: str, deck: str = "french52") -> MoveRefusal:
    with pytest.raises(IllegalMove) as refused:
        read_cards(typed, deck)
    return refused.value.refusal


def word_not_understood(typed: str, deck: str = "french52") -> str:
    refused = refusal(typed, deck)
    assert isinstance(refused, CardNotUnderstood)
    return refused.text


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
        ("J d", "JD"),
        ("d J", "JD"),
        ("jack of diamonds", "JD"),
        ("Jack of Diamonds and the ten of diamonds", "JD 10D"),
        ("10 s", "10S"),
        ("10 ♠ J ♠", "10S JS"),
        ("7 h, 8 h, 9 h", "7H 8H 9H"),
        ("7 h'", "7H'"),
        ("s4", "4S"),
        ("s4s5s6", "4S 5S 6S"),
        ("h10 ha", "10H AH"),
        ("A♠.", "AS"),
        ("4s-5s-6s", "4S 5S 6S"),
        ("4s – 5s — 6s", "4S 5S 6S"),
        ("7♥/8♥ & 9♥", "7H 8H 9H"),
        ("**7♥** (8♥)", "7H 8H"),
        ("10spades", "10S"),
        ("ten-of-hearts", "10H"),
        ("six clubs seven clubs", "6C 7C"),
        ("king s", "KS"),
    ],
)
def test_cards_are_read_as_people_type_them(typed: str, cards: str) -> None:
    assert " ".join(read_cards(typed)) == cards


@pytest.mark.parametrize(
    "typed", ["7", "h", "7x", "14h", "0h", "7h8", "hearts", "7hx", "♥7♥", "110h", "٣h", "7h!", "kings", "sixes", "7'h"]
)
def test_a_word_that_is_no_card_is_refused_with_that_word(typed: str) -> None:
    assert word_not_understood(f"2c {typed}") == typed


@pytest.mark.parametrize(
    ("typed", "word"), [("7 8h", "7"), ("7 8", "7"), ("h d", "h"), ("7h 8 jk", "8"), ("jack of", "jack"), ("jk=8 9 h", "jk=8")]
)
def test_a_rank_or_a_suit_without_the_other_is_refused_with_that_word(typed: str, word: str) -> None:
    assert word_not_understood(typed) == word


@pytest.mark.parametrize("typed", ["", "   ", ",", " ; + ", "of - the"])
def test_a_text_without_a_card_is_refused(typed: str) -> None:
    assert refusal(typed) == CardsMissing()


def test_reading_one_card_refuses_several() -> None:
    assert read_card(" qs ") == "QS"
    with pytest.raises(IllegalMove) as refused:
        read_card("qs ks ")
    assert isinstance(refused.value.refusal, CardNotUnderstood)
    assert refused.value.refusal.text == "qs ks"


@given(st.text("0123456789htsdcajqkoervxil=ßſXH♣♦♥♠♡❤🃏 ,;'’·+\ufe0f", max_size=12))
def test_any_text_gives_cards_of_the_deck_or_a_refusal(typed: str) -> None:
    for deck in ("french52", "cuccu40"):
        assert {face(card) for card in _cards_or_none(typed, deck)} <= {face(card) for card in deck_of(deck, 1, 1)}


def _cards_or_none(typed: str, deck: str) -> tuple[Card, ...]:
    """Return the cards, or None if they are refused. Any other exception fails the test."""
    try:
        return read_cards(typed, deck)
    except IllegalMove:
        return ()


SPELLED_SUITS = {"C": "cC♣♧", "D": "dD♦♢", "H": "hH♥♡", "S": "sS♠♤"}


@given(st.data(), st.lists(st.sampled_from(FRENCH52), min_size=1, max_size=8))
def test_every_spelling_of_a_card_reads_as_that_card(data: st.DataObject, cards: list[Card]) -> None:
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


# --- duplicates -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "cards"),
    [("7h'", "7H'"), ("7h’", "7H'"), ("♥7'", "7H'"), ("7h''", "7H''"), ("7h'8h'", "7H' 8H'"), ("7h 7h'", "7H 7H'")],
)
def test_a_duplicate_is_typed_with_an_apostrophe(typed: str, cards: str) -> None:
    assert " ".join(read_cards(typed)) == cards


@pytest.mark.parametrize(
    ("typed", "hand", "cards"),
    [
        ("7H", "7H 7H'", "7H"),
        ("7H", "7H'", "7H'"),
        ("7H'", "7H 7H'", "7H'"),
        ("7H'", "7H", "7H"),
        ("7H 7H", "7H 7H'", "7H 7H'"),
        ("7H' 7H", "7H 7H'", "7H' 7H"),
        ("7H 7H 7H", "7H 7H'", "7H 7H' 7H"),
        ("8H", "7H", "8H"),
        ("VII VII", "VII VII' X", "VII VII'"),
    ],
)
def test_a_typed_card_is_a_copy_in_the_hand(typed: str, hand: str, cards: str) -> None:
    """If there are no more copies, the card stays as typed, and is refused as one that isn't held."""
    assert " ".join(pick_from_hand(_row(typed), _row(hand))) == cards


def test_a_typed_card_is_the_first_of_several_copies() -> None:
    """So the card just taken is laid first and discarded last, where its duplicate may be discarded (question 25)."""
    assert pick_from_hand(_row("7H"), _row("7H' 7H")) == ("7H'",)
    assert pick_from_hand(_row("7H"), _row("8H 7H")) == ("7H",)


# --- jokers ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("jk", "JK"),
        ("joker", "JK"),
        ("Joker", "JK"),
        ("🃏", "JK"),
        ("jk2", "JK2"),
        ("JOKER12", "JK12"),
        ("jk=8c", "JK=8C"),
        ("jk=♣8", "JK=8C"),
        ("7h jk = 8h 9h", "7H JK=8H 9H"),
        ("🃏=8♣️", "JK=8C"),
        ("joker1=10h 7h", "JK1=10H 7H"),
        ("7h 8h joker", "7H 8H JK"),
        ("jk,jk", "JK JK"),
        ("jk=7h'", "JK=7H"),
        ("joker = jack of hearts", "JK=JH"),
        ("jk1=8 c 9c", "JK1=8C 9C"),
    ],
)
def test_a_joker_is_typed_by_its_name_and_with_what_it_stands_for(typed: str, cards: str) -> None:
    assert " ".join(read_cards(typed)) == cards


@pytest.mark.parametrize("typed", ["jk=", "jk=8", "jk=8c9c", "jk=jk", "jk0", "jk1٣", "jokers", "jk'", "jk=salta"])
def test_a_word_that_is_no_joker_is_refused_with_that_word(typed: str) -> None:
    """Or with the word that it cannot stand for."""
    assert word_not_understood(f"2c {typed}") in (typed, typed.partition("=")[2])


@pytest.mark.parametrize(
    ("typed", "hand", "cards"),
    [
        ("JK", "JK2 JK3", "JK2"),
        ("JK JK", "JK2 JK3", "JK2 JK3"),
        ("JK3 JK", "JK2 JK3", "JK3 JK2"),
        ("JK=8C", "JK2", "JK2=8C"),
        ("JK1=8C", "JK2", "JK2=8C"),
        ("JK=8C JK=9C", "JK2 JK3", "JK2=8C JK3=9C"),
        ("JK=8C", "7H", "JK=8C"),
    ],
)
def test_a_typed_joker_is_a_joker_in_the_hand(typed: str, hand: str, cards: str) -> None:
    assert " ".join(pick_from_hand(_row(typed), _row(hand))) == cards


# --- the Cuccù deck --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("salta", "XIII"),
        ("Salta", "XIII"),
        ("XIII", "XIII"),
        ("13", "XIII"),
        ("locanda gnao salta bragon cucco", "XI XII XIII XIIII XV"),
        ("nulla secchia mascherone leone matto", "NULLA SECCHIA MASCHERONE LEONE MATTO"),
        ("i, ii; iii + iiii", "I II III IIII"),
        ("1 4 9 10 14 15", "I IIII VIIII X XIIII XV"),
        ("matto' 7'", "MATTO' VII'"),
        ("jk=leone", "JK=LEONE"),
        ("jk=14", "JK=XIIII"),
        ("joker2", "JK2"),
    ],
)
def test_cards_of_the_cuccu_deck_are_typed_by_name_numeral_or_number(typed: str, cards: str) -> None:
    """RULES 6."""
    assert " ".join(read_cards(typed, "cuccu40")) == cards


def test_numerals_that_subtract_are_understood() -> None:
    """RULES 8.14: the cards have IIII, VIIII and XIIII."""
    assert read_cards("IV IX XIV iv ix xiv", "cuccu40") == ("IIII", "VIIII", "XIIII") * 2


@pytest.mark.parametrize("typed", ["0", "16", "7h", "♥7", "XVI", "IIIII", "VV", "mat", "jk=7h", "VIVII"])
def test_a_word_that_is_no_cuccu_card_is_refused_with_that_word(typed: str) -> None:
    assert word_not_understood(f"II {typed}", "cuccu40") == typed.removeprefix("jk=")


@pytest.mark.parametrize("typed", ["salta", "XIII", "matto", "13"])
def test_a_cuccu_card_is_refused_in_the_french_deck(typed: str) -> None:
    assert word_not_understood(typed) == typed


@given(st.data(), st.lists(st.sampled_from(CUCCU20), min_size=1, max_size=6))
def test_every_spelling_of_a_cuccu_card_reads_as_that_card(data: st.DataObject, cards: list[Card]) -> None:
    words = []
    for card in cards:
        ways = [str(card), *([FIGURE_NAMES[card]] if card in FIGURE_NAMES else [])]
        ways += [str(NUMERALS.index(card) + 1)] if card in NUMERALS else []
        way = data.draw(st.sampled_from(ways))
        words.append(data.draw(st.sampled_from((way, way.lower(), way.upper()))))
    assert read_cards(", ".join(words), "cuccu40") == tuple(cards)


@given(st.sampled_from(("french52", "cuccu40")), st.data())
def test_a_written_card_reads_as_itself(deck: str, data: st.DataObject) -> None:
    """The written form of any hand is read, and every card means itself: no copy twice, none that is not held."""
    hand = tuple(data.draw(st.permutations(deck_of(deck, 2, 4)))[:13])
    assert pick_from_hand(read_cards(" ".join(hand), deck), hand) == hand
    blind = pick_from_hand(tuple(Card(face(card)) for card in hand), hand)
    assert sorted(blind) == sorted(hand)
    lying = tuple(Card(f"{card}={deck_of(deck, 1, 0)[0]}") if is_joker(card) else card for card in hand)
    again = pick_from_hand(read_cards(" ".join(lying), deck), hand)
    assert (again, tuple(map(physical_card, again))) == (lying, hand)
    assert all(meld_face(card) != JOKER for card in again)


def _row(cards: str) -> tuple[Card, ...]:
    return tuple(map(Card, cards.split()))
