"""Leaving a match for good: the deal goes on without the seat, and its cards stay where they are."""

from bot.rummy.apply import apply
from bot.rummy.events import Event, MatchEnded, SeatLeft
from bot.rummy.match import Match, Question
from bot.rummy.match_end import is_decided, placings


def leave(match: Match, seat: int) -> tuple[Event, ...]:
    """A turn that the seat was in ends without a discard. The last one to stay wins; the deal in play is not scored.

    Who leaves before an extra deal may leave the first place to one alone, who has then won.
    """
    event = SeatLeft(seat)
    after = apply(match, event)
    if len(after.staying_seats()) > 1 and not (after.question == Question.DEAL and is_decided(after)):
        return (event,)
    return event, MatchEnded(placings(after))
