"""First melds that must be worth something (RULES 8.16): what is offered, picked, taken back, and played by computers."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.players.computer_player import Level, choose_move
from bot.rummy import melds, ways_to_lay
from bot.rummy.arrangement import best_arrangement
from bot.rummy.cards import Card
from bot.rummy.decide import play
from bot.rummy.first_melds import can_be_worth
from bot.rummy.match import Match
from bot.rummy.melds import meld_points, run_rows
from bot.rummy.moves import LayingMove, LayMelds, read_move
from bot.rummy.picked_cards import picked_move
from bot.rummy.variant_reader import VariantRefused
from bot.rummy.view import view_for
from tests.rummy.gauntlet.position import is_accepted
from tests.rummy.hands import ANSWERS, hand
from tests.rummy.presets import variant
from tests.rummy.transcript_position import match_at

MINIMUM = "with first_meld 40"
TWO = "meld KS KH KD | 5H 6H 7H"


def offered(match: Match) -> list[str]:
    return [str(move) for move in view_for(match, 0).moves if isinstance(move, LayingMove)]


HAND = ("deal KS KH KD 5H 6H 7H AC 2C 3C 9C | 2D 3D 4D", "stock 9S", "drawn 9C")


def test_only_melds_that_are_worth_enough_together_are_offered() -> None:
    match = match_at("rami", MINIMUM, *HAND)
    assert offered(match)
    assert all(" | " in move and "KS KH KD" in move.replace("KD KH KS", "KS KH KD") for move in offered(match))
    assert all(is_accepted(match, 0, read_move(move)) for move in offered(match))
    assert any(len(read_move(move).melds) == 3 for move in offered(match)), "all melds that fit together"  # type: ignore[union-attr]


def test_cards_picked_for_several_melds_are_first_melds() -> None:
    match = match_at("rami", MINIMUM, *HAND)
    move = picked_move(match, 0, tuple(map(Card, ("5H", "6H", "7H", "KS", "KH", "KD"))), None)
    assert isinstance(move, LayMelds)
    assert is_accepted(match, 0, move)


def test_a_joker_of_picked_cards_stands_for_the_card_that_is_worth_the_most() -> None:
    match = match_at(
        "rami", MINIMUM, "with jokers 3", "with wild joker", "deal KS KH KD 9H 10H JK1 2C 4D | 2D 3D", "stock 9S", "drawn 2C"
    )
    move = picked_move(match, 0, tuple(map(Card, ("9H", "10H", "JK1", "KS", "KH", "KD"))), None)
    assert "JK1=JH" in str(move)


@pytest.mark.parametrize("minimum", [MINIMUM, "with first_meld 30"])
@pytest.mark.parametrize("two", [TWO, "meld 5H 6H 7H | KS KH KD"])
def test_the_first_melds_are_taken_back_together_and_later_plays_alone(minimum: str, two: str) -> None:
    """The kings alone are worth 30."""
    match = play(match_at("rami", minimum, "with melds_per_turn unlimited", *HAND), 0, read_move(two))
    deal = view_for(match, 0).deal
    assert deal is not None
    assert deal.taken_back_together == 2
    later = play(match, 0, read_move("meld AC 2C 3C"))
    deal = view_for(later, 0).deal
    assert deal is not None
    assert deal.taken_back_together == 1


@pytest.mark.parametrize("level", Level)
def test_a_computer_lays_its_first_melds_together(level: Level) -> None:
    match = match_at("rami", MINIMUM, "with melds_per_turn unlimited", *HAND)
    moves = {str(choose_move(view_for(match, 0), level, str(seed))) for seed in range(20)}
    assert any(" | " in move for move in moves)
    assert all(is_accepted(match, 0, read_move(move)) for move in moves)


def test_few_rows_of_an_extreme_hand_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six jokers make hundreds of thousands of rows of these cards; the melds of the ways took 3.5 seconds to find."""
    looked_at = 0

    def rows_looked_at(*of: Any, **about: Any) -> Iterator[Any]:
        nonlocal looked_at
        for row in run_rows(*of, **about):
            looked_at += 1
            yield row

    monkeypatch.setattr(ways_to_lay, "run_rows", rows_looked_at)
    monkeypatch.setattr(melds, "run_rows", rows_looked_at)
    naturals = "10D' 4H AS 7D' 8C' 4D 9D' 6H 8H'"
    hand = tuple(map(Card, (*naturals.split(), *(f"JK{number}" for number in range(1, 7)))))
    rules = variant(
        "rami",
        packs=2,
        jokers=6,
        wild="joker",
        run_suited=False,
        set_size="[3, 8]",
        hand_size=14,
        players="[2, 4]",
        first_meld=100,
    )
    ways = list(ways_to_lay.ways_to_open(hand, rules))
    assert len(ways) == ways_to_lay.MOST_WAYS
    assert all(sum(meld_points(rules, meld.cards) for meld in way) >= 100 for way in ways)
    assert looked_at < 5000


@pytest.mark.parametrize(
    ("game", "most", "answers"),
    [
        ("cuccu", 84, {}),  # XIII XIIII XV, twice
        ("cuccu", 65, {"out_by": "discard_only"}),  # XI to XV
        ("rami", 80, {"hand_size": 5, "ace": "high_or_low"}),  # three aces, and A K Q: there are four aces
        ("rami", 60, {"hand_size": 5, "ace": "high_or_low", "out_by": "discard_only"}),
        ("rami", 90, {"hand_size": 5, "ace": "high_or_low", "packs": 2}),
        ("rami", 90, {"hand_size": 5, "ace": "high_or_low", "jokers": 2, "wild": "joker"}),
        ("rami", 80, {"hand_size": 5, "ace": "high_or_low", "jokers": 2, "wild": "joker", "wild_min_naturals": 3}),
        ("rami", 49, {"hand_size": 4}),
    ],
)
def test_a_minimum_is_refused_exactly_if_no_hand_can_reach_it(game: str, most: int, answers: dict[str, Any]) -> None:
    variant(game, first_meld=most, **answers)
    with pytest.raises(VariantRefused, match="first_meld"):
        variant(game, first_meld=most + 1, **answers)


@pytest.mark.parametrize("name", ANSWERS)
def test_no_minimum_that_a_hand_reaches_is_refused(name: str) -> None:
    dice, v = random.Random(name), ANSWERS[name]
    for _ in range(20):
        cards = hand(dice, v, 8)
        laid = best_arrangement(cards, v).melds
        points = sum(meld_points(v, meld.cards) for meld in laid)
        assert can_be_worth(points, v, v.deck_for(2), sum(len(meld.cards) for meld in laid))
