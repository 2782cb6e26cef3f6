"""Ten stages: who has completed which stage, what cards left count, and who loses a turn, calculated a second time."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

from bot.players.game_play import Reason
from bot.players.games.ten_stages import CompletesStage, HasStage, LacksWith, LacksWithout, NoNearer, OnlyPoints, Skips
from bot.rummy.events import CardDiscarded, CardsDealt, DealEnded, Event, MeldLaid, TakenBack, TurnSkipped
from bot.rummy.match import Match
from bot.rummy.moves import Discard, Draw, SeatMove, Take
from tests.rummy import slow_solver
from tests.rummy.gauntlet.game_facts import GameFacts
from tests.rummy.gauntlet.games import rummy
from tests.rummy.transcript_words import deal_of

STAGES = ["3s 3s", "3s 4r", "4s 4r", "7r", "8r", "9r", "4s 4s", "3s 6r", "5s 3s", "5s 5r"]
RANKS = slow_solver.RANKS[:-1]


def check_end(events: Sequence[Event], match: Match, caused: Sequence[Event]) -> None:
    """Check a deal's end as in basic rummy, who has gone on to the next stage, and what follows a joker."""
    rummy.check_end(events, match, caused)
    skipped = [event.seat for event in caused if isinstance(event, TurnSkipped)]
    ended = next((event for event in caused if isinstance(event, DealEnded)), None)
    is_skip = isinstance(caused[0], CardDiscarded) and caused[0].card.startswith("JK") and ended is None
    assert skipped == ([match.next_staying_seat(caused[0].seat)] if is_skip and isinstance(caused[0], CardDiscarded) else [])
    if ended is None:
        return
    since = max(at for at, event in enumerate(events) if isinstance(event, CardsDealt))
    laid = Counter(event.seat for event in events[since:] if isinstance(event, MeldLaid))
    laid.subtract(event.seat for event in events[since:] if isinstance(event, TakenBack) and isinstance(event.what, MeldLaid))
    before = match.ended_deals[-2].stages if len(match.ended_deals) > 1 else (0,) * match.seats
    assert all(laid[seat] in (0, len(STAGES[min(9, before[seat])].split())) for seat in range(match.seats)), (
        "all of it, or none"
    )
    assert ended.stages == tuple(min(10, stage + (laid[seat] > 0)) for seat, stage in enumerate(before))
    assert list(ended.points) == [slow_solver.points_of(hand, match.variant) for hand in ended.hands]
    assert match.regular_deals is not None or 10 not in ended.stages, "the tenth stage is the end of a match"


def is_true(reason: Reason, move: SeatMove, match: Match) -> bool:
    """Return True if the reason is a fact."""
    deal = deal_of(match)
    hand = list(deal.hands[deal.turn.seat])
    match reason, move:
        case Skips(), Discard(card=card):
            return card.startswith("JK")
        case OnlyPoints(), Discard():
            return deal.turn.seat in deal.melded_seats
        case LacksWithout(count=count), Discard(card=card):
            hand.remove(card)
            return count == fewest_missing(hand, match)
        case LacksWith(count=count), Take() | Draw():
            return count == fewest_missing([*hand, deal.discard_pile[-1]], match) > 0
        case NoNearer(), Draw():
            return fewest_missing([*hand, deal.discard_pile[-1]], match) == fewest_missing(hand, match) > 0
        case CompletesStage(), Take():
            return fewest_missing([*hand, deal.discard_pile[-1]], match) == 0
        case HasStage(), Draw():
            return fewest_missing(hand, match) == 0
    return False


def fewest_missing(hand: Sequence[str], match: Match) -> int:
    """Return how many cards the stage of the seat to act lacks, of which kings may be all but two of each meld."""
    melds = [(int(meld[0]), meld[1]) for meld in STAGES[min(9, match.stages[deal_of(match).turn.seat])].split()]
    held = Counter(slow_solver.printed(card)[:-1] for card in hand if not card.startswith("JK"))
    fewest = 99
    for lowest in product(range(len(RANKS)), repeat=len(melds)):
        if any(kind == "r" and low + size > len(RANKS) for (size, kind), low in zip(melds, lowest, strict=True)):
            continue
        left, kings, lacking = held.copy(), held["K"], 0
        for (size, kind), low in zip(melds, lowest, strict=True):
            needed = Counter({RANKS[low]: size} if kind == "s" else RANKS[low : low + size])
            natural = needed & left
            left -= natural
            used = min(kings, size - natural.total(), size - 2)
            kings -= used
            lacking += size - natural.total() - used
        fewest = min(fewest, lacking)
    return fewest


FACTS = GameFacts(check_end, is_true, frozenset((TurnSkipped,)))
