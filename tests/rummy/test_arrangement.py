"""The best arrangement of a hand, and the ways to go out, compared with the slow solver that tries every choice of cards."""

import random
from collections import Counter
from collections.abc import Collection, Sequence

import pytest
from msgspec.structs import replace

from bot.rummy.arrangement import Arrangement, best_arrangement
from bot.rummy.cards import Card, deck_of, physical_card, sort_cards
from bot.rummy.events import MeldKind
from bot.rummy.match import TableMeld
from bot.rummy.melds import read_meld
from bot.rummy.variant import Variant
from bot.rummy.ways_to_lay import ways_to_go_out
from tests.cpu_time import at_most
from tests.rummy import slow_solver
from tests.rummy.hands import ANSWERS, GROWING, hand, table
from tests.rummy.presets import variant
from tests.seeds import seeds

HANDS = 5


def laid_cards(found: Arrangement) -> list[Card]:
    return [card for meld in found.melds for card in meld.cards] + [card for added, _ in found.lay_offs for card in added]


def left_over(cards: tuple[Card, ...], found: Arrangement) -> tuple[Card, ...]:
    """Return the cards of the hand that are in no meld and no lay-off, sorted."""
    return sort_cards((Counter(cards) - Counter(map(physical_card, laid_cards(found)))).elements())


def check(cards: tuple[Card, ...], v: Variant, lying: tuple[TableMeld, ...], found: Arrangement) -> None:
    """Check that the arrangement can be laid: every meld and lay-off is one, and every card of the hand is in one place."""
    laid = laid_cards(found)
    assert Counter(map(physical_card, laid)) <= Counter(cards)
    assert found.points == slow_solver.points_of(left_over(cards, found), v)
    assert all("=" in card for card in laid if card.startswith("JK"))
    for meld in found.melds:
        row, rows = tuple(map(slow_solver.stands_as, meld.cards)), slow_solver.rows(meld.cards, v)
        shown = (meld.kind.value, row if meld.kind == MeldKind.RUN else tuple(sorted(row)))
        assert meld.kind in {kind for kind, _ in rows} if v.growing_hands else shown in rows
    assert len({number for _, number in found.lay_offs}) == len(found.lay_offs)
    for added, number in found.lay_offs:
        assert added
        assert slow_solver.takes(lying[number - 1], added, v)


@pytest.mark.parametrize("seed", seeds(0, 5))
@pytest.mark.parametrize("name", ANSWERS | GROWING)
def test_the_best_arrangement_leaves_as_few_points_as_the_slow_solver(name: str, seed: int) -> None:
    dice, v = random.Random(f"{name} {seed}"), (ANSWERS | GROWING)[name]
    for number in range(HANDS):
        cards = hand(dice, v, dice.randint(1, 9), at_random=number % 5 == 0)
        found = best_arrangement(cards, v)
        check(cards, v, (), found)
        assert (found.points, len(left_over(cards, found))) == slow_solver.fewest_left(cards, v), (cards, found)


@pytest.mark.parametrize("seed", seeds(0, 5))
@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize("size", [10, pytest.param(12, marks=pytest.mark.thorough)])
def test_the_best_arrangement_of_a_large_hand_leaves_as_few_points_as_the_slow_solver(size: int, name: str, seed: int) -> None:
    dice, v = random.Random(f"large {name} {seed}"), ANSWERS[name]
    cards = hand(dice, v, size)
    found = best_arrangement(cards, v)
    check(cards, v, (), found)
    assert (found.points, len(left_over(cards, found))) == slow_solver.fewest_left(cards, v), (cards, found)


@pytest.mark.parametrize("seed", seeds(0, 5))
@pytest.mark.parametrize("name", ANSWERS)
def test_the_best_arrangement_with_lay_offs_leaves_as_few_points_as_the_slow_solver(name: str, seed: int) -> None:
    dice, v = random.Random(f"{name} {seed}"), ANSWERS[name]
    for _ in range(HANDS // 2):
        cards = hand(dice, v, dice.randint(1, 7))
        lying = table(dice, v, cards, dice.randint(1, 3))
        found = best_arrangement(cards, v, lying)
        check(cards, v, lying, found)
        assert (found.points, len(left_over(cards, found))) == slow_solver.fewest_left(cards, v, lying), (
            cards,
            list(map(str, lying)),
            found,
        )
        some = dice.sample(range(1, len(lying) + 1), 1)
        only = best_arrangement(cards, v, lying, only=some)
        assert {number for _, number in only.lay_offs} <= set(some)
        assert (only.points, len(left_over(cards, only))) == slow_solver.fewest_left(
            cards, v, [lying[number - 1] for number in some]
        )


@pytest.mark.parametrize("seed", seeds(0, 5))
@pytest.mark.parametrize("name", ANSWERS)
def test_every_card_that_can_be_kept_has_a_way_to_go_out(name: str, seed: int) -> None:
    dice, v = random.Random(f"{name} {seed}"), ANSWERS[name]
    for _ in range(HANDS):
        cards = hand(dice, v, dice.randint(3, 9))
        ways = ways_to_go_out(cards, v)
        kept = set()
        for melds in ways:
            left = Counter(cards) - Counter(physical_card(card) for meld in melds for card in meld.cards)
            check(cards, v, (), Arrangement(melds, (), slow_solver.points_of(left, v)))
            assert len(left) <= 1
            kept.add(slow_solver.printed(*left) if left else None)
        assert len(ways) == len(set(ways)) <= 25
        assert kept == slow_solver.ways_out(cards, v), cards


def cards_of(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def arrangement_text(
    hand_text: str, rules: Variant, table: Sequence[TableMeld] = (), only: Collection[int] | None = None
) -> str:
    """Return the best arrangement of the hand as text: `5H 6H 7H | 9S 9D 9C | 8C on 2 | left KD, 10 points`."""
    cards = cards_of(hand_text)
    found = best_arrangement(cards, rules, table, only=only)
    melds, lay_offs = map(str, found.melds), (f"{' '.join(added)} on {number}" for added, number in found.lay_offs)
    return " | ".join([*melds, *lay_offs, f"left {' '.join(left_over(cards, found))}, {found.points} points"])


@pytest.mark.parametrize(
    ("cards", "house_rules", "expected"),
    [
        ("5H 6H 7H 7C 7D 7S KD", {}, "7C 7D 7S | 5H 6H 7H | left KD, 10 points"),  # the fourth seven goes to the run
        ("5H 6H 7H 7C 7D", {}, "7C 7D 7H | left 5H 6H, 11 points"),
        ("8H 6H 7H 7C 7D", {}, "6H 7H 8H | left 7C 7D, 14 points"),  # the same either way
        ("2H KH 3D", {}, "left 3D 2H KH, 15 points"),
        ("QH KH AH 2H", {"ace": "around_corner"}, "QH KH AH 2H | left , 0 points"),  # RULES 5.10
        ("QH KH AH 2H", {"ace": "high_or_low"}, "QH KH AH | left 2H, 2 points"),
        ("QH KH QH' KH' QS QD", {"packs": 2, "jokers": 2, "wild": "joker"}, "QD QH QS | left QH' KH KH', 30 points"),
        ("JK1 9C 9D KS", {"jokers": 3, "wild": "joker"}, "9C 9D JK1=9H | left KS, 10 points"),
        ("JK1 JK2 2C 9S", {"jokers": 3, "wild": "joker"}, "JK1=7S JK2=8S 9S | left 2C, 2 points"),
    ],
)
def test_a_hand_has_the_expected_best_arrangement(cards: str, house_rules: dict[str, str | int | bool], expected: str) -> None:
    assert arrangement_text(cards, variant("rami", **house_rules)) == expected


def lying(*melds: str) -> tuple[TableMeld, ...]:
    read = [read_meld(cards_of(meld), ANSWERS["wrotham"]) for meld in melds]
    return tuple(TableMeld(meld.kind, meld.cards, (0,) * len(meld.cards), 0) for meld in read if meld is not None)


def test_cards_are_laid_off_where_they_fit() -> None:
    table = lying("3C 4C 5C", "9C 9D 9H")
    assert arrangement_text("7C 6C 9S KD", variant(), table) == "6C 7C on 1 | 9S on 2 | left KD, 10 points"
    assert arrangement_text("7C 6C 9S KD", variant(), table, only={2}) == "9S on 2 | left 6C 7C KD, 23 points"
    assert arrangement_text("7C JK1 KD", ANSWERS["wrotham"], table) == "JK1=6C 7C on 1 | left KD, 10 points"


def test_a_meld_takes_no_more_jokers_than_the_table_allows() -> None:
    """Question 45: those of the hand and those that lie there count together."""
    table, one, two = lying("5H 6H JK4=7H"), variant("ramino101"), variant("ramino101", wild_max=2)
    assert arrangement_text("JK1 9H", one, table) == "left 9H JK1, 29 points"
    assert arrangement_text("JK1 9H", two, table) == "JK1=8H 9H on 1 | left , 0 points"
    assert arrangement_text("JK1 JK2 KD KH", one) == "JK1=KC KD KH | left JK2, 20 points"


def test_a_meld_on_the_table_takes_no_card_past_the_size_at_which_it_retires() -> None:
    cuccu = variant("cuccu")
    on = TableMeld(MeldKind.RUN, cards_of("VI VII VIII"), (0, 0, 0), 0)
    assert arrangement_text("V VIIII", cuccu, [on]) == "VIIII on 1 | left V, 5 points"  # C:L42
    assert arrangement_text("I II III IIII V", cuccu) == "I II III IIII V | left , 0 points"


@pytest.mark.parametrize("name", ["rami", "two packs with jokers", "cuccu with jokers"])
def test_the_arrangement_does_not_depend_on_the_order_of_the_hand(name: str) -> None:
    dice, v = random.Random(name), ANSWERS[name]
    for _ in range(HANDS):
        cards = hand(dice, v, 10)
        assert best_arrangement(cards, v) == best_arrangement(dice.sample(cards, len(cards)), v)


def test_each_card_that_may_be_kept_has_a_way_to_go_out() -> None:
    wrotham, cards = ANSWERS["wrotham"], cards_of("4C 5C 6C 7C 9D 9H 9S JK1")
    kept = {
        ({*cards} - {physical_card(card) for meld in melds for card in meld.cards}).pop()
        for melds in ways_to_go_out(cards, wrotham)[1:7]
    }
    assert len(kept) == 6
    for melds in ways_to_go_out(cards, wrotham, keep=cards_of("7C")):
        assert {*cards} - {physical_card(card) for meld in melds for card in meld.cards} <= {Card("7C")}


@pytest.mark.parametrize(("kept", "laid"), [("7H", "5H 6H 7H'"), ("7H'", "5H 6H 7H")])
def test_the_duplicate_that_may_be_kept_is_kept(kept: str, laid: str) -> None:
    two = variant(packs=2, meld_all_at_once="always")
    ways = ways_to_go_out(cards_of("5H 6H 7H 7H'"), two, keep=[Card(kept)])
    assert [tuple(map(str, melds)) for melds in ways] == [(laid,)]


def test_the_search_ends_soon_with_many_jokers_and_runs_of_any_suits() -> None:
    """A hand of 21 whose best arrangement would take seconds to find is arranged quickly, and well enough."""
    rules = replace(variant("rami"), jokers=2, wild="joker", run_suited=False, ace="around_corner", wild_min_naturals=3)
    cards = [*random.Random(3).sample(deck_of("french52", 1, 0), 19), Card("JK1"), Card("JK2")]
    with at_most(3.0):
        found = best_arrangement(cards, rules, effort=100_000)
    assert len(left_over(cards, found)) <= 3
