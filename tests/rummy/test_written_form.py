"""Matches, deals, views, events and moves print in their written form, without a hidden card and without a seed."""

from typing import get_args

import pytest
from rich.pretty import pretty_repr

from bot.rummy.cards import Card
from bot.rummy.decide import decide, play
from bot.rummy.events import (
    CardDiscarded,
    CardDrawn,
    CardsDealt,
    CardsLaidOff,
    DealEnded,
    DiscardTaken,
    EndedBy,
    Event,
    JokerSwapped,
    MatchBrokenOff,
    MatchEnded,
    MatchStarted,
    MeldKind,
    MeldLaid,
    MeldRetired,
    SeatLeft,
    StockRecycled,
    TakenBack,
)
from bot.rummy.moves import DRAW, BreakOff, DealCards, Leave, Move, StartMatch
from bot.rummy.view import PublicEvent, public_form, view_for
from bot.rummy.written_form import Written
from tests.rummy.gauntlet.secrets import cards_written, check_printed, every_print
from tests.rummy.presets import variant
from tests.rummy.transcript_position import SEED, match_at

MIDDLE = match_at(
    "rami",
    "deal 2C 3C 4C | 2D 9D | KH",
    "stock 9S 8S 7S",
    "discards JS 6S",
    "meld 1: 5S 4S 3S by 1",
    "meld 2: QH QC QS by 0",
    "scores 10 5 0",
    "number 2",
)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


RUN = MeldLaid(0, MeldKind.RUN, cards("7H 8H 9H"))


@pytest.mark.parametrize(
    ("event", "written"),
    [
        (MatchStarted(variant(), (2, 0, 1), 1, SEED), "rami starts; seating 2, 0, 1; seat 1 deals first"),
        (
            CardsDealt(3, 1, SEED, (cards("2C 3C"), cards("2D 3D")), Card("6S"), cards("9S 8S 7S")),
            "1 deals deal 3; hands of 2, 2; upcard 6S; stock 3",
        ),
        (CardsDealt(1, 0, SEED, (cards("2C"), cards("2D 3D")), None, cards("9S")), "0 deals deal 1; hands of 1, 2; stock 1"),
        (StockRecycled(cards("6S 7S"), ()), "the discard pile becomes the stock; stock 2"),
        (StockRecycled(cards("6S 7S"), cards("8S")), "the discard pile becomes the stock; stock 2; upcard 8S"),
        (CardDrawn(0, Card("9S")), "0 draws"),
        (DiscardTaken(0, Card("6S")), "0 takes 6S"),
        (RUN, "0 melds 7H 8H 9H as run"),
        (CardsLaidOff(1, cards("10H JH"), 2), "1 lays off 10H JH on 2"),
        (JokerSwapped(1, Card("8C"), Card("JK1"), 2), "1 swaps 8C for JK1 in 2"),
        (MeldRetired(1, 2, cards("IIII V VI VII")), "1 retires meld 2: IIII V VI VII"),
        (TakenBack(0, RUN), "0 takes back: 0 melds 7H 8H 9H as run"),
        (CardDiscarded(0, Card("QS")), "0 discards QS"),
        (SeatLeft(2), "2 leaves"),
        (
            DealEnded(EndedBy.MELD, 1, rummy=True, hands=(cards("KS"), ()), points=(0, 20)),
            "the deal ends by meld: 1 is out, rummy; points 0, 20; hands KS | -",
        ),
        (
            DealEnded(EndedBy.BLOCKED, None, rummy=False, hands=(cards("KS"), cards("AD")), points=(0, 9)),
            "the deal ends by blocked: nobody is out; points 0, 9; hands KS | AD",
        ),
        (
            DealEnded(EndedBy.MELD, 0, False, ((), cards("KS")), (10, 0), (cards("7H 8H 9H"), cards("AD AC AH"))),
            "the deal ends by meld: 0 is out; points 10, 0; hands - | KS; melds 7H 8H 9H | AD AC AH",
        ),
        (MatchEnded((2, 1)), "the match ends: places 2, 1"),
        (MatchBrokenOff(), "the match is broken off"),
    ],
)
def test_an_event_prints_as_everyone_may_know_it(event: Event, written: str) -> None:
    assert str(event) == repr(event) == f"{event}" == str(public_form(event)) == written


@pytest.mark.parametrize(
    ("move", "written"),
    [
        (StartMatch(variant(), 3, SEED), "start rami with 3 players"),
        (DealCards(SEED), "deal"),
        (BreakOff(), "break off"),
        (DRAW, "draw stock"),
    ],
)
def test_a_move_prints_without_its_seed(move: Move, written: str) -> None:
    assert str(move) == repr(move) == f"{move}" == written


@pytest.mark.parametrize("kind", [*get_args(Event), *get_args(PublicEvent), *get_args(Move)])
def test_every_event_and_move_has_a_written_form(kind: type) -> None:
    assert issubclass(kind, Written)
    assert vars(kind).keys() & {"written", "__str__"}
    assert "__repr__" not in vars(kind)


def test_a_match_prints_its_deal_and_its_scores() -> None:
    deal = "deal 2, turn 1: seat 0 to draw; upcard 6S; stock 3; melds 3S 4S 5S | QC QH QS; hands of 3, 2, 1"
    assert str(MIDDLE.deal) == repr(MIDDLE.deal) == deal
    assert str(MIDDLE) == repr(MIDDLE) == f"rami: {deal}; scores 10, 5, 0"


def test_a_match_prints_the_seat_that_it_waits_for() -> None:
    assert "seat 0 to play; upcard 6S; stock 2;" in str(play(MIDDLE, 0, DRAW))
    assert str(play(None, None, StartMatch(variant(), 3, SEED))) == "rami: no deal yet; scores 0, 0, 0"


def test_a_match_prints_the_seats_that_left_and_its_end() -> None:
    left = play(MIDDLE, 2, Leave())
    assert str(left).endswith("; scores 10, 5, 0; left 2")
    assert str(play(left, 1, Leave())).endswith("; scores 10, 5, 0; left 2, 1; places 1, 2, 3")
    assert str(play(MIDDLE, None, BreakOff())).endswith("; scores 10, 5, 0; broken off")


def test_an_ended_deal_prints_how_it_ended() -> None:
    blocked = play(match_at("rami", "deal 2C | 2D", "upcard 6S", "recycles 2"), 0, DRAW)
    assert str(blocked.deal) == "deal 1, turn 1: ended by blocked; upcard 6S; stock 0; melds -; hands of 1, 1"


def test_a_view_prints_no_hand_not_even_the_viewers() -> None:
    deal = "deal 2, turn 1: seat 0's turn; upcard 6S; stock 3; melds 3S 4S 5S | QC QH QS; hands of 3, 2, 1"
    assert str(view_for(MIDDLE, 0)) == repr(view_for(MIDDLE, 0)) == f"rami: {deal}; scores 10, 5, 0; seen by seat 0"
    assert str(view_for(MIDDLE, None)).endswith("; seen by an onlooker")


def test_a_view_prints_no_stock_where_the_table_hides_its_size() -> None:
    silent = match_at("rami", "deal 2C | 2D", "stock 9S", "upcard 6S", "with stock_count_public false")
    assert str(view_for(silent, 0).deal) == "deal 1, turn 1: seat 0's turn; upcard 6S; melds -; hands of 1, 1"


def test_a_turn_prints_no_drawn_card() -> None:
    drawn = play(MIDDLE, 0, DRAW)
    assert drawn.deal is not None
    assert str(drawn.deal.turn) == repr(drawn.deal.turn) == "turn 1: seat 0 to play"
    check_printed(drawn, drawn.deal.turn, view_for(drawn, 0))


def test_the_check_of_what_is_printed_notices_a_hidden_card_and_a_seed() -> None:
    assert cards_written("(0 draws 9S; hands of 7, 3; JK1=8C | 7H')") == {"9S", "JK1", "7H'"}
    for leak in ("0 draws 9S", f"0 deals {SEED}", {"hand": ("2D",)}):
        with pytest.raises(AssertionError):
            check_printed(MIDDLE, leak)
    check_printed(MIDDLE, "0 takes 6S")


def test_every_print_of_an_event_leaves_the_drawn_card_out() -> None:
    (event,) = decide(MIDDLE, 0, DRAW)
    assert isinstance(event, CardDrawn)
    assert event.card == "9S"
    for text in (every_print((event, {"event": event})), pretty_repr(event), pretty_repr(view_for(play(MIDDLE, 0, DRAW), 0))):
        assert "9S" not in text
