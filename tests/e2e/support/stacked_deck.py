"""A deck in a chosen order, for matches of a bot in this process."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import TypeVar
from unittest import mock

import pytest
from msgspec.structs import replace

from bot.rummy.cards import FRENCH52, RANKS, Card
from bot.rummy.dealing import deal_cards
from bot.rummy.events import CardsDealt
from bot.rummy.match import Match
from bot.rummy.moves import DealCards

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


@contextmanager
def one_turn_deals() -> Iterator[None]:
    """Let every deal with the French deck give everyone a run of their whole hand: the first turn can go out."""

    def deal_runs(match: Match, move: DealCards) -> tuple[CardsDealt, ...]:
        dealt, *_ = deal_cards(match, move)
        assert isinstance(dealt, CardsDealt)
        free = sorted({*chain(*dealt.hands), *dealt.stock, *filter(None, [dealt.upcard])})
        if not set(FRENCH52) <= set(free):
            return (dealt,)
        hands = []
        for nth, held in enumerate(dealt.hands):
            first = nth // 4 * (len(held) + 1)
            hands.append(tuple(Card(f"{rank}{'CDHS'[nth % 4]}") for rank in RANKS[first : first + len(held)]))
            free = [card for card in free if card not in hands[-1]]
        upcard = None if dealt.upcard is None else free.pop()
        return (replace(dealt, hands=tuple(hands), upcard=upcard, stock=tuple(free)),)

    with mock.patch("bot.rummy.decide.deal_cards", deal_runs):
        yield
