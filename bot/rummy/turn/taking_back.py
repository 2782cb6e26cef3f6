"""Taking back this turn's melds, lay-offs and swaps, the last one first (question 38)."""

from bot.rummy.events import Event, MeldLaid, TakenBack
from bot.rummy.match import Match, TablePlay
from bot.rummy.refusals import IllegalMove, NothingToTakeBack, TakingBackForbidden
from bot.rummy.turn.turn_checks import deal_of
from bot.rummy.turn.turn_rules import has_opened, worth_of_melds


def take_back(match: Match) -> tuple[Event, ...]:
    """Return the taking back of the last play, and of those that may not stay on the table without it."""
    deal = deal_of(match)
    if not match.variant.take_back:
        raise IllegalMove(TakingBackForbidden())
    if not deal.turn.table_plays:
        raise IllegalMove(NothingToTakeBack())
    return tuple(TakenBack(deal.turn.seat, play) for play in reversed(plays_to_take_back(match)))


def plays_to_take_back(match: Match) -> tuple[TablePlay, ...]:
    """Return the plays of the turn that would be taken back together, in their order.

    These are all plays if melds must empty the hand in this deal (RULES 5.14), the first melds of the seat together (RULES
    8.16), and otherwise the last play alone.
    """
    deal = match.deal
    if deal is None or not deal.turn.table_plays or deal.is_all_at_once:
        return () if deal is None else deal.turn.table_plays
    plays, start, undone = deal.turn.table_plays, deal, 1
    while start.turn.deal_before_play is not None:
        start = start.turn.deal_before_play
    least = match.variant.first_meld
    if least != "none" and not has_opened(match.variant, start):
        while any(isinstance(play, MeldLaid) for play in plays[:-undone]) and (
            worth_of_melds(match.variant, plays[:-undone]) < least
        ):
            undone += 1
    return plays[-undone:]
