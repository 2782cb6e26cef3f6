"""The best arrangement of a hand, and the ways out, against the slow solver that tries every choice of cards."""

import random
from collections import Counter

import pytest

from bot.rummy.arranging import Arrangement, best_arrangement, closings
from bot.rummy.cards import Card, held, sort_cards
from bot.rummy.events import MeldKind
from bot.rummy.match import TableMeld
from bot.rummy.variant import Variant
from tests.rummy import slow
from tests.rummy.hands import ANSWERS, hand, table
from tests.rummy.presets import variant

RAMI = variant()


def check(cards: tuple[Card, ...], v: Variant, lying: tuple[TableMeld, ...], found: Arrangement) -> None:
    """That it can be laid: every meld and lay-off is one, and every card of the hand is in one place."""
    laid = [card for meld in found.melds for card in meld.cards] + [card for added, _ in found.lay_offs for card in added]
    assert Counter([*map(held, laid), *found.left]) == Counter(cards)
    assert found.left == sort_cards(found.left)
    assert found.points == slow.points_of(found.left, v)
    assert all("=" in card for card in laid if card.startswith("JK"))
    for meld in found.melds:
        row = tuple(map(slow.stands_as, meld.cards))
        assert (meld.kind.value, row if meld.kind == MeldKind.RUN else tuple(sorted(row))) in slow.rows(meld.cards, v)
    assert len({number for _, number in found.lay_offs}) == len(found.lay_offs)
    for added, number in found.lay_offs:
        assert added
        assert slow.takes(lying[number - 1], added, v)


@pytest.mark.parametrize("name", ANSWERS)
def test_the_fewest_points_are_left(name: str) -> None:
    dice, v = random.Random(name), ANSWERS[name]
    for number in range(HANDS):
        cards = hand(dice, v, dice.randint(1, 9), at_random=number % 5 == 0)
        found = best_arrangement(cards, v)
        check(cards, v, (), found)
        assert (found.points, len(found.left)) == slow.fewest_left(cards, v), (cards, found)


@pytest.mark.parametrize("name", ANSWERS)
def test_the_fewest_points_are_left_beside_a_table(name: str) -> None:
    dice, v = random.Random(name), ANSWERS[name]
    for _ in range(HANDS // 2):
        cards = hand(dice, v, dice.randint(1, 7))
        lying = table(dice, v, cards, dice.randint(1, 3))
        found = best_arrangement(cards, v, lying)
        check(cards, v, lying, found)
        assert (found.points, len(found.left)) == slow.fewest_left(cards, v, lying), (cards, list(map(str, lying)), found)
        some = dice.sample(range(1, len(lying) + 1), 1)
        only = best_arrangement(cards, v, lying, only=some)
        assert {number for _, number in only.lay_offs} <= set(some)
        assert (only.points, len(only.left)) == slow.fewest_left(cards, v, [lying[number - 1] for number in some])


@pytest.mark.parametrize("name", ANSWERS)
def test_there_is_a_way_out_for_every_card_that_can_be_kept(name: str) -> None:
    dice, v = random.Random(name), ANSWERS[name]
    for _ in range(HANDS):
        cards = hand(dice, v, dice.randint(3, 9))
        ways = closings(cards, v)
        kept = set()
        for melds in ways:
            left = Counter(cards) - Counter(held(card) for meld in melds for card in meld.cards)
            check(cards, v, (), Arrangement(melds, (), sort_cards(left), slow.points_of(left, v)))
            assert len(left) <= 1
            kept.add(slow.printed(*left) if left else None)
        assert len(ways) == len(set(ways)) <= 25
        assert kept == slow.ways_out(cards, v), cards


HANDS = 30
