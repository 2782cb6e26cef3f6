"""The discard, which ends the turn."""

from collections.abc import Iterable

from bot.rummy import refusals
from bot.rummy.at import At, Events, can_discard
from bot.rummy.cards import Card, face
from bot.rummy.events import CardDiscarded, EndedBy
from bot.rummy.moves import Discard, discard_move
from bot.rummy.refusals import IllegalMove
from bot.rummy.steps.ending import block_after_discard, end_if_out
from bot.rummy.steps.permissions import check_in_hand


def discards(may_go: Iterable[Card]) -> Iterable[Discard]:
    """Return the discards of these cards, of each face one."""
    return map(discard_move, {face(card): card for card in reversed(list(may_go))}.values())


def discard(at: At, move: Discard) -> Events:
    """Return the discard, and the end of the deal if the player is out, or nobody can go on (RULES 5.26, 8.18)."""
    check_in_hand(at, (move.card,))
    if not can_discard(at.rules, move.card, at.deal.turn.taken_card):
        raise IllegalMove(refusals.JustTaken(move.card))
    event = CardDiscarded(at.seat, move.card)
    after = at.after([event])
    return event, *(block_after_discard(at, after) if len(at.hand) > 1 else end_if_out(at, after, EndedBy.DISCARD))
