"""The draw from the stock or the discard pile, the recycling of the pile, and the end of a blocked deal."""

from bot.rummy.apply import apply
from bot.rummy.deck.shuffle import shuffle
from bot.rummy.events import CardDrawn, DiscardTaken, Event, StockRecycled
from bot.rummy.match import Deal, Match
from bot.rummy.refusals import IllegalMove, NoLegalEnd, NothingToTake
from bot.rummy.turn.deal_end import block_deal
from bot.rummy.turn.stock import can_recycle
from bot.rummy.turn.turn_rules import can_end_turn
from bot.rummy.variant.variant import Variant


def draw(match: Match) -> tuple[Event, ...]:
    """Return the draw from the stock.

    An empty stock is replenished only now, when the player declines the discard (RULES 2, 5.4); if it can't be, the deal ends.
    """
    deal = match.deal
    assert deal is not None
    if deal.stock:
        return (CardDrawn(deal.turn.seat, deal.stock[0]),)
    if not can_recycle(match.variant, deal):
        return block_deal(match)
    recycled = _recycle(match.variant, deal)
    return recycled, CardDrawn(deal.turn.seat, recycled.stock[0])


def take(match: Match) -> tuple[Event, ...]:
    """Return the draw of the top discard.

    Raise IllegalMove if there is none, or if the turn could then not end legally (RULES 5.2).
    """
    deal = match.deal
    assert deal is not None
    top = deal.top_discard()
    if top is None:
        raise IllegalMove(NothingToTake())
    event = DiscardTaken(deal.turn.seat, top)
    if not can_end_turn(apply(match, event)):
        raise IllegalMove(NoLegalEnd(top))
    return (event,)


def _recycle(variant: Variant, deal: Deal) -> StockRecycled:
    """Return the event that makes the discard pile the stock.

    Turned over, the oldest discard is drawn first and the declined one last (B:L61). Otherwise it is shuffled (A:L45, B:L102).
    """
    split = len(deal.discard_pile) - (1 if variant.recycle_keep_top else 0)
    turned, kept = deal.discard_pile[:split], deal.discard_pile[split:]
    if variant.recycle == "shuffle":
        turned = shuffle(turned, deal.seed, f"recycle {deal.recycles + 1}")
    return StockRecycled(turned, kept)
