"""What is a meld: sets and runs, which of them a hand holds, and which single cards fit one on the table.

Whatever can be worked out once is: runs for a suit's 13-bit mask of ranks, sets for a rank's 4-bit mask of suits.
"""

from functools import lru_cache

from msgspec import Struct

from bot.rummy.cards import FRENCH52, RANK_OF, RANKS, SUIT_OF, SUITS, Card
from bot.rummy.events import MeldKind
from bot.rummy.variant import Variant


class Meld(Struct, frozen=True):
    """Cards that belong together, in order: a run from low to high, a set by suit."""

    kind: MeldKind
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(self.cards)


_RANK_BIT = {card: 1 << RANK_OF[card] for card in FRENCH52}
_SUIT_BIT = {card: 1 << SUIT_OF[card] for card in FRENCH52}


def read_meld(cards: tuple[Card, ...], variant: Variant) -> Meld | None:
    """The meld that these cards make, in whatever order they are given; None if they make none (B:L44-46, A:L61)."""
    if len(set(cards)) != len(cards):
        return None
    suits, ranks = {SUIT_OF[card] for card in cards}, {RANK_OF[card] for card in cards}
    if len(suits) == 1 and len(cards) >= variant.run_size and max(ranks) - min(ranks) == len(cards) - 1:
        return Meld(MeldKind.RUN, tuple(sorted(cards, key=RANK_OF.__getitem__)))
    if len(ranks) == 1 and variant.set_size[0] <= len(cards) <= variant.set_size[1]:
        return Meld(MeldKind.SET, tuple(sorted(cards, key=SUIT_OF.__getitem__)))
    return None


def melds_in(hand: tuple[Card, ...], variant: Variant) -> list[Meld]:
    """Every meld that the cards of a hand make, not only those that fit together."""
    of_suit, of_rank = [0, 0, 0, 0], [0] * 13
    for card in hand:
        of_suit[SUIT_OF[card]] |= _RANK_BIT[card]
        of_rank[RANK_OF[card]] |= _SUIT_BIT[card]
    found: list[Meld] = []
    for suit, ranks in enumerate(of_suit):
        if ranks & ranks >> 1 & ranks >> 2:
            found += _runs(suit, ranks, variant.run_size)
    for rank, suits in enumerate(of_rank):
        if suits in _THREE_OR_FOUR:
            found += _sets(rank, suits)
    return found


def extended(meld: Meld, cards: tuple[Card, ...], variant: Variant) -> Meld | None:
    """The meld with these cards laid off on it, or None where it would be no meld of its kind."""
    larger = read_meld(meld.cards + cards, variant)
    return larger if larger is not None and larger.kind == meld.kind else None


@lru_cache(maxsize=2048)
def fitting(kind: MeldKind, cards: tuple[Card, ...]) -> frozenset[Card]:
    """The single cards that may be laid off on a meld."""
    if kind == MeldKind.SET:
        return frozenset(Card(cards[0][:-1] + suit) for suit in SUITS) - frozenset(cards)
    low, high, suit = RANK_OF[cards[0]], RANK_OF[cards[-1]], cards[0][-1]
    return frozenset(Card(RANKS[rank] + suit) for rank in (low - 1, high + 1) if 0 <= rank < len(RANKS))


_THREE_OR_FOUR = frozenset((0b0111, 0b1011, 0b1101, 0b1110, 0b1111))


@lru_cache(maxsize=4096)
def _runs(suit: int, ranks: int, least: int) -> tuple[Meld, ...]:
    held = [rank for rank in range(13) if ranks >> rank & 1]
    return tuple(
        Meld(MeldKind.RUN, tuple(Card(RANKS[rank] + SUITS[suit]) for rank in range(low, high + 1)))
        for low in held
        for high in range(low + least - 1, 13)
        if all(ranks >> rank & 1 for rank in range(low, high + 1))
    )


@lru_cache(maxsize=256)
def _sets(rank: int, suits: int) -> tuple[Meld, ...]:
    return tuple(
        Meld(MeldKind.SET, tuple(Card(RANKS[rank] + SUITS[suit]) for suit in range(4) if chosen >> suit & 1))
        for chosen in sorted(_THREE_OR_FOUR)
        if chosen & suits == chosen
    )
