"""The order in which cards are shown, the same in hands, on the table, in results and replays."""

from collections.abc import Callable, Iterable, Mapping

from bot.rummy.cards import KIND_OF, Card, face, meld_face
from bot.tables.ports import CardOrder

_SUITS = "SHCD"  # black and red alternate: ♥ and ♦ are hard to tell apart side by side


def suit_place(card: Card) -> int:
    """Return the place of the card's suit; jokers come last, and Cuccù cards have one place."""
    suit = face(card)[-1]
    return _SUITS.index(suit) if suit in _SUITS else len(_SUITS)


def rank_place(card: Card) -> int:
    """Return the place of the card's rank or figure; jokers come last."""
    return KIND_OF.get(face(card), len(KIND_OF))


_places: Mapping[CardOrder, Callable[[Card], tuple[int, int]]] = {
    CardOrder.SUIT: lambda card: (suit_place(card), rank_place(card)),
    CardOrder.RANK: lambda card: (rank_place(card), suit_place(card)),
}


def in_card_order(cards: Iterable[Card], order: CardOrder = CardOrder.SUIT) -> tuple[Card, ...]:
    """Return the cards suit by suit, in alternating colours, or rank by rank from the ace on; jokers last."""
    return tuple(sorted(cards, key=_places[order]))


def by_suit_if_set(cards: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards of a set suit by suit, jokers last; other cards as they are."""
    row = tuple(map(Card, cards))
    is_set = len({KIND_OF.get(meld_face(card)) for card in row}) == 1
    return tuple(sorted(row, key=suit_place)) if is_set else row
