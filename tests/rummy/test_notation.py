"""Cards as numbers, hands as masks, and wild cards as a mask of any cards."""

import random

import pytest
from msgspec.structs import replace

from bot.rummy.arrangement import best_arrangement, melds_in
from bot.rummy.cards import Card, face
from bot.rummy.melds import readings
from bot.rummy.notation import BIT, FACES, NUMBER_OF, numbers_in
from bot.rummy.pieces import faces_in, hand_of
from bot.rummy.variant import Variant
from tests.rummy.hands import ANSWERS
from tests.rummy.presets import variant


@pytest.mark.parametrize("name", ANSWERS)
def test_each_card_of_a_deck_has_a_number_of_its_own(name: str) -> None:
    deck = ANSWERS[name].deck_for(ANSWERS[name].players[1])
    assert [*numbers_in(sum(BIT[card] for card in deck))] == sorted({BIT[card].bit_length() - 1 for card in deck})
    assert len({BIT[card] for card in deck}) == len(deck)


@pytest.mark.parametrize("name", ANSWERS)
def test_a_hand_is_looked_at_as_if_each_card_were_the_lowest_copy(name: str) -> None:
    dice, v = random.Random(name), ANSWERS[name]
    for _ in range(20):
        cards = dice.sample(v.deck_for(v.players[0]), 12)
        hand = hand_of(cards, v.meld_rules)
        naturals = sorted(NUMBER_OF[v.deck][face(card)] for card in cards if not card.startswith("JK"))
        assert faces_in(hand.held, v.deck) == naturals
        assert hand.wild == len(cards) - len(naturals)
        for number in {*naturals}:
            copies = [at for at in numbers_in(hand.held) if at % len(FACES[v.deck]) == number]
            assert copies == [number + len(FACES[v.deck]) * copy for copy in range(naturals.count(number))]


def threes_wild() -> Variant:
    """Return rami as if in this deal the threes stood for any card."""
    rules = replace(variant())
    vars(rules)["meld_rules"] = replace(rules.meld_rules, wild=sum(BIT[f"3{suit}"] for suit in "CDHS"))
    return rules


def cards_of(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def test_any_cards_may_be_wild_in_a_deal() -> None:
    rules = threes_wild()
    assert {str(meld) for meld in readings(cards_of("7C 8C 3H"), rules)} == {"3H 7C 8C", "7C 8C 3H"}
    assert {str(meld) for meld in melds_in(cards_of("QC QD 3H 5S"), rules)} == {"QC QD 3H"}
    found = best_arrangement(cards_of("QC QD 3H 5S"), rules)
    assert ([*map(str, found.melds)], found.points) == (["QC QD 3H"], 5)
