"""500 rummy: a match always ends, all that can be taken of a large pile is offered, and everybody sees what is taken."""

import pytest
from msgspec.structs import replace

from bot.rummy.cards import FRENCH52, Card
from bot.rummy.decide import decide, play
from bot.rummy.events import DealEnded, EndedBy, MatchEnded, PileTaken
from bot.rummy.games.rummy500 import MOST_DEALS, DeepestNotLaid
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import Discard, LayMeld, TakeFrom, read_move
from bot.rummy.refusals import IllegalMove
from bot.rummy.view import view_for
from tests.rummy.transcript_position import match_at
from tests.rummy.transcript_words import deal_of

LOST = DealEnded(EndedBy.BLOCKED, None, rummy=False, hands=((), ()), points=(-10, -20))


@pytest.mark.parametrize("deals", [MOST_DEALS - 2, MOST_DEALS - 1])
def test_a_match_of_falling_totals_ends_after_fifty_deals(deals: int) -> None:
    """RULES 8.25."""
    match = match_at("rummy500", "deal 2C | QD", "stock 5D 6D", "upcard 4D", "drawn 2C", "scores -40 -90")
    events = decide(replace(match, ended_deals=(LOST,) * deals), 0, Discard(Card("2C")))
    assert (MatchEnded((1, 2)) in events) == (deals + 1 == MOST_DEALS)


def test_every_card_of_a_pile_of_thirty_that_can_be_laid_is_offered() -> None:
    pile = " ".join(FRENCH52[13:43])
    match = match_at("rummy500", "deal 2C 3C 4C 6C 7C 8C JK1 | 9C", "stock 5C", f"discards {pile}")
    takes = [move for move in legal_moves(match, 0) if isinstance(move, TakeFrom)]
    assert {move.card for move in takes} == {*FRENCH52[13:43]} - {Card("KH")}, "no heart or king lies above the king of hearts"
    assert len(takes) < 1000
    for move in takes:
        taken, *laid = decide(match, 0, move)
        assert isinstance(taken, PileTaken)
        assert taken.cards[0] == move.card
        assert laid


def test_a_taking_without_its_laying_is_refused_and_is_not_offered() -> None:
    match = match_at("rummy500", "deal 7H 9H KS | QC", "stock 5C", "discards 8H 2C")
    with pytest.raises(IllegalMove) as refused:
        decide(match, 0, read_move("take 8H"))
    assert refused.value.refusal == DeepestNotLaid(Card("8H"))
    assert TakeFrom(Card("8H")) not in legal_moves(match, 0)


def test_everybody_knows_what_was_taken_and_how_many_cards() -> None:
    match = match_at("rummy500", "deal 7H 9H KS | QC", "stock 5C", "discards 8H 2C JD")
    after = play(match, 0, TakeFrom(Card("8H"), LayMeld((Card("7H"), Card("8H"), Card("9H")))))
    assert deal_of(after).known_hands == (("2C", "JD"), ())
    seen = view_for(after, 1).deal
    assert seen is not None
    assert (seen.pile_taken, seen.hand_sizes) == (3, (3, 1))
