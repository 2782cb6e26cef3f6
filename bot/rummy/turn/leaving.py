"""Leaving a match for good: the deal goes on without the seat, and its melds stay on the table."""

from bot.rummy.apply import apply
from bot.rummy.events import Event, MatchEnded, SeatLeft
from bot.rummy.match import Awaited, Match
from bot.rummy.match_end import is_decided, placings
from bot.rummy.turn.deal_end import block_deal
from bot.rummy.turn.stock import is_stalled


def leave(match: Match, seat: int) -> tuple[Event, ...]:
    """Return the events of a seat that leaves. If it was its turn, the turn ends without a discard (RULES 8.1).

    The last remaining seat wins, and the deal in play isn't scored. Leaving before an extra deal ends the match if only one
    seat then has the first place (RULES 8.13). A deal without a stock ends if only the leaver's turn was missing (RULES 5.26).
    """
    event = SeatLeft(seat)
    after = apply(match, event)
    if len(after.staying_seats()) > 1 and not (after.awaits == Awaited.DEAL and is_decided(after)):
        was_awaited = match.seat_to_act() == seat
        return (event, *block_deal(after)) if was_awaited and is_stalled(after) else (event,)
    return event, MatchEnded(placings(after))


def close_match(match: Match, seat: int) -> tuple[Event, ...]:
    """Return the end of a match in which nobody plays any more: the seat leaves, and the others have places by their scores."""
    left = SeatLeft(seat)
    return left, MatchEnded(placings(apply(match, left)))
