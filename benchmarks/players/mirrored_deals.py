"""Mirrored deals and matches: the same cards are played once for each seat that the measured player can have.

The stock is split into one part for each seat, so that a taken discard doesn't change what the others draw. When a part is used
up, its seat draws the last card of the longest other part, which changes least; a recycled stock isn't split.
"""

import hashlib
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from bot.rummy.cards import Card
from bot.rummy.decide import play
from bot.rummy.match import Deal, Match
from bot.rummy.moves import DRAW, BreakOff, DealCards, SeatMove, StartMatch
from bot.rummy.variant import Variant
from bot.rummy.view import View, view_for

Player = Callable[[View, str], SeatMove]
TURNS = 2000
"""A deal that takes more turns is broken off, and with it the match: nobody wins it."""


def play_match(variant: Variant, players: Sequence[Player], number: int, *, deals: int | None = None) -> Match:
    """Return the match with this number after its end, or after so many deals."""
    match = start_match(variant, len(players), number)
    while not match.is_over and (deals is None or len(match.ended_deals) < deals):
        match = play_deal(deal_cards(match, number), players, f"{number}:{len(match.ended_deals)}")
    return match


def start_match(variant: Variant, players: int, number: int) -> Match:
    seats = tuple(range(players))
    return play(None, None, StartMatch(variant, players, _seed("match", number), (seats, number % players)))


def deal_cards(match: Match, number: int) -> Match:
    """Return the match with its next deal, which is the same in each match with this number."""
    return play(match, None, DealCards(_seed(f"deal {len(match.ended_deals)}", number)))


def play_deal(match: Match, players: Sequence[Player], seed: str) -> Match:
    """Return the match after the deal."""
    assert match.deal is not None
    parts = [list(match.deal.stock[seat :: len(players)]) for seat in range(len(players))]
    step = 0
    while (seat := match.seat_to_act()) is not None:
        deal = match.deal
        assert deal is not None
        if deal.turn.number > TURNS:
            return play(match, None, BreakOff())
        move, step = players[seat](view_for(match, seat), f"{seed}:{step}"), step + 1
        if move == DRAW and deal.stock and not deal.recycles:
            match = replace(match, deal=_with_next_card_of(parts, seat, deal))
        match = play(match, seat, move)
    return match


def _with_next_card_of(parts: list[list[Card]], seat: int, deal: Deal) -> Deal:
    """Return the deal with the seat's next card on top of the stock."""
    card = parts[seat].pop(0) if parts[seat] else max(parts, key=len).pop()
    return replace(deal, stock=(card, *(other for other in deal.stock if other != card)))


def _seed(purpose: str, number: int) -> str:
    return hashlib.sha256(f"{purpose} {number}".encode()).hexdigest()
