"""The discard, which ends a turn."""

from bot.rummy.apply import apply
from bot.rummy.events import CardDiscarded, EndedBy, Event
from bot.rummy.match import Match
from bot.rummy.moves import Discard
from bot.rummy.refusals import IllegalMove, JustTaken
from bot.rummy.turn.deal_end import block_deal, end_deal_if_out
from bot.rummy.turn.stock import is_stalled
from bot.rummy.turn.turn_checks import check_in_hand
from bot.rummy.turn.turn_rules import can_discard


def discard(match: Match, move: Discard) -> tuple[Event, ...]:
    """Return the discard, and the end of the deal if the player is out, or if the deal stalls without a stock (RULES 5.26)."""
    deal = match.deal
    assert deal is not None
    check_in_hand(match, (move.card,))
    if not can_discard(match.variant, move.card, deal.turn.taken_card):
        raise IllegalMove(JustTaken(move.card))
    event = CardDiscarded(deal.turn.seat, move.card)
    after = apply(match, event)
    if len(deal.hands[deal.turn.seat]) > 1:
        return (event, *block_deal(after)) if is_stalled(after) else (event,)
    return event, *end_deal_if_out(match, after, deal.turn.seat, EndedBy.DISCARD)
