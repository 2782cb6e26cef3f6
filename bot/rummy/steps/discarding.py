"""The discard, which ends the turn."""

from collections.abc import Iterable, Sequence

from bot.rummy import refusals
from bot.rummy.at import At, Events
from bot.rummy.cards import FACE_OF, Card
from bot.rummy.events import CardDiscarded, EndedBy
from bot.rummy.moves import Discard, discard_move
from bot.rummy.refusals import IllegalMove
from bot.rummy.steps.ending import block_after_discard, end_if_out
from bot.rummy.steps.permissions import check_in_hand


def discards(may_go: Sequence[Card]) -> Iterable[Discard]:
    """Return the discards of these cards, of each face one."""
    last_first = may_go[::-1]
    return map(discard_move, dict(zip(map(FACE_OF.__getitem__, last_first), last_first, strict=True)).values())


def discard(at: At, move: Discard) -> Events:
    """Return the discard, and the end of the deal if the player is out, or nobody can go on (RULES 5.26, 8.18)."""
    check_in_hand(at, (move.card,))
    if move.card not in at.may_discard():
        raise IllegalMove(refusals.JustTaken(move.card))
    event = CardDiscarded(at.seat, move.card)
    if len(at.hand) > 1:
        return event, *block_after_discard(at, event)
    return event, *end_if_out(at, at.after([event]), EndedBy.DISCARD)
