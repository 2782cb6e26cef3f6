"""The turn of a person whose time is up in a match that counts: a draw from the stock, and that card discarded.

Nothing is laid, unless the rules allow no other end of the turn.
"""

from bot.rummy.deck.cards import face
from bot.rummy.moves import DRAW, Discard, LayMeld, LayMelds, LayOff, SeatMove, Swap
from bot.rummy.view import View


def minimal_move(view: View) -> SeatMove:
    """Return the next move of that turn; the view must be that of the seat to act.

    If the drawn card may not be discarded, or if there is none, the card with the most points is discarded that may be. If none
    may be, because only copies of a taken card are left, they are laid. A card that was taken or laid before isn't taken back.
    Raise ValueError if the viewer can't act.
    """
    if DRAW in view.moves:
        return DRAW
    discards = [move for move in view.moves if isinstance(move, Discard)]
    if discards:
        drawn = None if view.deal is None else view.deal.new_card
        same = [move for move in discards if drawn is not None and face(move.card) == face(drawn)]
        return same[0] if same else max(discards, key=lambda move: (view.variant.points(move.card), move.card))
    laid = [move for kind in (LayMelds | LayMeld, LayOff, Swap) for move in view.moves if isinstance(move, kind)]
    if not laid:
        raise ValueError("there is no turn to play")
    return laid[0]
