"""Computer players know what a person in their seat knows: neither hidden cards nor copies change a move or a hint."""

import random

import pytest
from msgspec.structs import replace

from bot.players.choice import by_face
from bot.players.computer_player import Level, choose_move, minimal_move
from bot.players.hint import find_hint
from bot.rummy.cards import Card, face
from bot.rummy.decide import play
from bot.rummy.games import GAMES
from bot.rummy.match import Match
from bot.rummy.moves import Discard, LayMeld, LayOff, SeatMove
from bot.rummy.refusals import IllegalMove
from bot.rummy.view import View, view_for
from tests.players.tables import SEED, any_choice, is_played, started
from tests.rummy.gauntlet.secrets import redeal
from tests.rummy.hands import copies_of
from tests.rummy.presets import NAMES, WITH_TABLE_MELDS, one_of_each_game, variant
from tests.seeds import seeds

STEPS = 60
FOR_FOUR = [name for name in WITH_TABLE_MELDS if GAMES[variant(name).game].most_players >= 4]


@pytest.mark.parametrize(
    ("name", "players"), one_of_each_game([*((name, 2) for name in NAMES), *((name, 4) for name in FOR_FOUR)])
)
def test_hidden_cards_do_not_change_a_move_in_any_preset(name: str, players: int) -> None:
    rules = variant(name) if players <= variant(name).players[1] else variant(name, players="[2, 4]")
    dice = random.Random(f"{name} {players}")
    compared, matches = 0, 0
    while compared <= STEPS // 3 and matches < 20:  # of deals that somebody ends at once, many
        compared, matches = compared + _compare(started(dice, rules, players), dice), matches + 1
    assert compared > STEPS // 3


@pytest.mark.parametrize("number", seeds(range(6), 24))
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
        assert find_hint(again, SEED) == find_hint(view, SEED)
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


TWINS = {"cuccu": variant("cuccu"), "two packs": variant("rami", packs=2), "jokers": variant("wrotham", jokers=4, packs=2)}


@pytest.mark.parametrize("seed", seeds(0, 20))
@pytest.mark.parametrize("rules", TWINS)
def test_copies_do_not_change_a_move(rules: str, seed: int) -> None:
    """Each deal is played twice: with copies dealt at random, and each card that leaves a hand is any copy in that hand."""
    dice = random.Random(f"{rules} {seed}")
    compared = 0
    while compared < 150:
        match = started(dice, TWINS[rules], 2)
        compared += _compare_copies(match, _with_other_copies(match, dice), dice)


def _compare_copies(match: Match, twin: Match, dice: random.Random) -> int:
    """Play on at both tables, compare each choice, and return the steps."""
    steps = 0
    while is_played(match) and steps < 3 * STEPS:
        seat = match.seat_to_act()
        view, other = view_for(match, seat), view_for(twin, seat)
        for level in Level:
            ours, theirs = choose_move(view, level, SEED), choose_move(other, level, SEED)
            assert by_face(theirs) == by_face(ours)
        assert by_face(minimal_move(other)) == by_face(minimal_move(view))
        assert find_hint(other, SEED).reasons == find_hint(view, SEED).reasons
        move = any_choice(dice, view)
        twin = _play_any_copies(twin, other, by_face(move), dice)
        match, steps = play(match, seat, move), steps + 1
    assert is_played(twin) == is_played(match)
    return steps


def _with_other_copies(match: Match, dice: random.Random) -> Match:
    """Return the same deal, before its first move, with other copies of the same faces."""
    deal = match.deal
    assert deal is not None
    copies = copies_of(dice.sample(deck := match.variant.deck_for(match.seats), len(deck)))

    def others(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(copies[face(card)].pop() for card in cards)

    hands = tuple(map(others, deal.hands))
    return replace(match, deal=replace(deal, hands=hands, stock=others(deal.stock), discard_pile=others(deal.discard_pile)))


def _play_any_copies(match: Match, view: View, written: str, dice: random.Random) -> Match:
    """Return the match after this move, written by face, with any copies in the hand that the rules allow."""
    assert view.deal is not None
    offered = next(move for move in view.moves if by_face(move) == written)
    copies = copies_of(dice.sample(view.deal.hand, len(view.deal.hand)))
    try:
        return play(match, view.viewer, _with_copies(offered, copies))
    except IllegalMove:
        return play(match, view.viewer, offered)


def _with_copies(move: SeatMove, copies: dict[str, list[Card]]) -> SeatMove:
    def any_copy(card: Card) -> Card:
        physical, declared, what = card.partition("=")
        return Card(copies[face(Card(physical))].pop() + declared + what)

    match move:
        case Discard(card=card):
            return Discard(any_copy(card))
        case LayMeld(cards=cards) | LayOff(cards=cards):
            return replace(move, cards=tuple(map(any_copy, cards)))
        case _:
            return move
