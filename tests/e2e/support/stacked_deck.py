"""A deck in a chosen order, for matches of a bot in this process."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import pytest

from bot.rummy.deck.cards import Card
from tests.rummy.presets import variant

T = TypeVar("T", int, Card)
_RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")


def stack_deck(monkeypatch: pytest.MonkeyPatch, *hands: str, upcard: str, stock: str) -> None:
    """Let every deal give these hands, the first to the starter, then this upcard and stock; the rest follows in any order."""
    dealt = [card for cards in zip(*(hand.split() for hand in hands), strict=True) for card in cards]
    order = [Card(card) for card in (*dealt, upcard, *stock.split())]

    def stacked(deck: Sequence[T], _seed: str, what: str) -> Sequence[T]:
        if what != "deal":
            return tuple(deck)
        assert set(order) <= set(deck)
        return tuple(sorted(deck, key=lambda card: order.index(card) if card in order else len(order)))

    monkeypatch.setattr("bot.rummy.dealing.shuffle", stacked)


@contextmanager
def first_turn_goes_out(players: int) -> Iterator[None]:
    """Let every deal of rami or ramino give everyone a run of their whole hand: whoever starts can go out."""
    each = variant().cards_each(players)
    runs = [[f"{rank}{'CDHS'[nth % 4]}" for rank in _RANKS[nth // 4 * each :][:each]] for nth in range(players)]
    with pytest.MonkeyPatch.context() as patch:
        stack_deck(patch, *map(" ".join, runs), upcard="KS", stock="KH")
        yield
