"""How a deal ends (RULES 4.3, 4.6) and when a match is over."""

from bot.rummy.apply import apply
from bot.rummy.events import DealEnded, EndedBy, Event, MatchEnded
from bot.rummy.match import Match
from bot.rummy.match_end import is_decided, placings
from bot.rummy.scoring import deal_points


def end_deal_if_out(before: Match, after: Match, seat: int, how: EndedBy) -> tuple[Event, ...]:
    """What follows if the seat's last event left it without a card: it has gone out. Nothing otherwise.

    Going rummy is spoilt by melds, lay-offs and swaps of earlier turns, not by those of this one (RULES 5.12). Where melds
    must empty the hand at once it is no feat, and not called so (RULES 2).
    """
    assert before.deal is not None
    assert after.deal is not None
    if after.deal.hands[seat]:
        return ()
    return _end_deal(after, how, winner=seat, rummy=seat not in before.deal.rummy_spoiled and not before.deal.is_all_at_once)


def block_deal(match: Match) -> tuple[Event, ...]:
    """Nobody is out and there is nothing left to draw."""
    return _end_deal(match, EndedBy.BLOCKED, winner=None, rummy=False)


def _end_deal(match: Match, how: EndedBy, *, winner: int | None, rummy: bool) -> tuple[Event, ...]:
    deal = match.deal
    assert deal is not None
    points = deal_points(match.variant, deal.hands, match.left_seats, winner=winner, rummy=rummy)
    ended = DealEnded(how, winner, rummy, deal.hands, points)
    after = apply(match, ended)
    return (ended, MatchEnded(placings(after))) if is_decided(after) else (ended,)
