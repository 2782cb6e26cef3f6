"""Taking back this turn's melds, lay-offs and swaps, the last one first (question 38)."""

from bot.rummy.events import Event, TakenBack
from bot.rummy.match import Match
from bot.rummy.refusals import IllegalMove, NothingToTakeBack, TakingBackForbidden
from bot.rummy.turn.turn_checks import deal_of


def take_back(match: Match) -> tuple[Event, ...]:
    """Return the taking back of the last play; of all plays if melds must empty the hand in this deal (RULES 5.14)."""
    deal = deal_of(match)
    if not match.variant.take_back:
        raise IllegalMove(TakingBackForbidden())
    if not deal.turn.table_plays:
        raise IllegalMove(NothingToTakeBack())
    undone = deal.turn.table_plays if deal.is_all_at_once else deal.turn.table_plays[-1:]
    return tuple(TakenBack(deal.turn.seat, play) for play in reversed(undone))
