"""The discard, which ends the turn."""

from collections.abc import Iterable, Sequence

from bot.rummy import refusals
from bot.rummy.at import At, Events
from bot.rummy.cards import FACE_OF, Card
from bot.rummy.events import CardDiscarded, EndedBy
from bot.rummy.moves import Discard
from bot.rummy.notation import BIT
from bot.rummy.refusals import IllegalMove
from bot.rummy.steps.ending import block_after_discard, end_if_out

_DISCARDS = {card: Discard(card) for card in FACE_OF}


def discards(at: At, may_go: Sequence[Card]) -> Iterable[Discard]:
    """Return the discards of these cards of the hand, of each face one."""
    last_first = may_go[::-1]
    if not at.rules.meld_rules.is_usual or at.mask >> 52:  # there may be two of a face
        last_first = tuple({FACE_OF[card]: card for card in last_first}.values())
    return map(_DISCARDS.__getitem__, last_first)


def check_may_discard(at: At, card: Card) -> None:
    """Raise IllegalMove unless the seat to act holds the card, and may discard it in this turn."""
    if card not in at.hand:
        raise IllegalMove(refusals.NotInHand(card))
    if BIT[card] & at.barred(at.deal.turn.taken_card):
        raise IllegalMove(refusals.JustTaken(card))


def discard(at: At, move: Discard) -> Events:
    """Return the discard, and the end of the deal if the player is out, or nobody can go on (RULES 5.26, 8.18)."""
    check_may_discard(at, move.card)
    event = CardDiscarded(at.seat, move.card)
    if len(at.hand) > 1:
        return event, *block_after_discard(at, event)
    return event, *end_if_out(at, at.after([event]), EndedBy.DISCARD)
