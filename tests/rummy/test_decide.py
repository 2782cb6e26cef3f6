"""The start of a match, the deal, and the moves that `decide` refuses in every position."""

from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rummy.apply import apply, fold
from bot.rummy.cards import FRENCH52, Card, shuffle
from bot.rummy.decide import decide, play
from bot.rummy.events import Awaited, CardDrawn, CardsDealt, MatchStarted, StockRecycled
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Match
from bot.rummy.moves import (
    DRAW,
    TAKE,
    BreakOff,
    DealCards,
    Discard,
    LayMeld,
    LayOff,
    Leave,
    Move,
    SeatMove,
    StartMatch,
    read_move,
)
from bot.rummy.refusals import (
    AlreadyLeft,
    CardsMissing,
    DealInPlay,
    IllegalMove,
    MatchIsOver,
    MoveNotUnderstood,
    MoveRefusal,
    NoDealInPlay,
    WrongNumberOfPlayers,
)
from tests.rummy.presets import variant
from tests.rummy.transcript_position import SEED as POSITION_SEED
from tests.rummy.transcript_position import match_at

SEED = "ab" * 32
SEEDS = st.binary(min_size=32, max_size=32).map(bytes.hex)


def refusal(match: Match | None, seat: int | None, move: Move) -> MoveRefusal:
    with pytest.raises(IllegalMove) as refused:
        decide(match, seat, move)
    return refused.value.refusal


def started(players: int = 2, seed: str = SEED) -> Match:
    return play(None, None, StartMatch(variant(), players, seed))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_seats_and_the_first_dealer_follow_from_the_seed(players: int) -> None:
    (event,) = decide(None, None, StartMatch(variant(), players, SEED))
    assert isinstance(event, MatchStarted)
    assert sorted(event.seating) == list(range(players))
    assert 0 <= event.dealer < players
    match = apply(None, event)
    assert match.scores == (0,) * players
    assert match.awaits == Awaited.DEAL
    assert match.seat_to_act() is None


@given(SEEDS, st.integers(2, 6))
@settings(max_examples=30)
def test_cards_are_dealt_one_at_a_time_and_the_next_is_the_upcard(seed: str, players: int) -> None:
    """B:L38: the player after the dealer gets the first card, the dealer the last; then come the upcard and the stock."""
    match = started(players, seed)
    (event,) = decide(match, None, DealCards(seed))
    assert isinstance(event, CardsDealt)
    order, each = shuffle(FRENCH52, seed, "deal"), {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}[players]
    hands: dict[int, list[Card]] = {seat: [] for seat in range(players)}
    for at in range(each * players):
        hands[(match.first_dealer + 1 + at) % players].append(order[at])
    assert event.hands == tuple(tuple(hands[seat]) for seat in range(players))
    assert event.upcard == order[each * players]
    assert event.stock == order[each * players + 1 :]
    assert apply(match, event).seat_to_act() == (match.first_dealer + 1) % players


def test_the_first_dealer_deals_first_unless_they_have_left() -> None:
    match = started(3)
    dealer = match.first_dealer
    dealt = play(match, None, DealCards(SEED))
    assert dealt.deal is not None
    assert dealt.deal.dealer == dealer
    without = play(play(match, dealer, Leave()), None, DealCards(SEED))
    assert without.deal is not None
    assert without.deal.dealer == (dealer + 1) % 3
    assert [len(hand) for hand in without.deal.hands] == [0 if seat == dealer else 10 for seat in range(3)]


@pytest.mark.parametrize("players", [0, 1, 7])
def test_a_match_needs_the_number_of_players_of_its_variant(players: int) -> None:
    assert refusal(None, None, StartMatch(variant(), players, SEED)) == WrongNumberOfPlayers(players, 2, 6)


PILE = "4C 9D KS 7H 8H JC QC"


@pytest.mark.parametrize(
    ("rules", "recycles", "order", "kept"),
    [
        ((), 0, PILE, ""),
        (("with recycle_keep_top true",), 1, "4C 9D KS 7H 8H JC", "QC"),
        (("with recycle shuffle",), 0, "shuffled", ""),
        (("with recycle shuffle",), 1, "shuffled", ""),
        (("with recycle shuffle", "with recycle_keep_top true"), 1, "shuffled", "QC"),
    ],
)
def test_a_recycled_pile_is_turned_over_or_shuffled(rules: tuple[str, ...], recycles: int, order: str, kept: str) -> None:
    """B:L61, B:L102, A:L45; each recycle of a deal draws its own order from the deal's seed."""
    match = match_at("rami", *rules, "deal 2C | 2D", f"discards {PILE}", f"recycles {recycles}")
    recycled, drawn = decide(match, 0, DRAW)
    assert isinstance(recycled, StockRecycled)
    assert isinstance(drawn, CardDrawn)
    pile = tuple(PILE.removesuffix(kept).split())
    expected = shuffle(pile, POSITION_SEED, f"recycle {recycles + 1}") if order == "shuffled" else tuple(order.split())
    assert recycled == StockRecycled(tuple(map(Card, expected)), tuple(map(Card, kept.split())))
    assert drawn.card == expected[0]
    assert order != "shuffled" or expected != pile


def test_a_match_starts_only_once() -> None:
    match = started()
    assert refusal(match, None, StartMatch(variant(), 2, SEED)) == DealInPlay()
    over = play(match, None, BreakOff())
    assert refusal(over, None, StartMatch(variant(), 2, SEED)) == MatchIsOver()


@pytest.mark.parametrize("move", [DRAW, TAKE, Discard(Card("2C")), LayMeld((Card("2C"),)), LayOff((Card("2C"),), 1)])
def test_nothing_is_played_before_the_match_starts_and_the_cards_are_dealt(move: SeatMove) -> None:
    for match in (None, started()):
        assert refusal(match, 0, move) == NoDealInPlay()
    assert refusal(None, 0, Leave()) == NoDealInPlay()


@pytest.mark.parametrize("seat", [None, -1, 2, 99])
@pytest.mark.parametrize("move", [DRAW, TAKE, Leave()])
def test_only_seats_of_the_match_have_moves(seat: int | None, move: SeatMove) -> None:
    match = match_at("rami", "deal 2C | 2D", "stock 3S", "upcard 4S", "dealer 1")
    assert refusal(match, seat, move) == AlreadyLeft()


def test_a_meld_or_lay_off_of_no_cards_is_refused() -> None:
    match = match_at("rami", "deal 2C 9S | 2D", "stock 3S", "upcard 4S", "meld 1: 5H 6H 7H by 1", "drawn 9S")
    assert refusal(match, 0, LayOff((), 1)) == CardsMissing()
    assert refusal(match, 0, LayMeld(())) == CardsMissing()


def test_decide_changes_nothing() -> None:
    match = play(started(), None, DealCards(SEED))
    before = msgspec.json.encode(match)
    decide(match, match.seat_to_act(), DRAW)
    assert msgspec.json.encode(match) == before


def test_every_kind_of_move_prints_in_the_form_that_is_read() -> None:
    simple = [kind for kind in get_args(SeatMove) if kind.__struct_fields__ in ((), ("card",))]
    texts = [
        *("take and layoff 10H 2", "take 7H", "take 7H and meld 7H 8H 9H", "take 7H and layoff 7H 2"),
        *("meld 7H 8H 9H", "meld 7H 8H 9H | XI XII XIII as set"),
        *("layoff 10H 2", "layoff 10H JH 12", "swap 8C 1"),
        *("knock", "knock QS", "knock QS | 2C 3C 4C | 9S 9D 9H"),
        *(str(kind(Card("QS")) if kind.__struct_fields__ else kind()) for kind in simple),
    ]
    moves = [read_move(text) for text in texts]
    assert [*map(str, moves)] == texts
    assert {type(move) for move in moves} == set(get_args(SeatMove))


WORDS = ("draw", "stock", "take", "meld", "layoff", "discard", "leave", "7H", "10H", "1", "2", "-1", "²", "٣", "9" * 20)


@given(st.text(max_size=20) | st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join))
def test_any_text_reads_as_a_move_or_is_refused(text: str) -> None:
    try:
        move = read_move(text)
    except IllegalMove as refused:
        assert refused.refusal == MoveNotUnderstood(text)  # noqa: PT017
    else:
        assert read_move(str(move)) == move


def test_an_endless_meld_number_is_refused() -> None:
    with pytest.raises(IllegalMove):
        read_move("layoff 7H " + "9" * 5000)


def test_a_seat_has_moves_only_in_its_turn() -> None:
    match = play(started(4), None, DealCards(SEED))
    assert [seat for seat in range(4) if legal_moves(match, seat)] == [match.seat_to_act()]


def test_an_event_before_the_start_of_a_match_fails() -> None:
    assert fold([]) is None
    with pytest.raises(AssertionError):
        fold(decide(started(), None, DealCards(SEED)))
