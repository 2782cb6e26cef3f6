"""The move that picked cards mean, and the moves that say what is still open in it."""

from collections.abc import Iterable

import pytest

from bot.rummy.cards import Card, is_joker, meld_face
from bot.rummy.decide import decide
from bot.rummy.events import CardsLaidOff, MeldKind, MeldLaid
from bot.rummy.match import Match
from bot.rummy.melds import Meld, extensions, readings
from bot.rummy.moves import LayingMove, laid_cards, read_move
from bot.rummy.picked_cards import MOST_WAYS, picked_move, settling_moves
from tests.rummy.gauntlet.position import is_accepted
from tests.rummy.transcript_position import match_at


def picked(match: Match, cards: str, meld: int | None = None) -> str:
    return str(picked_move(match, 0, tuple(map(Card, cards.split())), meld))


JOKERS = ("with jokers 3", "with wild joker")
HAND = "deal 5H 6H 7H 9S 9D JK1 JK2 2C | KS QS"


def test_picked_cards_are_a_new_meld_or_a_lay_off() -> None:
    match = match_at("rami", *JOKERS, HAND, "stock 3C", "drawn 2C")
    assert picked(match, "7H 5H 6H") == "meld 7H 5H 6H"
    assert picked(match, "7H 5H") == "meld 7H 5H"
    assert picked(match, "9S", 2) == "layoff 9S 2"


def test_picked_cards_of_two_melds_are_two_melds() -> None:
    match = match_at("rami", "deal 5H 6H 7H 9S 9D 9C 2C | KS QS", "stock 3C", "drawn 2C")
    assert sorted(picked(match, "9C 5H 6H 9S 7H 9D").removeprefix("meld ").split(" | ")) == ["5H 6H 7H", "9C 9D 9S"]


def test_cards_that_are_not_in_the_hand_stay_as_they_are_picked() -> None:
    match = match_at("rami", HAND.replace("JK1 JK2 ", ""), "stock 3C", "drawn 2C")
    assert picked(match, "KC nonsense") == "meld KC nonsense"


def settle(match: Match, move: LayingMove) -> list[str]:
    """Return all moves to which the answers to every question lead."""
    if is_accepted(match, 0, move):
        return [str(move)]
    return [end for way in settling_moves(match, move) for end in settle(match, way)]


def test_a_joker_at_either_end_of_a_run_is_asked_about() -> None:
    match = match_at("rami", *JOKERS, HAND, "stock 3C", "drawn 2C")
    move = picked_move(match, 0, (Card("6H"), Card("7H"), Card("JK1")), None)
    assert [str(way) for way in settling_moves(match, move)] == ["meld JK1=5H 6H 7H", "meld 6H 7H JK1=8H"]


def test_a_joker_that_is_laid_off_is_asked_about() -> None:
    match = match_at("rami", *JOKERS, "deal JK1 2C | KS QS", "stock 3C", "drawn 2C", "meld 1: 5S 6S 7S by 1")
    move = picked_move(match, 0, (Card("JK1"),), 1)
    assert [str(way) for way in settling_moves(match, move)] == ["layoff JK1=4S 1", "layoff JK1=8S 1"]


def test_figures_that_are_a_run_and_a_set_are_asked_about() -> None:
    match = match_at("cuccu", "deal XIII XIIII XV I | II", "stock VII", "discards X", "drawn I")
    move = picked_move(match, 0, tuple(map(Card, ["XIII", "XIIII", "XV"])), None)
    assert [str(way) for way in settling_moves(match, move)] == ["meld XIII XIIII XV as run", "meld XIII XIIII XV as set"]


@pytest.mark.parametrize("number", [None, 1])
def test_every_reading_is_reached_by_a_few_answers(number: int | None) -> None:
    """Three jokers in a run of any suits can stand for hundreds of choices: one joker is asked about after the other."""
    match = match_at(
        "rami",
        "with jokers 4",
        "with wild joker",
        "with run_suited false",
        "with wild_min_naturals 1",
        "deal 5H JK1 JK2 JK3 2C | KS QS",
        "stock 3C",
        "drawn 2C",
        "meld 1: 6S 7D 8S by 1",
    )
    cards = ("5H", "JK1", "JK2", "JK3") if number is None else ("JK1", "JK2", "JK3")
    move = picked_move(match, 0, tuple(map(Card, cards)), number)
    assert len(settling_moves(match, move)) > MOST_WAYS
    assert all(settle(match, way) for way in settling_moves(match, move)), "no answer leads nowhere"
    melds = [decide(match, 0, read_move(end))[0] for end in settle(match, move)]
    assert all(isinstance(meld, MeldLaid | CardsLaidOff) for meld in melds)
    reached = {faces_of(meld.cards) for meld in melds if isinstance(meld, MeldLaid | CardsLaidOff)}
    if number is None:
        every = {faces_of(reading.cards) for reading in readings(laid_cards(move), match.variant)}
    else:
        lying = Meld(MeldKind.RUN, match.deal.melds[0].cards) if match.deal is not None else None
        assert lying is not None
        found = extensions(lying, laid_cards(move), match.variant)
        every = {faces_of(card for card in larger.cards if is_joker(card)) for larger in found}
    assert len(every) > 64
    assert reached == every


def faces_of(cards: Iterable[Card]) -> frozenset[str]:
    return frozenset(map(meld_face, cards))


@pytest.mark.parametrize(
    ("stage", "cards", "melds"),
    [
        (3, "7C 7D 7H 7S 8C 9D 10H JS", "meld 7C 7D 7H 7S | 8C 9D 10H JS"),
        (1, "9C 9D 9H 9S 9C' 9D'", "meld 9C 9C' 9D | 9D' 9H 9S"),
    ],
)
def test_picked_cards_of_a_stage_are_its_melds(stage: int, cards: str, melds: str) -> None:
    match = match_at("ten_stages", f"stages {stage - 1} 0", f"deal {cards} 2C KD | 3D 5C", "number 4", "stock 8S", "drawn 2C")
    move = picked(match, cards)
    assert sorted(move.removeprefix("meld ").split(" | ")) == sorted(melds.removeprefix("meld ").split(" | "))
    assert is_accepted(match, 0, read_move(move))
