"""The turn of a person whose time is up in a match that counts: a draw from the stock, and a discard that harms them least.

Nothing is laid, unless the rules allow no other end of the turn.
"""

from bot.players.sight import Sight
from bot.rummy.cards import SORT_PLACE, face
from bot.rummy.moves import DRAW, Discard, LayMeld, LayMelds, LayOff, SeatMove, Swap
from bot.rummy.view import View


def minimal_move(view: View) -> SeatMove:
    """Return the next move of that turn; the view must be that of the seat to act.

    The drawn card is discarded if it is harmless, else the harmless card with the most points. If none is, a card goes first
    that the next player can lay off, then one of a meld in hand, and a wild joker last. If none may be discarded, because only
    copies of a taken card are left, they are laid. A card that was taken or laid before isn't taken back.
    Raise ValueError if the viewer can't act.
    """
    if DRAW in view.moves:
        return DRAW
    discards = [move for move in view.moves if isinstance(move, Discard)]
    if discards:
        return _least_harmful(Sight(view), discards)
    laid = [move for kind in (LayMelds | LayMeld, LayOff, Swap) for move in view.moves if isinstance(move, kind)]
    if not laid:
        raise ValueError("there is no turn to play")
    return laid[0]


def _least_harmful(sight: Sight, discards: list[Discard]) -> Discard:
    deal = sight.deal
    drawn = None if deal.new_card is None else face(deal.new_card)
    melded, fitting = sight.melded_faces(), sight.fitting_for(sight.others[0])
    return min(
        discards,
        key=lambda move: (
            sight.is_wild(move.card),
            face(move.card) in melded,
            face(move.card) in fitting,
            face(move.card) != drawn,
            -sight.variant.points(move.card),
            -SORT_PLACE[face(move.card)],
        ),
    )
