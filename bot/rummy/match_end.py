"""When a match is settled, and who has won it (questions 34-36)."""

from bot.rummy.match import Match

EXTRA_DEALS = 3
"""After so many a tie is shared (RULES 5.13)."""


def is_limit_reached(match: Match) -> bool:
    """Whether the target or the number of deals is reached: a total that is equal or more (A:L102, B:L75, RULES 5.25)."""
    target, deals = match.variant.match_target, match.variant.match_deals
    reached = target != "none" and max(match.scores[seat] for seat in match.staying_seats()) >= target
    return reached or (deals != "none" and len(match.ended_deals) >= deals)


def is_decided(match: Match) -> bool:
    """Settled, and not to be played on because of a tie for the first place."""
    if match.regular_deals is None:
        return False
    if match.variant.tie == "shared" or len(match.ended_deals) - match.regular_deals >= EXTRA_DEALS:
        return True
    return placings(match).count(1) == 1


def placings(match: Match) -> tuple[int, ...]:
    """Places from 1 by score; equal scores share. Who left comes after all others, who left first last of all."""
    staying, sign = match.staying_seats(), -1 if match.variant.is_lowest_score_best() else 1
    return tuple(
        match.seats - match.left_seats.index(seat)
        if seat in match.left_seats
        else 1 + sum(sign * match.scores[other] > sign * match.scores[seat] for other in staying)
        for seat in range(match.seats)
    )
