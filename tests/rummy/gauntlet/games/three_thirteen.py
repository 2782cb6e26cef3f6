"""Three Thirteen: when a deal ends and what counts against whom, calculated a second time from the facts."""

from collections.abc import Sequence

from bot.players.game_play import Reason
from bot.players.games.gin import LowersPoints
from bot.players.games.three_thirteen import IsWild, LeavesPoints, NotFewer, OnlyMelds, StockIsBetter
from bot.rummy.arrangement import best_arrangement
from bot.rummy.cards import Card
from bot.rummy.events import Awaited, CardDiscarded, CardsDealt, DealEnded, Event, Knocked
from bot.rummy.match import Match
from bot.rummy.moves import Discard, Draw, Knock, SeatMove, Take
from bot.rummy.variant import Variant
from tests.rummy import slow_solver
from tests.rummy.gauntlet.game_facts import GameFacts
from tests.rummy.transcript_words import deal_of

_SLOW = 9  # cards of a hand for which the slow solver is fast enough


def check_end(events: Sequence[Event], match: Match, caused: Sequence[Event]) -> None:
    """Check that a deal ends after one more turn of each seat that stays, or with nothing left to draw, and what counts."""
    deal, rules = deal_of(match), match.rules
    ended = next((event for event in caused if isinstance(event, DealEnded)), None)
    since = next(at for at in range(len(events) - 1, -1, -1) if isinstance(events[at], CardsDealt))
    out = next((at for at in range(since, len(events)) if isinstance(events[at], Knocked)), None)
    if out is not None:
        played = [event.seat for event in events[out:] if isinstance(event, CardDiscarded)]
        assert len(set(played)) == len(played), "everyone has at most one more turn"
        assert (ended is None and not match.is_over) == bool(set(match.staying_seats()) - set(played)) or _is_used_up(match)
    if ended is None:
        assert match.is_over or not _is_used_up(match), "a deal with nothing left to draw ends"
        return
    assert ended.winner == deal.knocker
    for seat, hand in enumerate(deal.hands):
        assert ended.points[seat] == slow_solver.points_of(ended.hands[seat], rules)
        if seat != deal.knocker:
            assert ended.points[seat] == _fewest_left(hand, rules), "the best melds are shown"
    assert deal.knocker is None or not ended.hands[deal.knocker], "who is out has only melds"


def _is_used_up(match: Match) -> bool:
    """Return True if the turn begins without a card to draw."""
    deal = deal_of(match)
    if deal.turn.awaits != Awaited.DRAW:
        return False
    if match.rules.stock == "own":
        return not deal.part_of(deal.turn.seat)
    return not deal.stock and (deal.recycles == 2 or len(deal.discard_pile) < 2)


def _fewest_left(hand: Sequence[Card], rules: Variant) -> int:
    return slow_solver.fewest_left(hand, rules)[0] if len(hand) <= _SLOW else best_arrangement(hand, rules).points


def is_true(reason: Reason, move: SeatMove, match: Match) -> bool:
    """Return True if the reason is a fact."""
    deal, rules = deal_of(match), match.rules
    hand = deal.hands[deal.turn.seat]
    match reason, move:
        case OnlyMelds(), Knock(card=card):
            return not _fewest_left([one for one in hand if one != card], rules)
        case LeavesPoints(points=points), Discard(card=card):
            return points == _fewest_left([one for one in hand if one != card], rules)
    top = deal.discard_pile[-1]
    before, with_top = _fewest_left(hand, rules), min(_fewest_left(left, rules) for left in _without_each(hand, top))
    match reason, move:
        case IsWild(), Take():
            return slow_solver.is_of_wild_rank(top, rules)
        case LowersPoints(before=shown, points=points), Take():
            return shown == before > points == with_top
        case NotFewer(), Draw():
            return with_top >= before
        case StockIsBetter(), Draw():
            return with_top < before
    return False


def _without_each(hand: Sequence[Card], top: Card) -> list[list[Card]]:
    """Return the hand with the top discard in place of each of its cards."""
    return [[*hand[:at], *hand[at + 1 :], top] for at in range(len(hand))]


FACTS = GameFacts(check_end, is_true, frozenset((Knocked,)))
