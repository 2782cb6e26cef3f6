"""Patterns find the same melds as the rules, and count what is missing as a slow count does."""

import random
from collections import Counter
from itertools import combinations
from math import isclose, prod

import pytest

from bot.players.sight import completes_meld, likelihood, patterns_of
from bot.rummy.arrangement import melds_in
from bot.rummy.cards import JOKER, Card, face, is_joker
from bot.rummy.variant import Variant
from tests.rummy.gauntlet import random_variant


@pytest.mark.parametrize("number", range(60))
def test_a_face_completes_a_meld_exactly_if_the_rules_find_one(number: int) -> None:
    dice = random.Random(number)
    variant = random_variant(dice)
    deck = variant.deck_for(variant.players[0])
    found = set()
    for _ in range(40):
        card, *held = dice.sample(deck, dice.randint(3, 6))
        if not is_joker(card):
            expected = any(card in meld.cards for meld in melds_in((card, *held), variant, first=card))
            assert _completes(card, held, variant) == expected, f"{card} with {held}"
            found.add(expected)
    assert False in found


def _completes(card: Card, held: list[Card], variant: Variant) -> bool:
    rules, faces = variant.meld_rules, Counter(map(face, held))
    jokers = faces.pop(JOKER, 0) if rules.wild else 0
    return completes_meld(patterns_of(rules), face(card), faces, jokers, rules)


@pytest.mark.parametrize("needed", range(5))
def test_the_likelihood_is_the_sum_over_all_choices(needed: int) -> None:
    chances = [0.1, 0.5, 0.25, 1.0, 0.0]
    assert isclose(likelihood(chances, needed), sum(prod(chosen) for chosen in combinations(chances, needed)))
