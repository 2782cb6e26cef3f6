"""What a view offers its player: the best arrangement of the hand, and the moves, with the melds of that arrangement."""

from bot.rummy.decide import decide
from bot.rummy.deck.cards import meld_face
from bot.rummy.legal_moves import legal_moves, meld_move
from bot.rummy.match import Match
from bot.rummy.melds.arrangement import Arrangement, best_arrangement
from bot.rummy.moves import LayMeld, SeatMove
from bot.rummy.refusals import IllegalMove
from bot.rummy.turn.turn_rules import can_touch

MOST_PIECES_TO_ARRANGE = 10_000
"""The most pieces that are looked at for the best arrangement."""


def offered_moves(match: Match, viewer: int, arrangement: Arrangement | None) -> tuple[SeatMove, ...]:
    """Return the legal moves, and the melds of the arrangement that aren't among them in the same form."""
    moves = legal_moves(match, viewer)
    melds = {tuple(map(meld_face, move.cards)) for move in moves if isinstance(move, LayMeld)}
    for meld in arrangement.melds if melds and arrangement is not None else ():
        move = meld_move(match, meld)
        if tuple(map(meld_face, meld.cards)) not in melds and _is_legal(match, viewer, move):
            moves.insert(0, move)
    return tuple(moves)


def _is_legal(match: Match, seat: int, move: SeatMove) -> bool:
    try:
        decide(match, seat, move)
    except IllegalMove:
        return False
    return True


def arrange_hand(match: Match, viewer: int | None) -> Arrangement | None:
    """Return the best arrangement of the viewer's hand, or None for an onlooker or an empty hand.

    Lay-offs are included only in the viewer's own turn: otherwise the table can change before they are made.
    """
    deal = match.deal
    if deal is None or viewer is None or not deal.hands[viewer]:
        return None
    on_turn = range(1, len(deal.melds) + 1) if match.seat_to_act() == viewer else ()
    touched = [number for number in on_turn if can_touch(match.variant, deal, viewer, number)]
    return best_arrangement(deal.hands[viewer], match.variant, deal.melds, only=touched, effort=MOST_PIECES_TO_ARRANGE)
