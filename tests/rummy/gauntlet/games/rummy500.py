"""500 rummy: what everybody has laid and holds, calculated a second time from the events, and that the deepest card is laid."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from bot.players.game_play import Reason
from bot.players.games.rummy500 import LaysFromPile, PileCostsMore
from bot.rummy.cards import face, physical_card
from bot.rummy.events import CardsDealt, CardsLaidOff, DealEnded, Event, MeldLaid, PileTaken, TakenBack
from bot.rummy.match import Match
from bot.rummy.moves import Draw, SeatMove, TakeFrom
from tests.rummy import slow_solver
from tests.rummy.gauntlet.game_facts import GameFacts
from tests.rummy.transcript_words import deal_of


def check_end(events: Sequence[Event], match: Match, caused: Sequence[Event]) -> None:
    """Check that a taken card is laid at once, and that a deal ends by an empty hand or the stock, and with which points."""
    for one, following in pairwise(caused):
        if isinstance(one, PileTaken):
            assert isinstance(following, MeldLaid | CardsLaidOff)
            assert one.cards[0] in map(physical_card, following.cards), "the deepest card is laid"
    deal, ended = deal_of(match), next((event for event in caused if isinstance(event, DealEnded)), None)
    if ended is None:
        assert match.is_over or all(deal.hands[seat] for seat in match.staying_seats()), "who holds no card is out"
        return
    assert ended.how in ("discard", "meld", "layoff", "blocked")
    assert (ended.winner is None) == (ended.how == "blocked")
    if ended.winner is None:
        assert not deal.part_of(deal.turn.seat), "a deal ends without a winner if there is nothing to draw"
    else:
        assert not ended.hands[ended.winner]
    rules, laid = match.variant, Counter[int]()
    plays, lows = list[MeldLaid | CardsLaidOff](), set[str]()
    for event in events[max(at for at, event in enumerate(events) if isinstance(event, CardsDealt)) :]:
        if isinstance(event, MeldLaid | CardsLaidOff):
            plays.append(event)
        elif isinstance(event, TakenBack):
            assert plays.pop() == event.what
    for on in deal.melds:
        if (on.kind == "run" and any(card[0] == "2" for card in map(face, on.cards))) or any("=2" in card for card in on.cards):
            lows.update(card for card in on.cards[:1] if card[0] == "A")
    for play in plays:
        for card in play.cards:
            laid[play.seat] += 1 if card in lows else slow_solver.points_of([physical_card(card)], rules)
    for seat, hand in enumerate(ended.hands):
        assert ended.points[seat] == laid[seat] - slow_solver.points_of(hand, rules)


def is_true(reason: Reason, move: SeatMove, match: Match) -> bool:
    """Return True if the reason is a fact."""
    match reason, move:
        case LaysFromPile(cards=cards, points=points), TakeFrom(card=card, laying=laying) if laying is not None:
            laid = [physical_card(one) for one in laying.cards]
            return card in laid and len(cards) == len(laid) and points == slow_solver.points_of(laid, match.variant)
        case PileCostsMore(), Draw():
            return len(deal_of(match).discard_pile) > 0
    return False


FACTS = GameFacts(check_end, is_true, frozenset((PileTaken,)))
