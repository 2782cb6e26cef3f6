"""Computer players know what a person in their seat knows: dealing again everything hidden never changes a move."""

import random

import pytest

from bot.players.computer_player import Level, choose_move, minimal_move
from bot.rummy.decide import play
from bot.rummy.match import Match
from bot.rummy.view import view_for
from tests.players.tables import SEED, any_choice, is_played, started
from tests.rummy.gauntlet.secrets import redeal
from tests.rummy.presets import NAMES, variant

STEPS = 60


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", NAMES)
def test_hidden_cards_do_not_change_a_move_in_any_preset(name: str, players: int) -> None:
    rules = variant(name) if players <= variant(name).players[1] else variant(name, players="[2, 4]")
    dice = random.Random(f"{name} {players}")
    assert sum(_compare(started(dice, rules, players), dice) for _ in range(6)) > STEPS


@pytest.mark.parametrize("number", range(30))
def test_hidden_cards_do_not_change_a_move_with_random_house_rules(number: int) -> None:
    dice = random.Random(number)
    assert _compare(started(dice), dice)


def _compare(match: Match, dice: random.Random) -> int:
    """Play on, compare each choice with the same choices after everything hidden is dealt again, and return the steps."""
    steps = 0
    while is_played(match) and steps < STEPS:
        seat = match.seat_to_act()
        view, again = view_for(match, seat), view_for(redeal(match, seat, dice), seat)
        for level in Level:
            assert choose_move(again, level, SEED) == choose_move(view, level, SEED)
        assert minimal_move(again) == minimal_move(view)
        match, steps = play(match, seat, any_choice(dice, view)), steps + 1
    return steps


def test_dealing_again_changes_the_hidden_cards() -> None:
    """Otherwise the tests above would prove nothing."""
    dice = random.Random(1)
    match = started(dice, variant("rami"), 3)
    again = redeal(match, 0, dice)
    assert match.deal is not None
    assert again.deal is not None
    assert again.deal.hands[0] == match.deal.hands[0]
    assert again.deal.hands[1:] != match.deal.hands[1:]
    assert again.deal.stock != match.deal.stock
