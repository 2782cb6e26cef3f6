"""The players that others are measured against: *eager*, which never changes, and random play.

*eager* melds and lays off immediately, takes the discard only for that, and discards the card with the most points. It makes no
mistakes: it keeps melds that it may only lay later, and jokers that are wild.
"""

import random

from bot.rummy.arrangement import best_arrangement
from bot.rummy.cards import SORT_PLACE, Card, face, is_joker
from bot.rummy.match import hand_points
from bot.rummy.moves import DRAW, TAKE, Discard, LayMeld, LayMelds, LayOff, SeatMove, Swap, TakeAndLay, laid_cards
from bot.rummy.view import DealView, View


def eager(view: View, seed: str) -> SeatMove:
    """Return the move; the seed is of no use to it."""
    deal = view.deal
    assert deal is not None
    if DRAW in view.moves:
        return TAKE if TAKE in view.moves and _lays_top_card(view, deal) else DRAW
    laying = [move for move in view.moves if isinstance(move, LayMeld | LayMelds | LayOff)]
    if laying:
        return max(laying, key=lambda move: (len(laid_cards(move)), hand_points(view.variant, laid_cards(move)), str(move)))
    swaps = [move for move in view.moves if isinstance(move, Swap)]
    if swaps:
        return swaps[0]
    melds = () if view.arrangement is None else view.arrangement.melds
    kept = {face(card) for meld in melds for card in meld.cards}
    wild = view.variant.wild == "joker"
    discards = [move for move in view.moves if isinstance(move, Discard)]
    return max(
        discards,
        key=lambda move: (
            not (face(move.card) in kept or (wild and is_joker(move.card))),
            view.variant.points(move.card),
            SORT_PLACE[face(move.card)],
        ),
    )


def _lays_top_card(view: View, deal: DealView) -> bool:
    """Return True if the top discard can be laid now, or, where melds must empty the hand, makes a meld."""
    if any(isinstance(move, TakeAndLay) for move in view.moves):
        return True
    return deal.is_all_at_once and _points_left(view, (*deal.hand, deal.discard_pile[-1])) < _points_left(view, deal.hand)


def _points_left(view: View, hand: tuple[Card, ...]) -> int:
    return best_arrangement(hand, view.variant, effort=10_000).points


def at_random(view: View, seed: str) -> SeatMove:
    """Return any of the moves."""
    return random.Random(seed).choice(view.moves)
