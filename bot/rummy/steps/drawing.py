"""The beginning of a turn: a card from the stock, or the top discard."""

from bot.rummy import refusals
from bot.rummy.apply import can_recycle
from bot.rummy.at import At, Events
from bot.rummy.cards import shuffle
from bot.rummy.events import CardDrawn, DiscardTaken, StockRecycled
from bot.rummy.moves import DRAW, TAKE, Draw, Move, SeatMove, Take
from bot.rummy.refusals import IllegalMove
from bot.rummy.steps.ending import block_deal
from bot.rummy.steps.permissions import has_opened
from bot.rummy.steps.turn_end import can_take


def draw_or_take(at: At) -> list[SeatMove]:
    """Return the draw, and the taking of the top discard if it is possible."""
    top = at.deal.top_discard()
    return [DRAW] if top is None or not may_take(at) or not can_take(at, top) else [DRAW, TAKE]


def may_take(at: At) -> bool:
    """Return True if the seat may take the discard into its hand (question 48); otherwise only to lay it in its first melds."""
    return at.rules.discard_from == "start" or has_opened(at)


def draw(at: At, _: Draw = DRAW) -> Events:
    """Return the draw from the stock, or from the seat's own part of it (question 40).

    An empty stock is replenished only now, when the player declines the discard (RULES 2, 5.4). If it can't be, the deal is
    blocked.
    """
    if part := at.deal.part_of(at.seat):
        return (CardDrawn(at.seat, part[0]),)
    if not can_recycle(at.rules, at.deal):
        return block_deal(at)
    recycled = _recycle(at)
    return recycled, CardDrawn(at.seat, recycled.stock[0])


def take(at: At, _: Take = TAKE) -> Events:
    """Return the draw of the top discard.

    Raise IllegalMove if there is none, if it may not be taken, or if the turn could then not end legally (RULES 5.2).
    """
    if at.deal.top_discard() is not None and not may_take(at):
        raise IllegalMove(refusals.OnlyInFirstMelds())
    return take_top(at)


def take_top(at: At) -> Events:
    """Return the draw of the top discard, also where it must be laid in the same move."""
    top = at.deal.top_discard()
    if top is None:
        raise IllegalMove(refusals.NothingToTake())
    if not can_take(at, top):
        raise IllegalMove(refusals.NoLegalEnd(top))
    return (DiscardTaken(at.seat, top),)


def why_no_draw(at: At, _: Move) -> refusals.MoveRefusal:
    """Return why nothing is drawn after the draw, or in a turn that begins without one (question 6)."""
    return refusals.StarterDoesNotDraw() if at.deal.turn.drawn_card is None else refusals.AlreadyDrawn()


def _recycle(at: At) -> StockRecycled:
    """Return the event that makes the discard pile the stock.

    Turned over, the oldest discard is drawn first and the declined one last (B:L61). Otherwise it is shuffled (A:L45, B:L102).
    """
    pile = at.deal.discard_pile
    split = len(pile) - (1 if at.rules.recycle_keep_top else 0)
    turned, kept = pile[:split], pile[split:]
    if at.rules.recycle == "shuffle":
        turned = shuffle(turned, at.deal.seed, f"recycle {at.deal.recycles + 1}")
    return StockRecycled(turned, kept)
