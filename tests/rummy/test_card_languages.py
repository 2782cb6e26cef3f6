"""Cards typed in English and in the person's language: every card, whole hands, and letters that mean one thing in each."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.messages.card_text import card_text
from bot.rummy.cards import FRENCH52, RANKS, Card, deck_of, face
from bot.rummy.typed_cards import read_cards, readings_of
from tests.cpu_time import at_most

NUMBERS = [str(number) for number in range(2, 11)]
LETTERS = {
    "en-GB": (("A", *NUMBERS, "J", "Q", "K"), ("C", "D", "H", "S")),
    "it": (("A", *NUMBERS, "F", "D", "R"), ("F", "Q", "C", "P")),
    "fr": (("A", *NUMBERS, "V", "D", "R"), ("T", "K", "C", "P")),
    "de": (("A", *NUMBERS, "B", "D", "K"), ("KR", "KA", "H", "P")),
    "es-419": (("A", *NUMBERS, "J", "D", "R"), ("T", "D", "C", "P")),
}
"""By locale: the letters of the ranks, and those of clubs, diamonds, hearts, spades."""
SHOWN = ("A", *NUMBERS, "J", "Q", "K")
"""The ranks that cards show in every language."""
WORDS = {
    "en-GB": ("ace two three four five six seven eight nine ten jack queen king", "clubs diamonds hearts spades", " of "),
    "it": ("asso due tre quattro cinque sei sette otto nove dieci fante donna re", "fiori quadri cuori picche", " di "),
    "fr": ("as deux trois quatre cinq six sept huit neuf dix valet dame roi", "trèfle carreau cœur pique", " de "),
    "de": ("Ass Zwei Drei Vier Fünf Sechs Sieben Acht Neun Zehn Bube Dame König", "Kreuz Karo Herz Pik", "-"),
    "es-419": (
        "as dos tres cuatro cinco seis siete ocho nueve diez jota reina rey",
        "tréboles diamantes corazones picas",
        " de ",
    ),
}


def meant(typed: str, locale: str, *hand: str) -> list[str]:
    """Return the cards of each reading of a text."""
    return [" ".join(read_cards(one)) for one in readings_of(typed, "french52", locale, tuple(map(Card, hand)))]


def spelled(locale: str, card: Card) -> Iterator[str]:
    """Yield the card in words, as people who use this locale say and write it."""
    (ranks, suits, of), place = WORDS[locale], "CDHS".index(card[-1])
    rank, suit = ranks.split()[RANKS.index(card[:-1])], suits.split()[place]
    yield from (f"{rank}{of}{suit}", f"{rank} {suit}", f"{suit} {rank}", f"{card[:-1]} {suit}", f"{rank} {'♣♦♥♠'[place]}")
    if locale == "de":
        yield from (f"{suit}-{rank}", f"{suit}{rank}")


@pytest.mark.parametrize("locale", LETTERS)
def test_every_card_is_read_in_letters_and_in_words(locale: str) -> None:
    ranks, suits = LETTERS[locale]
    for card in FRENCH52:
        rank, suit = ranks[RANKS.index(card[:-1])], suits["CDHS".index(card[-1])]
        for typed in (f"{rank}{suit}", f"{suit}{rank}", f"{rank} {suit}", *spelled(locale, card)):
            for text in (typed, typed.lower(), typed.upper(), typed.title()):
                assert meant(text, locale, card) == [card], text


@pytest.mark.parametrize("locale", LETTERS)
def test_a_whole_hand_is_read_in_letters_and_in_words(locale: str) -> None:
    dice, (ranks, suits) = random.Random(locale), LETTERS[locale]
    for _ in range(200):
        hand = dice.sample(deck_of("french52", 2, 0), 13)
        letters = [ranks[RANKS.index(face(one)[:-1])] + suits["CDHS".index(face(one)[-1])] for one in hand]
        words = [dice.choice(list(spelled(locale, Card(face(one))))) for one in hand]
        expected = " ".join(map(face, hand))
        for typed in (", ".join(words), " ".join(letters), ", ".join(letters).lower(), "".join(letters)):
            assert expected in meant(typed, locale, *hand), typed


@pytest.mark.parametrize(
    ("locale", "typed", "card"),
    [
        ("it", "regina di picche", "QS"),
        ("it", "L’asso di cuori", "AH"),
        ("it", "D♥", "QH"),
        ("it", "K♥", "KH"),
        ("it", "KQ", "KD"),
        ("it", "7 h", "7H"),
        ("it", "fante f", "JC"),
        ("it", "jolly=5 cuori", "JK=5H"),
        ("it", "la matta", "JK"),
        ("fr", "coeur 7", "7H"),
        ("fr", "l'as de TREFLE", "AC"),
        ("fr", "10 de carreaux", "10D"),
        ("de", "Pikdame", "QS"),
        ("de", "koenig karo", "KD"),
        ("de", "KONIG KREUZ", "KC"),
        ("de", "fuenf herz", "5H"),
        ("de", "Herz As", "AH"),
        ("de", "Pik D", "QS"),
        ("es", "dama de corazón", "QH"),
        ("es-ES", "trebol 7", "7C"),
        ("es-419", "comodín", "JK"),
    ],
)
def test_a_card_may_be_called_otherwise(locale: str, typed: str, card: str) -> None:
    assert meant(typed, locale, *FRENCH52, "JK1") == [card]


@pytest.mark.parametrize(
    ("locale", "typed", "cards"),
    [
        ("it", "7C", ["7C", "7H"]),
        ("it", "KC", ["KC", "KH"]),
        ("it", "QF", ["JD", "QC"]),
        ("it", "DQ", ["QD"]),
        ("it", "7♣", ["7C"]),
        ("fr", "KD", ["KD", "QD"]),
        ("fr", "TD", ["10D", "QC"]),
        ("es", "TD", ["10D", "QC"]),
        ("es", "AC", ["AC", "AH"]),
        ("de", "KH", ["KH"]),
        ("it", "7C 8C 9C as run | jk=5C 6C 4C", ["7C 8C 9C JK=5C 6C 4C", "7H 8H 9H JK=5H 6H 4H"]),
        ("it", "7C, 7♥", ["7C 7H"]),  # as there is only one 7♥
    ],
)
def test_a_text_that_means_two_things_has_both_readings(locale: str, typed: str, cards: list[str]) -> None:
    readings = readings_of(typed, "french52", locale, (*FRENCH52, Card("JK1")))
    assert [" ".join(chain.from_iterable(map(read_cards, one.replace("as run", "").split("|")))) for one in readings] == cards


@pytest.mark.parametrize("locale", LETTERS)
def test_a_card_as_it_is_shown_means_one_thing_in_every_language(locale: str) -> None:
    for card in (*FRENCH52, Card("JK1"), *(Card(f"JK1={one}") for one in FRENCH52)):
        assert meant(card_text(card), locale, *FRENCH52, "JK1") == [card.replace("JK1", "JK")]


def test_only_readings_in_the_hand_are_meant() -> None:
    assert meant("7C", "it", "7C", "8H") == ["7C"]
    assert meant("7C", "it", "7H", "8H") == ["7H"]
    assert meant("7C 8C", "it", "7H'", "8H", "7C") == ["7H 8H"]
    assert meant("7C 7C", "it", "7H", "7H'", "7C") == ["7H 7H"]


def test_without_a_possible_reading_the_english_one_is_refused() -> None:
    assert meant("7C", "it", "2S") == ["7C"]
    assert meant("7F", "it", "2S") == ["7C"], "which can be read in Italian alone"
    assert readings_of("7x", "french52", "it", ()) == ("7x",)
    assert readings_of("", "french52", "it", ()) == ("",)


def test_languages_are_mixed_only_if_each_card_can_be_read_in_one_of_them() -> None:
    assert meant("7h, donna di picche; 9s", "it", "7H", "QS", "9S") == ["7H QS 9S"]
    assert readings_of("7h 9p as set | Dp", "french52", "it", FRENCH52) == ("7H 9S as set | QS",)
    assert readings_of("7h 8C", "french52", "it", (Card("7H"), Card("8H"))) == ("7h 8C",), "8♣ is meant, and isn't there"
    assert readings_of("8C 7h DP", "french52", "it", FRENCH52) == ("8C 7h DP",), "8C is 8♣ or 8♥"


@pytest.mark.parametrize(
    ("locale", "typed", "cards"),
    [
        ("it", "DİECİ Dİ CUORİ", ["10H"]),
        ("it", "dıecı dı cuorı", ["10H"]),
        ("tr", "kıng of hearts", ["KH"]),
        ("tr", "SİX of hearts", []),
        ("de", "Ko\u0308nig Herz", ["KH"]),
        ("de", "a\N{LATIN SMALL LETTER SHARP S} herz", ["AH"]),
        ("de", "stra\N{LATIN SMALL LETTER SHARP S}e", []),
        ("fr", "TRE\u0300FLE 7", ["7C"]),
    ],
)
def test_letters_whose_cases_are_odd_are_compared_without_case(locale: str, typed: str, cards: list[str]) -> None:
    """`ı` has the upper case `I`, `İ` in lower case is two characters, and `ß` in upper case two letters."""
    readings = readings_of(typed, "french52", locale, FRENCH52)
    assert [" ".join(read_cards(one)) for one in readings] == cards if cards else readings == (typed,)


@given(
    st.text("0123456789AFDRVBJQKTCHPSkaeuoöœßıİſ♣♥🃏 ,;'’|=·\u0308\ufe0f", max_size=12), st.sampled_from((*LETTERS, "tr", None))
)
def test_any_text_has_readings_that_are_read_or_is_kept(typed: str, locale: str | None) -> None:
    readings = readings_of(typed, "french52", locale, FRENCH52)
    for reading in readings:
        if readings != (typed,):
            assert set(map(face, chain.from_iterable(map(read_cards, reading.split("|"))))) <= {*FRENCH52, "JK"}


def test_the_cuccu_deck_is_read_as_ever() -> None:
    assert readings_of("salta 7 as run", "cuccu40", "it", ()) == ("salta 7 as run",)


@pytest.mark.parametrize("locale", ["it", "fr", "es-419"])
def test_no_card_is_played_that_could_have_been_meant_otherwise(locale: str) -> None:
    """A text means what it spells in the letters of one language, as far as the cards are in the hand.

    In the person's language, ranks are also the letters that cards show; Q or K is a rank in all of the text, or a suit.
    """
    dice, asked, (ranks, suits) = random.Random(locale), 0, LETTERS[locale]
    ways = [
        _spellings([(*SHOWN[:9], "T", *SHOWN[10:]), SHOWN], LETTERS["en-GB"][1]),
        _spellings([ranks, ["" if one in suits else one for one in SHOWN]], suits),
        _spellings([ranks, SHOWN], ["" if one in "JQK" else one for one in suits]),
    ]
    clashing = [text for text in sorted(set().union(*ways)) if len({way[text] for way in ways if text in way}) > 1]
    for _ in range(600):
        possible: set[tuple[str, ...]] = set()
        while not possible:
            hand = dice.sample(deck_of("french52", 2, 0), dice.randrange(10, 14))
            held = Counter(map(face, hand))
            texts = dice.choices(clashing, k=dice.choice((1, 1, 1, 2, 3)))
            spelled_cards = [tuple(way[text] for text in texts) for way in ways if all(text in way for text in texts)]
            possible = {cards for cards in spelled_cards if Counter(cards) <= held}
        readings = readings_of(" ".join(texts), "french52", locale, hand)
        assert {tuple(map(face, read_cards(one))) for one in readings} == possible, (texts, hand)
        assert len(readings) == len(possible)
        asked += len(possible) > 1
    assert asked > 50


def _spellings(ranks: Iterable[Sequence[str]], suits: Sequence[str]) -> dict[str, str]:
    """Return the cards by their letters, in both orders; an empty letter isn't one."""
    found: dict[str, str] = {}
    for row in ranks:
        for (rank, letter), (suit, sign) in product(zip(RANKS, row, strict=True), zip("CDHS", suits, strict=True)):
            for text in (f"{letter}{sign}", f"{sign}{letter}") if letter and sign else ():
                assert found.setdefault(text, rank + suit) == rank + suit, text
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("part", ["7C ", "di ", "as ", "7C|", "donna ", "7h", "é", "İ", "F", "KA", "7F 7h "])
def test_a_long_text_is_read_in_every_language_in_linear_time(part: str) -> None:
    for locale in LETTERS:
        for length in (900, 6000):
            with at_most(0.15):
                readings_of(part * (length // len(part)), "french52", locale, FRENCH52)
