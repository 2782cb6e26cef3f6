"""When a match ends, and the places of its players (questions 34-36)."""

from bot.rummy.match import Match

EXTRA_DEALS = 3
"""After this many extra deals a tie is shared (RULES 5.13)."""


def is_limit_reached(match: Match) -> bool:
    """Return True if a total is at least the target, or the number of deals is reached (A:L102, B:L75, RULES 5.25)."""
    target, deals = match.variant.match_target, match.variant.match_deals
    reached = target != "none" and max(match.scores[seat] for seat in match.staying_seats()) >= target
    return reached or (isinstance(deals, int) and len(match.ended_deals) >= deals)


def is_decided(match: Match) -> bool:
    """Return True if the limit is reached and no tie for the first place needs an extra deal."""
    if match.regular_deals is None:
        return False
    if match.variant.tie == "shared" or len(match.ended_deals) - match.regular_deals >= EXTRA_DEALS:
        return True
    return placings(match).count(1) == 1


def placings(match: Match) -> tuple[int, ...]:
    """Return the place of each seat, from 1, by score; equal scores share a place.

    Seats that left come after all others: the first to leave is last.
    """
    staying, sign = match.staying_seats(), -1 if match.variant.is_lowest_score_best() else 1
    return tuple(
        match.seats - match.left_seats.index(seat)
        if seat in match.left_seats
        else 1 + sum(sign * match.scores[other] > sign * match.scores[seat] for other in staying)
        for seat in range(match.seats)
    )
