"""The empty stock: whether it can be replenished, and how long a deal without a stock may go on (RULES 5.6, 5.26)."""

from bot.rummy.match import Deal, Match
from bot.rummy.variant.variant import Variant

IDLE_TURNS = 2
"""A deal without a stock is blocked after this many turns of each seat in which nobody plays on the table (RULES 5.26)."""

IDLE_RECYCLES, IDLE_RECYCLES_ALL_AT_ONCE = 5, 20
"""Without a limit of recycles, so many in a row in which nobody plays on the table are the last ones (RULES 8.15): fewer in
deals in which melds needn't empty the hand at once."""


def can_recycle(variant: Variant, deal: Deal) -> bool:
    """Return True if the discard pile can become the stock (B:L104, RULES 5.5)."""
    most_idle = IDLE_RECYCLES_ALL_AT_ONCE if deal.is_all_at_once else IDLE_RECYCLES
    if variant.recycle_max == "unlimited" and deal.idle_recycles >= most_idle:
        return False
    kept = 1 if variant.recycle_keep_top else 0
    return variant.can_recycle_again(deal.recycles) and len(deal.discard_pile) > kept


def is_used_up(variant: Variant, deal: Deal) -> bool:
    """Return True if the stock is empty and can't be replenished."""
    return not deal.stock and not can_recycle(variant, deal)


def idle_turns_after(variant: Variant, deal: Deal) -> tuple[int, ...]:
    """Return `Deal.idle_turns` at the end of the deal's turn.

    A meld, lay-off or swap starts the count again. A turn counts if the stock was used up when it began, so that its card came
    from the discard pile.
    """
    turn = deal.turn
    if turn.table_plays or not is_used_up(variant, deal):
        return ()
    counts = deal.idle_turns or (0,) * len(deal.hands)
    return tuple(count + (seat == turn.seat and turn.taken_card is not None) for seat, count in enumerate(counts))


def turns_until_blocked(match: Match) -> int | None:
    """Return how many more turns without a play on the table block the deal; None unless the stock is used up."""
    deal = match.deal
    assert deal is not None
    if deal.end is not None or not is_used_up(match.variant, deal):
        return None
    counts = () if deal.turn.table_plays else deal.idle_turns
    return sum(max(0, IDLE_TURNS - (counts[seat] if counts else 0)) for seat in match.staying_seats())


def is_stalled(match: Match) -> bool:
    """Return True if the stock is used up, and nobody has played on the table in two turns of every seat."""
    deal = match.deal
    assert deal is not None
    return bool(deal.idle_turns) and all(deal.idle_turns[seat] >= IDLE_TURNS for seat in match.staying_seats())
