"""What the end of a deal is worth: the price of facts, by the variant's answers (RULES 4.5, 4.6, 5.8, 5.11)."""

from collections.abc import Iterable, Sequence

from bot.rummy.cards import Card
from bot.rummy.variant import Variant

Hands = Sequence[tuple[Card, ...]]


def count(variant: Variant, hand: Iterable[Card]) -> int:
    """The points of cards left in hand."""
    return sum(variant.points(card) for card in hand)


def price(variant: Variant, hands: Hands, left: Sequence[int], *, winner: int | None, rummy: bool) -> tuple[int, ...]:
    """The points of each seat; `winner` went out, or is None in a blocked deal; `left` are the seats that have left."""
    counts = [count(variant, hand) for hand in hands]
    if winner is None:
        return _blocked(counts, left)
    points = [0] * len(hands)
    points[winner] = sum(counts)
    if rummy and variant.rummy_bonus == "double":
        points[winner] *= 2
    elif rummy and variant.rummy_bonus == "add":
        points[winner] += variant.rummy_add
    return tuple(points)


def _blocked(counts: Sequence[int], left: Sequence[int]) -> tuple[int, ...]:
    """The lowest hand wins the differences; ties share them in equal whole parts, a rest is dropped (B:L108, RULES 5.8).

    The hand of a seat that has left is paid, but is never the lowest; one below the lowest pays nothing.
    """
    lowest = min(points for seat, points in enumerate(counts) if seat not in left)
    winners = [seat for seat, points in enumerate(counts) if points == lowest and seat not in left]
    share = sum(max(0, points - lowest) for points in counts) // len(winners)
    return tuple(share if seat in winners else 0 for seat in range(len(counts)))
