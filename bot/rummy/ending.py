"""How a deal ends (RULES 4.3, 4.6) and when a match is over."""

from bot.rummy.apply import apply
from bot.rummy.events import DealEnded, Event, How, MatchEnded
from bot.rummy.match import Match
from bot.rummy.scoring import price


def or_out(before: Match, after: Match, seat: int, how: How) -> tuple[Event, ...]:
    """What follows if the seat's last event left it without a card: it has gone out. Nothing otherwise.

    Going rummy is spoilt by melds and lay-offs of earlier turns, not by those of this one (RULES 5.12).
    """
    assert before.deal is not None
    assert after.deal is not None
    if after.deal.hands[seat]:
        return ()
    return _ended(after, how, winner=seat, rummy=seat not in before.deal.played)


def deal_blocked(match: Match) -> tuple[Event, ...]:
    """Nobody is out and there is nothing left to draw."""
    return _ended(match, How.BLOCKED, winner=None, rummy=False)


def placings(match: Match) -> tuple[int, ...]:
    """Places from 1 by score; equal scores share. Who left comes after all others, who left first last of all."""
    staying = match.staying()
    return tuple(
        match.seats - match.left.index(seat)
        if seat in match.left
        else 1 + sum(match.scores[other] > match.scores[seat] for other in staying)
        for seat in range(match.seats)
    )


def _ended(match: Match, how: How, *, winner: int | None, rummy: bool) -> tuple[Event, ...]:
    deal = match.deal
    assert deal is not None
    points = price(match.variant, deal.hands, match.left, winner=winner, rummy=rummy)
    ended = DealEnded(how, winner, rummy, deal.hands, points)
    after = apply(match, ended)
    return (ended, MatchEnded(placings(after))) if _is_decided(after) else (ended,)


def _is_decided(match: Match) -> bool:
    """Questions 34 and 35: the target is reached when a total is equal or more (A:L102, B:L75)."""
    target, deals = match.variant.match_target, match.variant.match_deals
    reached = target != "none" and max(match.scores) >= target
    return reached or (deals != "none" and len(match.ended) >= deals)
