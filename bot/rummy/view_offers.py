"""What a view offers its player: the best arrangement of the hand, and the moves.

To the legal moves it adds the melds of that arrangement, and moves that take several steps at a time: *take and lay*, and
laying off everything that fits one meld.
"""

from collections.abc import Iterable, Sequence

from bot.rummy.combined_moves import all_that_fit, take_and_lay_moves
from bot.rummy.decide import decide
from bot.rummy.deck.cards import Face, meld_face
from bot.rummy.legal_moves import legal_moves, meld_move
from bot.rummy.match import Match
from bot.rummy.melds.arrangement import Arrangement, best_arrangement
from bot.rummy.moves import TAKE, LayMeld, LayMelds, LayOff, SeatMove
from bot.rummy.refusals import IllegalMove
from bot.rummy.turn.turn_rules import can_touch, has_opened

MOST_PIECES_TO_ARRANGE = 10_000
"""The most pieces that are looked at for the best arrangement."""


def offered_moves(match: Match, viewer: int, arrangement: Arrangement | None) -> tuple[SeatMove, ...]:
    """Return the legal moves, the melds of the arrangement that aren't among them in the same form, and the combined moves."""
    moves = legal_moves(match, viewer)
    if TAKE in moves:
        return (*moves, *take_and_lay_moves(match, viewer))
    melds = {tuple(map(meld_face, move.cards)) for move in moves if isinstance(move, LayMeld)}
    for meld in arrangement.melds if melds and arrangement is not None else ():
        move = meld_move(match, meld)
        if tuple(map(meld_face, meld.cards)) not in melds and _is_legal(match, viewer, move):
            moves.insert(0, move)
    moves[:0] = [move for move in _all_first_melds(match, moves, arrangement) if _is_legal(match, viewer, move)]
    return (*moves, *(move for move in _whole_lay_offs(match, moves, arrangement) if _is_legal(match, viewer, move)))


def _all_first_melds(match: Match, moves: Sequence[SeatMove], arrangement: Arrangement | None) -> Iterable[LayMelds]:
    """Return the move that lays all melds of the arrangement together, if they are a seat's first melds (RULES 8.16)."""
    deal = match.deal
    if deal is None or arrangement is None or len(arrangement.melds) < 2 or has_opened(match.variant, deal):
        return []
    offered = [_rows(move.melds) for move in moves if isinstance(move, LayMelds)]
    whole = LayMelds(tuple(meld_move(match, meld) for meld in arrangement.melds))
    return [] if _rows(whole.melds) in offered else [whole]


def _rows(melds: Iterable[LayMeld]) -> set[tuple[Face, ...]]:
    """Return the melds without the difference between duplicates."""
    return {tuple(map(meld_face, meld.cards)) for meld in melds}


def _whole_lay_offs(match: Match, moves: Sequence[SeatMove], arrangement: Arrangement | None) -> Iterable[LayOff]:
    """Return moves that lay off several cards on one meld: those of the arrangement, and every natural card that fits."""
    best = () if arrangement is None else (LayOff(cards, number) for cards, number in arrangement.lay_offs)
    numbers = sorted({move.meld for move in moves if isinstance(move, LayOff)})
    every = (LayOff(all_that_fit(match, number), number) for number in numbers)
    return dict.fromkeys(move for move in (*best, *every) if len(move.cards) > 1)


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
