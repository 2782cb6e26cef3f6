"""The fewest points that a hand leaves outside melds, where melds stay in hand: every meld of each card is tried."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from tests.rummy.second_count.cards import KING, Values, rank, suit

Hand = tuple[str, ...]
Part = tuple[Hand, int]
"""Cards that make a meld with the first one, and how many wild cards the meld needs besides."""


def fewest_left(cards: list[str], values: Values, wild_rank: int = 0, *, two_of_a_card: bool = False) -> int:
    """Return the fewest points left. Aces are low; a wild card may stand for any card.

    More wild cards than a meld needs can always be added to it, and three wild cards are a meld.
    """
    wilds = [card for card in cards if rank(card) == wild_rank]
    others = sorted((card for card in cards if rank(card) != wild_rank), key=lambda card: (suit(card), rank(card), card))
    wild_value = values.of(wilds[0]) if wilds else 0

    @cache
    def best(rest: Hand, wild: int, has_meld: bool) -> int:
        if not rest:
            return 0 if has_meld or wild >= 3 else wild * wild_value
        first, others = rest[0], rest[1:]
        fewest = values.of(first) + best(others, wild, has_meld)
        for used, needed in (*_sets(first, others, two_of_a_card=two_of_a_card), *_runs(first, others, wild)):
            if fewest and needed <= wild:
                left = tuple(card for card in others if card not in used)
                fewest = min(fewest, best(left, wild - needed, True))
        return fewest

    return best(tuple(others), len(wilds), False)


def _sets(first: str, others: Hand, *, two_of_a_card: bool) -> Iterator[Part]:
    same = [card for card in others if rank(card) == rank(first)]
    for size in range(len(same) + 1):
        for used in combinations(same, size):
            suits = {suit(card) for card in (first, *used)}
            if two_of_a_card or len(suits) == size + 1:
                yield used, max(0, 2 - size)


def _runs(first: str, others: Hand, wild: int) -> Iterator[Part]:
    by_rank: dict[int, str] = {}
    for card in others:
        if suit(card) == suit(first):
            by_rank.setdefault(rank(card), card)  # of two equal cards it doesn't matter which

    def longer(used: Hand, needed: int, top: int) -> Iterator[Part]:
        yield used, max(needed, 2 - len(used))
        for number in range(top + 1, KING + 1):
            gap = number - top - 1
            if needed + gap > wild:
                return
            if number in by_rank:
                yield from longer((*used, by_rank[number]), needed + gap, number)

    return longer((), 0, rank(first))
