"""The turn of a person whose time is up: one card drawn and discarded."""

import random
from collections import Counter
from itertools import chain

import pytest
from msgspec.structs import replace

from bot.players.computer_player import minimal_move
from bot.rummy.arrangement import melds_in
from bot.rummy.at import At
from bot.rummy.cards import Card, face, is_joker, meld_face
from bot.rummy.decide import decide, play
from bot.rummy.events import Knocked
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Match
from bot.rummy.moves import TAKE, TAKE_BACK, Discard, Knock
from bot.rummy.steps.permissions import can_touch
from bot.rummy.steps.plays import possible_lay_offs, possible_swaps
from bot.rummy.variant import Variant
from bot.rummy.view import view_for
from tests.players.tables import any_choice, is_played, started, view_of
from tests.rummy.transcript_position import match_at
from tests.seeds import seeds


def minimal(preset: str, *lines: str) -> str:
    return str(minimal_move(view_of(preset, *lines)))


def test_in_three_thirteen_nobody_goes_out_for_somebody_who_is_away() -> None:
    """RULES 8.26."""
    match = match_at("three_thirteen", "deal 7C 7D 7H KD | 2H 9S QC", "stock 5S 9H JD", "discards 8S", "drawn KD")
    assert any(isinstance(move, Knock) for move in legal_moves(match, 0))
    move = minimal_move(view_for(match, 0))
    assert str(move) == "discard KD"
    assert not any(isinstance(event, Knocked) for event in decide(match, 0, move))


def test_a_card_is_drawn_from_the_stock_even_if_the_discard_would_make_a_meld() -> None:
    assert minimal("rami", "deal 7C 7D 2S | 3C", "stock QH", "discards 7H") == "draw stock"


def test_the_drawn_card_is_discarded_and_nothing_is_laid() -> None:
    assert minimal("rami", "deal 7C 7D 7H KS 2S | 3C", "stock QH", "discards 5H", "drawn 2S") == "discard 2S"


def test_where_the_starter_draws_nothing_the_highest_card_is_discarded() -> None:
    assert minimal("wrotham", "deal 7C 7D KS 2S | 3C", "stock QH", "awaits play") == "discard KS"


def test_after_a_card_was_taken_the_highest_other_card_is_discarded() -> None:
    assert minimal("rami", "deal 7C 9D KS | 3C", "stock QH", "taken KS") == "discard 9D"


def test_where_a_taken_card_may_go_back_it_goes_back() -> None:
    lines = ("with discard_taken allow", "deal 7C 9D 2S | 3C", "stock QH", "taken 2S")
    assert minimal("rami", *lines) == "discard 2S"


def test_a_taken_card_that_alone_is_left_is_laid() -> None:
    assert minimal("rami", "deal 8S | 3C 4D", "stock QH", "discards 2H", "taken 8S", "meld 1: 8C 8D 8H by 1") == "layoff 8S 1"


def test_in_a_phase_without_draw_discard_or_laying_the_last_move_is_made() -> None:
    """No phase of basic rummy is like that: here it offers to take the discard, or to take back, and not to draw."""
    view = view_of("rami", "deal 7C 9D | 3C", "stock QH", "discards 2S")
    assert minimal_move(replace(view, moves=(TAKE, TAKE_BACK))) == TAKE_BACK
    with pytest.raises(ValueError, match="no turn to play"):
        minimal_move(replace(view, moves=()))


def test_without_a_stock_the_draw_ends_the_deal() -> None:
    assert minimal("rami", "deal 7C 9D | 3C", "discards KH", "recycles 2") == "draw stock"


def test_a_wild_joker_is_kept_though_it_was_drawn_and_has_the_most_points() -> None:
    hand = ("with meld_all_at_once always", "deal JK1 KC 9D | 3C", "stock QH", "discards 2H")
    assert minimal("wrotham", *hand, "drawn JK1") == "discard KC"
    assert minimal("wrotham", *hand, "drawn KC") == "discard KC"


def test_a_ready_meld_is_not_broken() -> None:
    hand = "deal KC KD KH 9D 2S | 3C"
    assert minimal("rami", hand, "stock QH", "discards 2H", "drawn KH") == "discard 9D"
    assert minimal("rami", hand, "stock QH", "discards 2H", "drawn 2S") == "discard 2S", "the drawn card is harmless"


def test_a_spare_copy_of_a_melds_card_is_not_needed() -> None:
    hand = ("with packs 2", "deal KC KD KH KH' 9D | 3C", "stock QH", "discards 2H", "drawn KH'")
    assert minimal("rami", "with set_unique true", *hand) == "discard KH"


def test_a_card_that_the_next_player_can_lay_off_is_kept() -> None:
    lines = ("deal 10S 9D 2S | 3C 4C", "stock QH", "discards 2H", "drawn 10S")
    assert minimal("rami", *lines, "meld 1: 10C 10D 10H by 1") == "discard 9D"
    assert minimal("rami", *lines, "meld 1: JC JD JH by 1") == "discard 10S"


def test_a_card_for_a_meld_that_a_leaver_has_laid_is_kept_where_melds_are_laid_all_at_once() -> None:
    lines = ("with meld_all_at_once always", "with players [2, 5]", "deal 4C 3H 2S | 3C | 6H", "stock QH", "discards 2H")
    assert minimal("wrotham", *lines, "drawn 4C", "meld 1: 4D 4H 4S by 2") == "discard 3H"


@pytest.mark.parametrize(
    ("hand", "discard"),
    [
        ("JK1 KC KD KH 4C 7D", "discard 7D"),  # 7D is on no meld of the table and in none of the hand
        ("JK1 KC KD KH 4C", "discard 4C"),  # it can be laid off
        ("JK1 KC KD KH", "discard KH"),
        ("JK1", "discard JK1"),
    ],
)
def test_a_card_for_the_table_goes_before_one_of_a_meld_and_a_joker_last(hand: str, discard: str) -> None:
    lines = (f"deal {hand} | 3C", "stock QH", "awaits play", "meld 1: 4D 4H 4S by 1", "with wild_min_naturals 2")
    assert minimal("wrotham", *lines) == discard


@pytest.mark.parametrize("number", seeds(range(10), 50))
def test_no_deal_has_a_minimal_discard_that_harms_while_another_would_not(number: int) -> None:
    """Random house rules. What harms is asked of the rules: which melds are left without the card, and what may be laid off."""
    dice = random.Random(number)
    match, steps, discards = started(dice), 0, 0
    while is_played(match) and steps < 80:
        seat = match.seat_to_act()
        move = minimal_move(view_for(match, seat))
        if isinstance(move, Discard):
            discards += 1
            harms = {card: harm_of(match, seat, card) for card in discardable(match, seat)}
            assert harms[move.card] == min(harms.values()), f"{move} of {harms}"
        match, steps = play(match, seat, any_choice(dice, view_for(match, seat))), steps + 1
    assert discards


def discardable(match: Match, seat: int) -> list[Card]:
    return [move.card for move in legal_moves(match, seat) if isinstance(move, Discard)]


def harm_of(match: Match, seat: int, card: Card) -> int:
    """Return 3 for a wild joker, 2 for a card that a meld in hand needs, 1 for one that the next player can lay off, else 0.

    Where the rank of the deal is wild, any two cards of a meld would need it: only the best melds count there.
    """
    deal, variant = match.deal, match.rules_of(seat)
    assert deal is not None
    if variant.wild == "joker" and is_joker(card):
        return 3
    hand = deal.hands[seat]
    without = tuple(other for other in hand if other != card)
    if not (variant.growing_hands or variant.wild == "king") and melds_by_face(without, variant) != melds_by_face(
        hand, variant
    ):
        return 2
    arranged = Counter(face(each) for meld in view_for(match, seat).arrangement.melds for each in meld.cards)
    if arranged[face(card)] == Counter(map(face, hand))[face(card)]:
        return 2
    return int(can_lay_off(match, match.next_staying_seat(seat), card))


def melds_by_face(hand: tuple[Card, ...], variant: Variant) -> set[tuple[str, ...]]:
    return {tuple(map(meld_face, meld.cards)) for meld in melds_in(hand, variant)}


def can_lay_off(match: Match, seat: int, card: Card) -> bool:
    """Return True if this seat can lay off the card, or swap it for a joker, once it has melded."""
    deal, variant = match.deal, match.variant
    hands = tuple((card,) if other == seat else hand for other, hand in enumerate(deal.hands))
    turn = replace(deal.turn, seat=seat, drawn_card=None, taken_card=None)
    theirs = replace(deal, hands=hands, turn=turn, melded_seats=deal.melded_seats | {seat})
    at = At(replace(match, deal=theirs))
    for number in range(1, len(deal.melds) + 1):
        if can_touch(variant, theirs, seat, number):
            swaps = () if variant.wild_swap == "never" else possible_swaps(at, number)
            if any(True for _ in chain(possible_lay_offs(at, number), swaps)):
                return True
    return False
