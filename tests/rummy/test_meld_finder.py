"""The meld finder with every kind of variant, compared with the slow solver that tries every choice of cards."""

import random
from collections import Counter

import pytest

from bot.rummy.arrangement import melds_in
from bot.rummy.cards import Card, physical_card
from bot.rummy.melds import Meld, readings
from bot.rummy.variant import Variant
from tests.rummy import slow_solver
from tests.rummy.hands import ANSWERS, hand
from tests.rummy.presets import variant

HANDS = 25
Found = tuple[str, tuple[str, ...], tuple[str, ...]]


def meld_text(kind: str, row: tuple[str, ...], cards: tuple[str, ...], v: Variant) -> Found:
    """Return a meld as text that is the same for duplicates and jokers; in a run of any suits a joker has no suit."""
    naturals = Counter(slow_solver.printed(card) for card in cards if not card.startswith("JK"))
    if kind == "run" and not v.run_suited:
        row = tuple(face if face in naturals else f"any {slow_solver.rank(face, v)}" for face in row)
    return kind, row if kind == "run" else tuple(sorted(row)), tuple(sorted(naturals.elements()))


def as_found(meld: Meld, v: Variant) -> Found:
    return meld_text(meld.kind.value, tuple(map(slow_solver.stands_as, meld.cards)), meld.cards, v)


@pytest.mark.parametrize("name", ANSWERS)
def test_every_meld_of_a_hand_is_found_once(name: str) -> None:
    dice, v = random.Random(name), ANSWERS[name]
    for number in range(HANDS):
        cards = hand(dice, v, dice.randint(1, 8), at_random=number % 5 == 0)
        found = list(melds_in(cards, v))
        expected = {
            meld_text(kind, row, chosen, v)
            for _, chosen in slow_solver.every_choice(cards)
            if len(chosen) >= 3
            for kind, row in slow_solver.rows(chosen, v)
        }
        assert Counter(as_found(meld, v) for meld in found) == Counter(expected), cards
        for meld in found:
            assert {*map(physical_card, meld.cards)} <= {*cards}
            assert meld in set(readings(meld.cards, v)), "as it is read when it is laid"


@pytest.mark.parametrize("name", ANSWERS)
def test_the_readings_of_cards_are_those_of_the_slow_solver(name: str) -> None:
    dice, v = random.Random(name), ANSWERS[name]
    for _ in range(4 * HANDS):
        cards = hand(dice, v, dice.randint(1, 6))
        read = [(meld.kind.value, tuple(map(slow_solver.stands_as, meld.cards))) for meld in readings(cards, v)]
        assert len(read) == len(set(read))
        assert {(kind, row if kind == "run" else tuple(sorted(row))) for kind, row in read} == slow_solver.rows(cards, v)


def test_a_meld_is_found_with_the_first_copies_of_its_faces() -> None:
    cards = tuple(map(Card, ("7H'", "7H", "8H'", "9H", "10S")))
    assert [str(meld) for meld in melds_in(cards, variant(packs=2))] == ["7H 8H' 9H"]


def test_jokers_stand_for_cards_that_the_hand_lacks_and_for_cards_that_it_holds() -> None:
    cards = tuple(map(Card, ("JK2", "4C", "5C", "6C")))
    assert {str(meld) for meld in melds_in(cards, ANSWERS["wrotham"])} == {
        "4C 5C 6C",
        "JK2=3C 4C 5C 6C",
        "4C 5C 6C JK2=7C",
        "JK2=4C 5C 6C",
        "5C 6C JK2=7C",
        "4C JK2=5C 6C",
        "JK2=3C 4C 5C",
        "4C 5C JK2=6C",
    }
