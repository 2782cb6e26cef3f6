"""*easy*: a beginner, who melds and lays off immediately and discards the card with the most points.

They sometimes miss something. What they miss depends on the seed and the turn.
"""

from bot.players.choice import by_face, number_for
from bot.players.discards import any_discard, arranged_faces, is_endless, minimal_move
from bot.players.sight import Sight, improves_melds
from bot.rummy.cards import SORT_PLACE, face
from bot.rummy.games import lays_melds
from bot.rummy.match import hand_points
from bot.rummy.moves import DRAW, TAKE, Discard, LayMeld, LayMelds, LayOff, SeatMove, TakeAndLay, laid_cards
from bot.rummy.view import View

MISSED_DISCARDS, MISSED_MELDS, MISSED_LAY_OFFS = 20, 10, 10
"""How often, in percent of the turns, they miss that they could lay the discard, or a meld, or lay off a card."""


def choose(view: View, seed: str) -> SeatMove:
    """Return the next move of the turn."""
    sight, deal = Sight(view), view.deal
    assert deal is not None
    if DRAW in view.moves:
        is_useful = any(isinstance(move, TakeAndLay) for move in view.moves)
        if TAKE in view.moves and not lays_melds(view.variant.game):
            is_useful = improves_melds(sight)
        taking = TAKE if TAKE in view.moves else next((move for move in view.moves if isinstance(move, TakeAndLay)), DRAW)
        return taking if is_useful and not _misses(MISSED_DISCARDS, sight, seed, "discard") else DRAW
    for kind, missed, what in ((LayMeld | LayMelds, MISSED_MELDS, "meld"), (LayOff, MISSED_LAY_OFFS, "lay off")):
        laying = [move for move in view.moves if isinstance(move, kind)]
        if laying and (deal.taken_card is not None or not _misses(missed, sight, seed, what)):
            return max(
                laying, key=lambda move: (len(laid_cards(move)), hand_points(view.variant, laid_cards(move)), by_face(move))
            )
    discards = [move for move in view.moves if isinstance(move, Discard)]
    if not discards:
        return minimal_move(view)
    if is_endless(sight, seed):
        return any_discard(sight, discards, seed)
    kept = arranged_faces(sight)
    return max(
        discards,
        key=lambda move: (
            not sight.is_wild(move.card),
            face(move.card) not in kept,
            view.variant.points(move.card),
            SORT_PLACE[face(move.card)],
        ),
    )


def _misses(percent: int, sight: Sight, seed: str, what: str) -> bool:
    return number_for(100, seed, sight.deal, what) < percent
