"""Deals that are the same in every run, because their seeds follow from one; and deals that the first turn can end."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, count, islice
from types import SimpleNamespace
from typing import Protocol
from unittest import mock

from msgspec.structs import replace

from bot import app
from bot.rummy.cards import FRENCH52, RANKS, Card
from bot.rummy.decide import deal_cards
from bot.rummy.events import CardsDealt
from bot.rummy.match import Match
from bot.rummy.moves import DealCards
from bot.tables import match_requests, service
from bot.tables.deals import Message, new_chain, seeds_for
from bot.tables.table import Table


class Source(Protocol):
    """What the seeds of deals are drawn from."""

    def token_hex(self, size: int, /) -> str: ...


@contextmanager
def deals_from(source: Source) -> Iterator[None]:
    """Let bots draw each seed from this source, and make it of nothing else: the ids of messages are new each time.

    What is decided again with a message gets the same seeds.
    """
    last: tuple[Table | None, list[str]] = None, []

    def without_chain(table: Table, new_seed: Callable[[], str], message: Message | None) -> Callable[[], str]:
        nonlocal last
        last = (table, []) if message is None or last[0] is not table else last
        drawn, numbers = last[1], count()
        next_seed = seeds_for(replace(table, lobby=replace(table.lobby, chain=None)), new_seed, message)

        def again() -> str:
            if (number := next(numbers)) == len(drawn):
                drawn.append(next_seed())
            return drawn[number]

        return again

    with (
        mock.patch.object(app, "secrets", source),
        mock.patch.object(service, "new_chain", return_value=new_chain(lambda: "0" * 64)),
        mock.patch.object(match_requests, "seeds_for", without_chain),
    ):
        yield


@contextmanager
def seeded_deals(seed: int | str) -> Iterator[None]:
    """Let the bots that are assembled meanwhile deal by this seed."""
    generator = random.Random(seed)
    with deals_from(SimpleNamespace(token_hex=lambda size: generator.randbytes(size).hex())):
        yield


def deal_runs(match: Match, move: DealCards) -> tuple[CardsDealt, ...]:
    """Deal everyone a run of their whole hand, if it is the French deck."""
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


def deal_one_run(match: Match, move: DealCards) -> tuple[object, ...]:
    """Deal one player, whom the seed chooses, a run of their whole hand, if it is the French deck: they go out soon."""
    dealt, *others = deal_cards(match, move)
    assert isinstance(dealt, CardsDealt)
    cards = [*chain(*dealt.hands), *filter(None, [dealt.upcard]), *dealt.stock]
    if set(cards) != set(FRENCH52):
        return dealt, *others
    dice = random.Random(dealt.seed)
    winner = dice.choice([seat for seat, hand in enumerate(dealt.hands) if hand])
    first, size = sum(map(len, dealt.hands[:winner])), len(dealt.hands[winner])
    lowest, suit = dice.randrange(len(RANKS) - size + 1), dice.choice("CDHS")
    for place, rank in enumerate(RANKS[lowest : lowest + size], start=first):
        other = cards.index(Card(f"{rank}{suit}"))
        cards[place], cards[other] = cards[other], cards[place]
    left = iter(cards)
    hands = tuple(tuple(islice(left, len(hand))) for hand in dealt.hands)
    upcard = None if dealt.upcard is None else next(left)
    return replace(dealt, hands=hands, upcard=upcard, stock=tuple(left)), *others


def deal_runs_to_two(match: Match, move: DealCards) -> tuple[object, ...]:
    """Deal runs in matches of two, and as ever in others."""
    return (deal_runs if match.seats == 2 else deal_cards)(match, move)


def deal_knock(match: Match, move: DealCards) -> tuple[CardsDealt, ...]:
    """Deal gin so that the second player can soon knock, and the first one can't, but can lay off on a knock that isn't gin."""
    dealt, *_ = deal_cards(match, move)
    assert isinstance(dealt, CardsDealt)
    fits, other = ("AC", "AS") if match.rules.knock_limit else ("AS", "AC")
    second = *(f"{rank}C" for rank in RANKS[1:10]), other
    first = *(f"{rank}{suit}" for rank, suit in zip(RANKS[1:10], "DSDSDSDSD", strict=True)), fits
    hands = tuple(tuple(map(Card, hand)) for hand in ((second, first) if dealt.dealer == 0 else (first, second)))
    *stock, upcard = sorted({*FRENCH52}.difference(*hands))
    return (replace(dealt, hands=hands, upcard=upcard, stock=tuple(stock)),)
