"""What all levels have in common: their moves are legal, end deals, and depend on the view, the level and the seed alone."""

import random
import subprocess
import sys
from math import isclose

import pytest

from benchmarks.players.strength import RANDOM_MATCHES, least_share
from bot.players.computer_player import Level, choose_move, minimal_move
from bot.rummy.decide import decide, play
from bot.rummy.match import Match
from bot.rummy.moves import TAKE_BACK, DealCards
from bot.rummy.variant import QUESTIONS
from bot.rummy.view import view_for
from tests.conftest import ROOT
from tests.players.tables import SEED, any_choice, chosen, is_played, started
from tests.rummy.gauntlet.house_rules import HOUSE_RULES
from tests.rummy.presets import NAMES, one_of_each_game, variant
from tests.seeds import seeds

LONGEST_TURN = 40
GAMES = [*one_of_each_game((name, variant(name).players[0]) for name in NAMES)]
GAMES += [
    pytest.param(name, most, marks=pytest.mark.thorough)
    for name in NAMES
    if (most := variant(name).players[1]) > variant(name).players[0]
]
"""Presets with the fewest players, and in `make thorough` with the most."""


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_deal_of_a_match_ends_in_every_preset(name: str, players: int, level: Level) -> None:
    dice = random.Random(players)
    match = started(dice, variant(name), players)
    turns = 15 * len(match.variant.deck_for(players))
    while not match.is_over:
        if not is_played(match):
            match = play(match, None, DealCards(dice.randbytes(32).hex()))
        seat = match.seat_to_act()
        match = play(match, seat, choose_move(view_for(match, seat), level, SEED))
        assert match.deal is not None
        assert match.deal.turn.number < turns
    assert match.placings is not None
    assert not match.is_broken_off


@pytest.mark.parametrize("number", seeds(range(8), 40))
def test_every_choice_in_random_deals_with_random_house_rules_is_legal(number: int) -> None:
    dice = random.Random(number)
    match, steps = started(dice), 0
    while is_played(match) and steps < 80:
        seat = match.seat_to_act()
        view = view_for(match, seat)
        for level in Level:
            move = choose_move(view, level, SEED)
            assert decide(match, seat, move)
            assert move != TAKE_BACK
        match, steps = play(match, seat, any_choice(dice, view)), steps + 1


@pytest.mark.parametrize("number", seeds(range(8), 40))
def test_a_minimal_turn_ends_every_turn(number: int) -> None:
    """Also a turn that a person began and left: they may have taken, laid, swapped or nothing."""
    dice = random.Random(number)
    match, steps = started(dice), 0
    while is_played(match) and steps < 80:
        _end_turn(match)
        seat = match.seat_to_act()
        match, steps = play(match, seat, any_choice(dice, view_for(match, seat))), steps + 1


def _end_turn(match: Match) -> None:
    assert match.deal is not None
    seat, turn = match.seat_to_act(), match.deal.turn.number
    for _ in range(LONGEST_TURN):
        match = play(match, seat, minimal_move(view_for(match, seat)))
        assert match.deal is not None
        if not is_played(match) or match.deal.turn.number > turn:
            return
    pytest.fail("the turn doesn't end")


@pytest.mark.parametrize("seed", ["1", pytest.param("2", marks=pytest.mark.thorough)])
@pytest.mark.thorough
def test_the_same_view_and_seed_give_the_same_moves_in_another_process(seed: str) -> None:
    """The order of Python's sets and hashes differs from process to process; a choice must not."""
    command = [sys.executable, "-c", "from tests.players.test_levels import moves_of_a_deal; print(moves_of_a_deal())"]
    again = subprocess.run(command, cwd=ROOT, env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True)
    assert again.stdout.strip() == moves_of_a_deal()


def moves_of_a_deal() -> str:
    """Return the moves of two levels in deals of rami and Wrotham."""
    written = []
    for name in ("rami", "wrotham", "cuccu"):
        match = started(random.Random(3), variant(name), 2)
        for step in range(60):
            if is_played(match):
                seat = match.seat_to_act()
                move = choose_move(view_for(match, seat), list(Level)[step % 2], str(step))
                match = play(match, seat, move)
                written.append(str(move))
    return "; ".join(written)


def test_house_rules_are_all_asked_of_the_random_variants() -> None:
    """A new question must be drawn by the generator, or computers are never tried with it."""
    assert set(QUESTIONS) == set(HOUSE_RULES)


def test_what_easy_misses_depends_on_the_seed() -> None:
    lines = ("deal 7H 7S 7D KS KD 2C 4C 9C QH JD | 3C 3D", "stock 5S", "upcard 6C", "drawn JD")
    assert {chosen(Level.EASY, "rami", *lines, seed=str(seed)) for seed in range(40)} == {"meld 7D 7H 7S", "discard KS"}


def test_wilsons_interval_is_that_of_published_examples() -> None:
    """81 of 263, 15 of 148 and 20 of 20: R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    assert isclose(least_share(81 / 263, 263), 0.2553, abs_tol=0.0001)
    assert isclose(least_share(15 / 148, 148), 0.0624, abs_tol=0.0001)
    assert isclose(least_share(1.0, 20), 0.8389, abs_tol=0.0001)


def test_matches_that_are_all_won_are_enough_to_show_a_share_of_97_percent() -> None:
    assert least_share(1.0, RANDOM_MATCHES) > 0.97 > least_share(1.0, 40)
