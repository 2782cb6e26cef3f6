"""Colonel: as basic rummy, and what an accepted challenge brings."""

from collections.abc import Sequence

from bot.players.game_play import Reason
from bot.players.games.colonel import LowerHand
from bot.rummy.events import Challenged, ChallengeRefused, DealEnded, Event
from bot.rummy.match import Match, hand_points
from bot.rummy.moves import SeatMove
from tests.rummy.gauntlet.game_facts import GameFacts
from tests.rummy.gauntlet.games import rummy
from tests.rummy.transcript_words import deal_of


def check_end(events: Sequence[Event], match: Match, caused: Sequence[Event]) -> None:
    """Check that a deal ends by basic rummy, or after a challenge, and what it brings."""
    ended = next((event for event in caused if isinstance(event, DealEnded)), None)
    if ended is None or ended.how != "challenge":
        rummy.check_end(events, match, caused)
        return
    assert isinstance(events[-len(caused) - 2], Challenged)
    hands = [hand_points(match.variant, hand) for hand in ended.hands]
    assert ended.winner is None
    rummy.check_blocked(match, hands, ended.points)


def is_true(reason: Reason, move: SeatMove, match: Match) -> bool:
    """Return True if the points of the hand are true; those of the other hand are only likely."""
    deal = deal_of(match)
    return isinstance(reason, LowerHand) and reason.points == hand_points(match.variant, deal.hands[deal.turn.seat])


FACTS = GameFacts(check_end, is_true, frozenset((Challenged, ChallengeRefused)))
