"""Swapping a joker on the table for the card that it stands for (question 22, RULES 5.15)."""

from bot.rummy.events import EndedBy, Event
from bot.rummy.match import Match
from bot.rummy.moves import Swap
from bot.rummy.refusals import IllegalMove, NoJokerFor, SwapsForbidden
from bot.rummy.turn.turn_checks import check_in_hand, check_may_touch, deal_of, finish_play
from bot.rummy.turn.turn_rules import possible_swaps


def swap_joker(match: Match, move: Swap) -> tuple[Event, ...]:
    """Return the swap: the joker goes to the hand. Where a lay-off needs an own meld, a swap needs one too."""
    deal = deal_of(match)
    if match.variant.wild_swap == "never":
        raise IllegalMove(SwapsForbidden())
    check_in_hand(match, (move.card,))
    check_may_touch(match, move.meld)
    swap = next((swap for swap in possible_swaps(deal, move.meld) if swap.card == move.card), None)
    if swap is None:
        raise IllegalMove(NoJokerFor(move.card, move.meld, deal.melds[move.meld - 1].cards))
    return finish_play(match, (swap,), EndedBy.LAYOFF)
