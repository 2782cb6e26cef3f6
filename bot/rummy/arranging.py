"""Melds of a hand that fit together: those that go out in one move."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from bot.rummy.cards import Card, Face, face
from bot.rummy.finder import melds_in, with_own_cards
from bot.rummy.melds import Meld
from bot.rummy.variant import Variant

_MOST = 25


def closings(hand: tuple[Card, ...], variant: Variant) -> list[tuple[Meld, ...]]:
    """Ways to meld all of the hand, or all but one card: each other ways to lay the same cards too, 25 at most."""
    ways = []
    for melds in islice(_closings(hand, variant), _MOST):
        own = with_own_cards(melds, hand)
        assert own is not None, f"{melds} are not in {hand}"
        ways.append(own)
    return ways


def _closings(hand: tuple[Card, ...], variant: Variant) -> Iterator[tuple[Meld, ...]]:
    melds = [(meld, Counter(map(face, meld.cards))) for meld in melds_in(hand, variant)]
    yield from (found for found in _covering(Counter(map(face, hand)), melds, 1) if found)


def _covering(left: Counter[Face], melds: list[tuple[Meld, Counter[Face]]], kept: int) -> Iterator[tuple[Meld, ...]]:
    """Every choice of the melds that leaves at most so many of these cards."""
    first = min((each for each, count in left.items() if count), default=None)
    if first is None:
        yield ()
        return
    possible = [(meld, cards) for meld, cards in melds if cards <= left]
    for meld, cards in possible:
        if cards[first]:
            yield from ((meld, *more) for more in _covering(left - cards, possible, kept))
    if kept:
        yield from _covering(left - Counter({first: 1}), possible, kept - 1)
