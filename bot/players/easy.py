"""*easy*: a beginner, who melds and lays off immediately and discards the card with the most points.

They sometimes miss something. What is missed depends on the seed and the turn alone.
"""

import hashlib

from bot.players.choice import Choice, Reason
from bot.players.minimal_move import minimal_move
from bot.rummy.deck.cards import SORT_PLACE, face, is_joker
from bot.rummy.moves import DRAW, TAKE, Discard, LayMeld, LayMelds, LayOff, TakeAndLay, laid_cards
from bot.rummy.scoring import hand_points
from bot.rummy.view import DealView, View

MISSED_DISCARD, MISSED_MELD, MISSED_LAY_OFF = 40, 25, 35
"""How often a discard that could be laid, a meld and a lay-off are missed, in percent of the turns."""


def choose(view: View, seed: str) -> Choice:
    """Return the next move of the turn."""
    deal = view.deal
    assert deal is not None
    if DRAW in view.moves:
        is_useful = any(isinstance(move, TakeAndLay) for move in view.moves)
        if not is_useful:
            return Choice(DRAW, (Reason.NOTHING_TO_TAKE,))
        if _misses(deal, seed, "discard", MISSED_DISCARD):
            return Choice(DRAW, (Reason.MISSED_SOMETHING,))
        return Choice(TAKE, (Reason.LAYS_CARDS,))
    reasons: tuple[Reason, ...] = ()
    for kind, what, share in ((LayMeld | LayMelds, "meld", MISSED_MELD), (LayOff, "lay off", MISSED_LAY_OFF)):
        laying = [move for move in view.moves if isinstance(move, kind)]
        if laying and deal.taken_card is None and _misses(deal, seed, what, share):
            reasons = (Reason.MISSED_SOMETHING,)
        elif laying:
            best = max(laying, key=lambda move: (len(laid_cards(move)), hand_points(view.variant, laid_cards(move)), str(move)))
            return Choice(best, (Reason.LAYS_CARDS,))
    discards = [move for move in view.moves if isinstance(move, Discard)]
    if not discards:
        return Choice(minimal_move(view), (Reason.ONLY_MOVE,))
    wild = view.variant.wild == "joker"
    worst = max(
        discards,
        key=lambda move: (not (wild and is_joker(move.card)), view.variant.points(move.card), SORT_PLACE[face(move.card)]),
    )
    return Choice(worst, (*reasons, Reason.HIGHEST_CARD))


def _misses(deal: DealView, seed: str, what: str, percent: int) -> bool:
    digest = hashlib.sha256(f"{what} {deal.number} {deal.turn_number} {seed}".encode()).digest()
    return int.from_bytes(digest[:4], "big") % 100 < percent
