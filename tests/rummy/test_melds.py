"""The meld finder, which works on bits and tables, compared with a slow solver, and the melds that a card could go to."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rummy.arrangement import melds_in
from bot.rummy.at import At
from bot.rummy.cards import FRENCH52, Card, physical_card
from bot.rummy.events import MeldKind
from bot.rummy.melds import Meld, extend_meld, fitting_faces, read_meld, readings, why_no_meld
from bot.rummy.refusals import NotAMeld
from bot.rummy.steps.plays import melds_that_fit, melds_with_joker_for
from bot.rummy.variant import Variant
from tests.rummy import slow_solver
from tests.rummy.hands import ANSWERS, hand
from tests.rummy.presets import variant
from tests.rummy.transcript_position import match_at
from tests.rummy.transcript_words import read_answer
from tests.seeds import seeds

RAMI = variant()
ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
ALIKE = st.sampled_from([Card(rank + suit) for rank in ("A", "2", "3", "4", "5") for suit in "CDHS"])
HANDS = st.lists(st.sampled_from(FRENCH52), min_size=1, max_size=11, unique=True) | st.lists(
    ALIKE, min_size=3, max_size=11, unique=True
)


def is_set(cards: tuple[Card, ...]) -> bool:
    return 3 <= len(cards) <= 4 and all(card[:-1] == cards[0][:-1] for card in cards)


def is_run(cards: tuple[Card, ...], least: int = 3) -> bool:
    """Return True if the cards are a stretch of one suit from ace to king."""
    ranks, stretches = {card[:-1] for card in cards}, [ORDER[at : at + len(cards)] for at in range(14 - len(cards))]
    one_suit = len({card[-1] for card in cards}) == 1
    return len(cards) >= least and one_suit and any(ranks == set(stretch) for stretch in stretches)


def slow_melds(hand: tuple[Card, ...], least: int = 3) -> set[frozenset[Card]]:
    return {
        frozenset(chosen)
        for size in range(3, len(hand) + 1)
        for chosen in combinations(hand, size)
        if is_set(chosen) or is_run(chosen, least)
    }


@given(HANDS)
@settings(max_examples=120, deadline=None)
def test_the_finder_finds_what_the_slow_solver_finds(hand: list[Card]) -> None:
    found = list(melds_in(tuple(hand), RAMI))
    assert len(found) == len({frozenset(meld.cards) for meld in found}), "each meld once"
    assert {frozenset(meld.cards) for meld in found} == slow_melds(tuple(hand))


@given(HANDS, st.integers(4, 6))
@settings(max_examples=30, deadline=None)
def test_the_finder_finds_only_runs_as_long_as_the_table_asks_for(hand: list[Card], least: int) -> None:
    found = list(melds_in(tuple(hand), variant(run_size=least)))
    assert {frozenset(meld.cards) for meld in found} == slow_melds(tuple(hand), least)


@given(st.lists(ALIKE, min_size=1, max_size=6))
@settings(max_examples=200)
def test_cards_are_a_meld_exactly_when_the_slow_solver_says_so(cards: list[Card]) -> None:
    """A card named twice is no meld either."""
    chosen = tuple(cards)
    meld = read_meld(chosen, RAMI)
    allowed = len(set(chosen)) == len(chosen) and (is_set(chosen) or is_run(chosen))
    assert (meld is not None) == allowed
    if meld is not None:
        assert meld.kind == (MeldKind.SET if is_set(chosen) else MeldKind.RUN)
        assert sorted(meld.cards) == sorted(chosen)


@given(HANDS)
@settings(max_examples=60, deadline=None)
def test_a_run_lies_from_low_to_high_and_a_set_by_suit(hand: list[Card]) -> None:
    for meld in melds_in(tuple(hand), RAMI):
        assert meld == read_meld(tuple(reversed(meld.cards)), RAMI)
        if meld.kind == MeldKind.RUN:
            assert [ORDER.index(card[:-1]) for card in meld.cards] == sorted(ORDER.index(card[:-1]) for card in meld.cards)
        else:
            assert [card[-1] for card in meld.cards] == sorted(card[-1] for card in meld.cards)
        assert str(meld) == " ".join(meld.cards)


@given(HANDS)
@settings(max_examples=60, deadline=None)
def test_the_cards_that_fit_are_those_that_can_be_laid_off(hand: list[Card]) -> None:
    for meld in melds_in(tuple(hand), RAMI):
        fits = {card for card in FRENCH52 if extend_meld(meld, (card,), RAMI) is not None}
        assert fitting_faces(meld, RAMI) == fits
        again = is_set if meld.kind == MeldKind.SET else is_run
        assert fits == {card for card in FRENCH52 if card not in meld.cards and again((*meld.cards, card))}


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("4C 5C 6C", "run"),  # B:L45
        ("8H 9H 10H JH", "run"),  # B:L45
        ("2C 2D 2H 2S", "set"),  # B:L47
        ("AS 2S 3S", "run"),  # B:L92
        ("QS KS AS", None),  # B:L92
        ("KS AS 2S", None),  # B:L94
        ("JS QS KS", "run"),
        ("9S 10S JS", "run"),
        ("8C 8D", None),  # A:L61
        ("4C 5C", None),
        ("4C 5D 6C", None),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC", "run"),
    ],
)
def test_the_sources_melds_are_read_as_the_sources_say(cards: str, kind: str | None) -> None:
    meld = read_meld(tuple(map(Card, cards.split())), RAMI)
    assert (None if meld is None else meld.kind.value) == kind


@pytest.mark.parametrize(
    ("game", "cards", "why", "limit"),
    [
        ("rami", "6C 7C", "few", 3),
        ("rami", "4C 5D 6C", "suits", 0),
        ("rami", "4C 5C 7C 8C", "gap", 0),
        ("rami", "8C 8C' 9C 10C", "same_rank", 0),
        ("rami", "8C 8C' 8D", "same_card", 0),
        ("rami", "QS KS AS", "ace", 0),
        ("rami", "8C 8D 9S", "one_suit", 0),
        ("rami", "8C 8D JK1", "jokers", 0),
        ("rami run_size=4", "4C 5C 6C", "short", 4),
        ("rami set_size=[4,4]", "8C 8D 8H", "small", 4),
        ("rami set_size=[3,3]", "8C 8D 8H 8S", "large", 3),
        ("rami", "8C 8D 8H 8S 8C'", "large", 4),
        ("rami run_suited=false", "8C 8D 9S", "run", 0),
        ("rami run_suited=false", "4C 5D 7H", "gap", 0),
        ("wrotham", "8C 8D JK1=8C", "same_card", 0),
        ("wrotham", "JK1 JK2 JK3", "naturals", 0),
        ("wrotham", "4C 9C JK1", "gap", 0),
        ("wrotham wild_min_naturals=4", "4C 5C 9C", "gap", 0),
        ("wrotham", "4C 4C' 7C JK1 JK2", "same_rank", 0),
        ("cuccu", "V VI", "few", 3),
        ("cuccu", "V VI VIIII", "gap", 0),
        ("cuccu", "MATTO SECCHIA X", "figures", 0),
        ("cuccu", "MATTO SECCHIA NULLA LEONE XII", "large", 4),
        ("cuccu set_kind=same_rank run_suited=true", "VII VII' XII", "run", 0),
    ],
)
def test_cards_that_are_no_meld_say_what_is_wrong_with_them(game: str, cards: str, why: str, limit: int) -> None:
    name, *answers = game.split()
    v = variant(name, **{question: read_answer(value) for question, value in (answer.split("=") for answer in answers)})
    row = tuple(map(Card, cards.split()))
    assert read_meld(row, v) is None
    assert why_no_meld(row, v, None) == NotAMeld(row, why, limit)  # type: ignore[arg-type]


def test_a_meld_of_the_other_kind_is_refused_as_that() -> None:
    v, run, set_ = variant("rami"), ("5H", "6H", "7H"), ("7H", "7S", "7C")
    assert why_no_meld(run, v, MeldKind.SET) == NotAMeld(run, "is_run")
    assert why_no_meld(set_, v, MeldKind.RUN) == NotAMeld(set_, "is_set")


DEALT_HANDS = 8
Found = tuple[str, tuple[str, ...], tuple[str, ...]]


def meld_text(kind: str, row: tuple[str, ...], cards: tuple[str, ...], v: Variant) -> Found:
    """Return a meld as text that is the same for duplicates and jokers; in a run of any suits a joker has no suit."""
    naturals = Counter(slow_solver.printed(card) for card in cards if not card.startswith("JK"))
    if kind == "run" and not v.run_suited:
        row = tuple(face if face in naturals else f"any {slow_solver.rank(face, v)}" for face in row)
    return kind, row if kind == "run" else tuple(sorted(row)), tuple(sorted(naturals.elements()))


def as_found(meld: Meld, v: Variant) -> Found:
    return meld_text(meld.kind.value, tuple(map(slow_solver.stands_as, meld.cards)), meld.cards, v)


def test_a_run_of_the_cuccu_deck_goes_on_over_its_thirteenth_card() -> None:
    v = variant("cuccu", set_kind="same_rank", run_suited=True)
    cards = tuple(map(Card, ("XIII", "XIIII", "XV")))
    assert [meld.cards for meld in melds_in(cards, v)] == [cards]


@pytest.mark.parametrize("seed", seeds(0, 5))
@pytest.mark.parametrize("name", ANSWERS)
def test_every_meld_of_a_hand_is_found_once(name: str, seed: int) -> None:
    dice, v = random.Random(f"{name} {seed}"), ANSWERS[name]
    for number in range(DEALT_HANDS):
        cards = hand(dice, v, dice.randint(1, 8), at_random=number % 5 == 0)
        found = list(melds_in(cards, v))
        expected = {
            meld_text(kind, row, chosen, v)
            for _, chosen in slow_solver.every_choice(cards)
            if len(chosen) >= 3
            for kind, row in slow_solver.rows(chosen, v)
        }
        assert Counter(as_found(meld, v) for meld in found) == Counter(expected), cards
        for meld in found:
            assert {*map(physical_card, meld.cards)} <= {*cards}
            assert meld in set(readings(meld.cards, v)), "as it is read when it is laid"


@pytest.mark.parametrize("seed", seeds(0, 5))
@pytest.mark.parametrize("name", ANSWERS)
def test_the_readings_of_cards_are_those_of_the_slow_solver(name: str, seed: int) -> None:
    dice, v = random.Random(f"{name} {seed}"), ANSWERS[name]
    for _ in range(4 * DEALT_HANDS):
        cards = hand(dice, v, dice.randint(1, 6))
        read = [(meld.kind.value, tuple(map(slow_solver.stands_as, meld.cards))) for meld in readings(cards, v)]
        assert len(read) == len(set(read))
        assert {(kind, row if kind == "run" else tuple(sorted(row))) for kind, row in read} == slow_solver.rows(cards, v)


def test_a_meld_is_found_with_the_first_copies_of_its_faces() -> None:
    cards = tuple(map(Card, ("7H'", "7H", "8H'", "9H", "10S")))
    assert [str(meld) for meld in melds_in(cards, variant(packs=2))] == ["7H 8H' 9H"]


def test_jokers_stand_for_cards_that_the_hand_lacks_and_for_cards_that_it_holds() -> None:
    cards = tuple(map(Card, ("JK2", "4C", "5C", "6C")))
    assert {str(meld) for meld in melds_in(cards, ANSWERS["wrotham"])} == {
        "4C 5C 6C",
        "JK2=3C 4C 5C 6C",
        "4C 5C 6C JK2=7C",
        "JK2=4C 5C 6C",
        "5C 6C JK2=7C",
        "4C JK2=5C 6C",
        "JK2=3C 4C 5C",
        "4C 5C JK2=6C",
    }


TWO_MELDS = ("deal 8H 2C 3C | KC KD", "stock KS QS", "meld 1: 8C 8D 8S by 1", "meld 2: 5H 6H 7H by 0", "drawn 2C")
TWO_JOKERS = ("deal 8H 2C | KC KD", "stock KS QS", "meld 1: 8C 8D JK1=8H by 1", "meld 2: 6H 7H JK2=8H by 0", "drawn 2C")


@pytest.mark.parametrize(("scope", "melds"), [("all", (1, 2)), ("own", (2,)), ("none", (1, 2))])
def test_a_meld_that_may_not_be_touched_is_left_out_unless_none_may_be(scope: str, melds: tuple[int, ...]) -> None:
    assert melds_that_fit(At(match_at("rami", f"with layoff_scope {scope}", *TWO_MELDS)), (Card("8H"),)) == melds


def test_a_joker_that_may_not_be_swapped_is_left_out() -> None:
    match = match_at("wrotham", "with packs 2", "with layoff_scope own", *TWO_JOKERS)
    assert melds_with_joker_for(At(match), Card("8H")) == (2,)
