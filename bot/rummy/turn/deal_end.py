"""The end of a deal (RULES 4.3, 4.6), which may be the end of the match."""

from bot.rummy.apply import apply
from bot.rummy.events import DealEnded, EndedBy, Event, MatchEnded
from bot.rummy.match import Match
from bot.rummy.match_end import is_decided, placings
from bot.rummy.scoring import deal_points


def end_deal_if_out(before: Match, after: Match, seat: int, how: EndedBy) -> tuple[Event, ...]:
    """Return the end of the deal if the seat has no card left after its last event; otherwise nothing.

    A meld, lay-off or swap spoils going rummy if it was made in an earlier turn, not in this one (RULES 5.12). In a deal where
    melds must empty the hand nobody goes rummy (RULES 8.12).
    """
    assert before.deal is not None
    assert after.deal is not None
    if after.deal.hands[seat]:
        return ()
    return _end_deal(after, how, winner=seat, rummy=seat not in before.deal.rummy_spoiled and not before.deal.is_all_at_once)


def block_deal(match: Match) -> tuple[Event, ...]:
    """Return the end of a deal in which nobody is out and the stock is used up."""
    return _end_deal(match, EndedBy.BLOCKED, winner=None, rummy=False)


def _end_deal(match: Match, how: EndedBy, *, winner: int | None, rummy: bool) -> tuple[Event, ...]:
    deal = match.deal
    assert deal is not None
    points = deal_points(match.variant, deal.hands, match.left_seats, winner=winner, rummy=rummy)
    melds = tuple(meld.cards for meld in (*deal.retired_melds, *deal.melds) if meld.owner == winner)
    ended = DealEnded(how, winner, rummy, deal.hands, points, melds)
    after = apply(match, ended)
    return (ended, MatchEnded(placings(after))) if is_decided(after) else (ended,)
