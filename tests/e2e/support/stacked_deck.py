"""A deck in a chosen order, for matches of a bot in this process."""

from collections.abc import Sequence
from typing import TypeVar

import pytest

from bot.rummy.deck.cards import Card

T = TypeVar("T", int, Card)


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
