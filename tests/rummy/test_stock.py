"""A log of an earlier version, in which players took discards for longer than is allowed now, is read and played on."""

from itertools import cycle

import msgspec

from bot.rummy.apply import fold
from bot.rummy.decide import decide, play
from bot.rummy.events import Awaited, CardDiscarded, DealEnded, DiscardTaken, EndedBy, Event
from bot.rummy.match import Match
from bot.rummy.moves import TAKE, Discard
from tests.rummy.transcript import perform

BEGINNING = """
deal    2C 3C 8H | 2D 5D 9S
discards 4C 9D KS
0 take
0 discard 2C
"""


def stalled_for(turns: int) -> Match:
    """Return the match after this many more turns in which the discard was taken, as an earlier version stored them."""
    match = perform(BEGINNING, "block")
    assert match is not None
    assert match.deal is not None
    before, cards = match.deal.discard_pile[-1], cycle(("5D", "3C", "9S", "8H", "2D", "KS"))
    events: list[Event] = []
    for nth, card in zip(range(turns), cards, strict=False):
        seat = 1 - nth % 2
        events += [DiscardTaken(seat, before), CardDiscarded(seat, card)]
        before = card
    stored = [msgspec.json.decode(msgspec.json.encode(event), type=Event) for event in events]
    after = fold(stored, match)
    assert after is not None
    return after


def test_a_log_with_many_rounds_without_a_stock_is_read_and_the_next_discard_ends_the_deal() -> None:
    """RULES 5.26."""
    match = stalled_for(6)
    assert (match.awaits, len(match.ended_deals)) == (Awaited.DRAW, 0), "the fold ends no deal by itself"
    seat = match.seat_to_act()
    taken = play(match, seat, TAKE)
    assert taken.deal is not None
    card = next(card for card in taken.deal.hands[seat or 0] if card != taken.deal.turn.taken_card)
    discarded, ended, *_ = decide(taken, seat, Discard(card))
    assert isinstance(discarded, CardDiscarded)
    assert isinstance(ended, DealEnded)
    assert (ended.how, ended.winner) == (EndedBy.BLOCKED, None)
