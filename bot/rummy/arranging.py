"""Melds of a hand that fit together: the arrangement that leaves the fewest points, and the ways to go out in one move."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from bot.rummy.cards import Card, Face, face, held, is_joker, sort_cards, standing_for
from bot.rummy.finder import melds_in, with_own_cards
from bot.rummy.match import TableMeld
from bot.rummy.melds import Meld, extended, fitting
from bot.rummy.variant import Variant

_MOST = 25


class Arrangement(Struct, frozen=True):
    """Melds of a hand with cards of their own, what is laid off, and what is left: its cards, sorted, and their points.

    A lay-off names its cards in the order of the meld, jokers with what they stand for, and the number of the meld from 1.
    """

    melds: tuple[Meld, ...]
    lay_offs: tuple[tuple[tuple[Card, ...], int], ...]
    left: tuple[Card, ...]
    points: int


def best_arrangement(
    hand: Sequence[Card], variant: Variant, table: Sequence[TableMeld] = (), *, only: Collection[int] | None = None
) -> Arrangement:
    """What leaves the fewest points in hand, and of those the fewest cards; always the same for the same hand.

    Without a table it is the classic deadwood. `only` are the numbers, from 1, of the table's melds that may be touched; None
    is all. Whether the seat may lay all that in one turn is not asked.
    """
    numbers = {number: Meld(on.kind, on.cards) for number, on in enumerate(table, 1) if only is None or number in only}
    best: list[Arrangement] = []
    seen: set[tuple[object, ...]] = set()

    def search(cards: tuple[Card, ...], melds: tuple[Meld, ...], lying: dict[int, Meld]) -> None:
        key = (cards, *(meld.cards for meld in lying.values()))
        if key in seen:
            return
        seen.add(key)
        points = sum(variant.points(card) for card in cards)
        if not best or (points, len(cards)) < (best[0].points, len(best[0].left)):
            added = tuple(
                (tuple(card for card in meld.cards if card not in table[number - 1].cards), number)
                for number, meld in lying.items()
            )
            best[:] = [Arrangement(melds, tuple(each for each in added if each[0]), cards, points)]
        for meld in melds_in(cards, variant):
            search(_without(cards, meld.cards), (*melds, meld), lying)
        for number, on in lying.items():
            if variant.meld_retire_at == "never" or len(on.cards) < variant.meld_retire_at:
                for card, declared in _fitting(cards, on, variant):
                    larger = extended(on, (declared,), variant)
                    if larger is not None:
                        search(_without(cards, (card,)), melds, {**lying, number: larger})

    search(sort_cards(hand), (), numbers)
    return best[0]


def _without(cards: tuple[Card, ...], laid: tuple[Card, ...]) -> tuple[Card, ...]:
    gone = set(map(held, laid))
    return tuple(card for card in cards if card not in gone)


def _fitting(cards: tuple[Card, ...], on: Meld, variant: Variant) -> Iterator[tuple[Card, Card]]:
    faces = sorted(fitting(on, variant))
    for card in cards:
        if is_joker(card):
            yield from ((card, standing_for(card, each)) for each in faces)
        elif face(card) in faces:
            yield card, card


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
