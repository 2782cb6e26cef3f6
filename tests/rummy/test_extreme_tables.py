"""What is offered at the largest tables is found with little work, and at ordinary tables it is the best there is."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from benchmarks.rules.extreme_tables import extreme_tables
from bot.rummy.arrangement import best_arrangement, melds_in
from bot.rummy.cards import Card, is_joker
from bot.rummy.legal_moves import MOST_PIECES_TO_ARRANGE, legal_moves
from bot.rummy.melds import Meld
from bot.rummy.moves import LayMeld
from bot.rummy.steps import laying
from bot.rummy.steps.laying import MOST_LOOKS, MOST_MELDS
from bot.rummy.variant import Variant
from bot.rummy.view import view_for
from tests.cpu_time import at_most
from tests.rummy.gauntlet.position import is_accepted
from tests.rummy.presets import NAMES, variant

SLOW = (425, 592, 619, 800)
"""Tables whose views took 0.27 to 1.3 seconds when the search had no limit."""


@pytest.mark.parametrize("number", SLOW)
def test_the_view_of_an_extreme_table_takes_little_time(number: int) -> None:
    _, table = next(extreme_tables(number))
    assert table.match is not None
    with at_most(0.15):
        view_for(table.match, 0)


def test_few_melds_of_an_extreme_hand_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hand of table 474 has 12,011 melds."""
    _, table = next(extreme_tables(474))
    assert table.match is not None
    looked_at = list[Meld]()

    def melds_looked_at(*of: Any, **about: Any) -> Iterator[Meld]:
        for meld in melds_in(*of, **about):
            looked_at.append(meld)
            yield meld

    monkeypatch.setattr(laying, "melds_in", melds_looked_at)
    assert legal_moves(table.match, 0)
    assert len(looked_at) == MOST_LOOKS


def test_every_move_offered_at_an_extreme_table_is_accepted() -> None:
    for number, table in islice(extreme_tables(5000), 12):
        assert table.match is not None
        view = view_for(table.match, 0)
        assert len([move for move in view.moves if isinstance(move, LayMeld)]) <= MOST_MELDS + 14
        assert all(is_accepted(table.match, 0, move) for move in view.moves), number


@pytest.mark.parametrize("name", [*NAMES, "two packs"])
def test_the_limit_changes_nothing_at_an_ordinary_table(name: str) -> None:
    rules = variant("rami", packs=2, jokers=4, wild="joker", hand_size=13) if name == "two packs" else variant(name)
    dice = random.Random(name)
    for _ in range(150):
        cards = _hand(dice, rules)
        assert best_arrangement(cards, rules, effort=MOST_PIECES_TO_ARRANGE) == best_arrangement(cards, rules)


def _hand(dice: random.Random, rules: Variant) -> tuple[Card, ...]:
    """Return a hand after the draw, with as many jokers as there are."""
    deck = rules.deck_for(rules.players[0])
    jokers = [card for card in deck if is_joker(card)]
    naturals = [card for card in deck if not is_joker(card)]
    return (*jokers, *dice.sample(naturals, rules.cards_each(rules.players[0]) + 1 - len(jokers)))
