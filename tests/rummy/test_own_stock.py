"""Own parts of the stock (RULES 8.17): the nth card that a seat draws depends on the deal, the seat and n alone."""

import random
from collections.abc import Sequence
from itertools import chain

import pytest

from bot.rummy.apply import apply, fold
from bot.rummy.cards import Card
from bot.rummy.decide import decide
from bot.rummy.events import CardDrawn, CardsDealt, Event, StockRecycled
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Match
from bot.rummy.moves import DealCards, StartMatch
from bot.rummy.variant import Variant
from bot.rummy.view import view_for
from tests.rummy.gauntlet import Run
from tests.rummy.gauntlet.facts import check_cards
from tests.rummy.gauntlet.policies import at_random, eager, patient, stubborn
from tests.rummy.gauntlet.secrets import check_secrets
from tests.rummy.presets import NAMES, OUR_NAMES, one_of_each_game, variant
from tests.seeds import seeds

GAMES = [(name, players) for name in (*NAMES, *OUR_NAMES) for players in (variant(name).players[0], variant(name).players[1])]
MOST_MOVES = 400
POLICIES = (at_random, eager, patient, stubborn)


def dealt(rules: Variant, players: int, seed: str) -> tuple[Match, CardsDealt]:
    """Return a first deal by this seed; seat 0 deals."""
    seats = (tuple(range(players)), 0)
    match = apply(None, decide(None, None, StartMatch(rules, players, seed, seats))[0])
    event, *others = decide(match, None, DealCards(seed))
    assert isinstance(event, CardsDealt)
    after = fold([event, *others], match)
    assert after is not None
    return after, event


def play_on(match: Match, dice: random.Random) -> tuple[Match, list[Event]]:
    """Play the deal by random policies, at most so many moves; check after each move that no card is lost."""
    events: list[Event] = []
    policies = [dice.choice(POLICIES) for _ in range(match.seats)]
    assert match.deal is not None
    cards = frozenset(chain(*match.deal.hands, match.deal.stock, match.deal.discard_pile))
    for _ in range(MOST_MOVES):
        seat = match.seat_to_act()
        if seat is None:
            break
        for event in decide(match, seat, policies[seat](dice, match, legal_moves(match, seat))):
            match = apply(match, event)
            events.append(event)
        check_cards(match, cards)
    return match, events


def draws_of(events: Sequence[Event], seat: int) -> list[Card]:
    return [event.card for event in events if isinstance(event, CardDrawn) and event.seat == seat]


def check_deal(seed: int, name: str, players: int) -> None:
    """Play one deal twice with other moves, and check what each seat draws."""
    dice, rules = random.Random(seed), variant(name, stock="own", next_dealer="rotate")
    match, event = dealt(rules, players, dice.randbytes(32).hex())
    for _ in range(2):
        after, events = play_on(match, dice)
        assert not any(isinstance(one, StockRecycled) for one in events)
        for seat in range(players):
            drawn = draws_of(events, seat)
            assert drawn == list(event.stock[seat::players])[: len(drawn)], f"deal {seed} of {name}: seat {seat} drew {drawn}"
            deal, view = after.deal, view_for(after, seat).deal
            assert deal is not None
            assert view is not None
            left = event.stock[seat::players][len(drawn) :]
            assert deal.part_of(seat) == left
            assert view.stock_size == len(left)


@pytest.mark.parametrize("seed", seeds(0, 50))
@pytest.mark.parametrize(("name", "players"), one_of_each_game(GAMES))
def test_what_a_seat_draws_depends_on_the_deal_and_the_seat_alone(name: str, players: int, seed: int) -> None:
    for nth in range(4):
        check_deal(4 * seed + nth, name, players)


@pytest.mark.parametrize(("name", "players"), one_of_each_game(GAMES))
def test_a_view_of_own_parts_shows_no_hidden_card(name: str, players: int) -> None:
    dice = random.Random(name)
    match, _ = dealt(variant(name, stock="own", next_dealer="rotate"), players, dice.randbytes(32).hex())
    for _ in range(40):
        seat = match.seat_to_act()
        if seat is None:
            return
        check_secrets(match, dice)
        for event in decide(match, seat, eager(dice, match, legal_moves(match, seat))):
            match = apply(match, event)


@pytest.mark.parametrize(
    ("name", "players"), [GAMES[0], *(pytest.param(*one, marks=pytest.mark.thorough) for one in GAMES[1:])]
)
def test_computers_play_whole_matches_with_own_parts(name: str, players: int) -> None:
    run = Run(players, rules=variant(name, stock="own", next_dealer="rotate"), players=players, computers=True).play()
    assert run.counts["matches"] == 1
