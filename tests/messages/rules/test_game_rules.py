"""The rules of a game state every answer that matters, and nothing that the game doesn't use."""

import random
import re
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from bot.messages.rules.game_rules import rules_layout
from bot.messages.rules.house_rule_labels import house_rule_label
from bot.rummy.cards import Card, is_joker
from bot.rummy.contradictions import contradictions
from bot.rummy.melds import extend_meld, read_meld
from bot.rummy.typed_cards import read_cards
from bot.rummy.variant import Variant
from bot.tables.rules.house_rules import HOUSE_RULES
from tests.messages.rules.every_house_rule import CUCCU, JOKERS
from tests.messages.rules.extreme_variants import ANSWERS, without_contradictions
from tests.messages.shown_text import ENGLISH, visible_texts
from tests.rummy.gauntlet import random_variant
from tests.rummy.presets import variant


def text(rules: Variant) -> str:
    return "\n".join(visible_texts(rules_layout(rules, ENGLISH)))


@pytest.mark.parametrize(
    ("question", "answer"),
    [("packs", {2: 1, 3: 1, 4: 1, 5: 2, 6: 2}), ("hand_size", {2: 7, 3: 7, 4: 6, 5: 6, 6: 6})],
    ids=["packs", "hand_size"],
)
def test_a_number_for_each_number_of_players_gives_different_rules(question: str, answer: dict[int, int]) -> None:
    assert text(replace(variant(), **{question: answer})) != text(variant())


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_every_choice_of_a_house_rule_gives_different_rules_and_labels(rule: str) -> None:
    about: dict[str, Any] = {"wild_min_naturals": JOKERS, "wild_swap": JOKERS, "joker_points": JOKERS, "wild": {"jokers": 4}}
    about |= {"figure_points": CUCCU, "set_kind": {"run_suited": False}}
    about |= {"set_unique": {"packs": 2}, "set_size": {"packs": 2, "set_unique": False}}
    about |= {"discard_taken": {"packs": 2}, "players": {"hand_size": 6}}
    if rule == "layoff":
        about["layoff"] = {}
    rules = replace(variant(), **about.get(rule, {}))
    answers = [HOUSE_RULES[rule].change(rules, choice) for choice in HOUSE_RULES[rule].choices]
    shown = [text(answer) for answer in answers]
    assert len({house_rule_label(rule, answer, ENGLISH) for answer in answers}) == len(answers)
    if rule == "ace_points":
        shown = shown[1:]  # one of the numbers is the automatic value of the ace
    assert len(set(shown)) == len(shown)


@pytest.mark.parametrize(
    ("off", "word"),
    [
        ({}, "oker"),
        ({}, "Cuccù"),
        ({}, "igure"),
        ({}, "oing rummy"),
        ({}, "leaves the table"),
        ({}, "whole hand in one turn"),
        ({}, "same card twice"),
        ({"recycle_max": 0}, "turned over"),
        ({"layoff_scope": "none"}, "any meld"),
        ({"meld_all_at_once": "always", "rummy_bonus": "double"}, "oing rummy"),
        ({"meld_all_at_once": "always", "layoff_requires_meld": True}, "lay off any"),
        ({"match_target": "none", "match_deals": 6}, "someone has"),
        ({"scoring": "penalty"}, "Highest score"),
        (CUCCU, "ueen"),
        (CUCCU, "ace"),
        (CUCCU, "suit"),
        ({"jokers": 4}, "any card in a meld"),
        (JOKERS, "swap"),
    ],
)
def test_a_rule_that_is_switched_off_is_not_shown(off: dict[str, Any], word: str) -> None:
    rules = replace(variant(), **off)
    shown = text(rules).replace("place", "")
    assert word not in shown


def with_duplicates_marked(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards with the marks that tell duplicates apart, which people are not shown."""
    return tuple(
        Card(f"JK{at}" if is_joker(card) else card + "'" * cards[:at].count(card)) for at, card in enumerate(cards, start=1)
    )


def check_examples(rules: Variant) -> None:
    """Check that every example in brackets, other than sums, is a meld of this game, or a card on a meld that stays."""
    shown = text(rules)
    assert ("There are no sets." in shown) == (not rules.has_sets())
    count = 0
    for example in re.findall(r"\(([^()]*)\)", shown):
        if re.search(r" = |: |points|last place|kinds", example):
            continue
        *first, last = (read_cards(cards, rules.deck) for cards in example.split(" on "))
        cards = with_duplicates_marked((*last, *(card for cards in first for card in cards)))
        meld, added = cards[: len(last)], cards[len(last) :]
        lying = read_meld(meld, rules)
        assert lying, f"{example} isn't a meld of {rules}"
        assert not added or extend_meld(lying, added, rules), f"{example} at {rules}"
        assert not added or rules.meld_retire_at == "never" or len(meld) < rules.meld_retire_at, example
        count += 1
    assert count >= 1


@pytest.mark.parametrize(
    "about",
    [
        JOKERS,
        JOKERS | CUCCU | {"set_size": (3, 8)},
        {"packs": 2, "set_unique": False, "set_size": (5, 6)},
        {"set_size": (3, 3), "meld_retire_at": 4},
        {"set_size": (4, 4), "meld_retire_at": 5},
    ],
)
def test_examples_are_melds_of_their_game(about: dict[str, Any]) -> None:
    for size, suited, ace in product(range(3, 14), (True, False), ("low", "high", "high_or_low", "around_corner")):
        rules = replace(variant(), run_size=size, run_suited=suited, ace=ace)
        check_examples(replace(rules, **about, wild_min_naturals=min(size, 8)))


def test_examples_of_random_games_are_their_melds() -> None:
    for seed in range(100):
        check_examples(random_variant(random.Random(seed)))


@settings(max_examples=60)  # besides the random games, and the examples of each answer
@given(ANSWERS)
def test_examples_of_extreme_games_are_their_melds(answers: dict[str, Any]) -> None:
    rules = Variant(name="x", **without_contradictions(answers))
    if not tuple(contradictions(rules)):
        check_examples(rules)


@pytest.mark.parametrize(
    ("name", "about", "said", "unsaid"),
    [
        ("cuccu", {"set_kind": "same_rank"}, "There are no sets.", "VII VII"),  # RULES 8.10
        ("cuccu", {"set_kind": "same_rank", "set_unique": False}, "There are no sets.", "same card twice"),
        ("rami", {"set_kind": "distinct_figures", "run_suited": False}, "Sets: 3 different figures", "4 different"),
        ("rami", {"set_size": (3, 8)}, "Sets: 3 to 4 cards of one rank", "8 cards"),
        ("rami", {"meld_retire_at": 3}, "There's no laying off.", "You can lay off"),
        ("wrotham", {"meld_retire_at": 3}, "There's no laying off.", "swap"),
        ("rami", {"run_size": 13, "set_size": (4, 4)}, "There's no laying off.", "You can lay off"),
        ("wrotham", {"match_deals": 3}, "at most 1 meld per turn", "or nothing. At"),
        ("wrotham", {"match_deals": 5}, "Deals 4 and 5 are different: there", "6 are different"),
        ("wrotham", {"match_deals": 3, "rummy_bonus": "double"}, "Going rummy", "This doesn't apply"),
        ("wrotham", {"layoff_scope": "own"}, "in one of your own melds", "the card that a joker stands for"),
        ("wrotham", {"layoff_requires_meld": True}, "If you have a meld and hold", "If you hold the card"),
        ("cuccu", {}, "could be either (XIII", ""),  # RULES 5.16
        ("rami", {}, "", "could be either"),
        ("rami", {"meld_all_at_once": "always"}, "to discard or lay off", "You can lay off"),  # RULES 8.12
        ("rami", {"meld_all_at_once": "always", "out_by": "discard_only"}, "may be left, to discard.", "lay off"),
        ("rami", {"meld_all_at_once": (1,)}, "to discard or lay off", "to discard."),
        ("rami", {"meld_all_at_once": (1,), "layoff_scope": "none"}, "may be left, to discard.", "lay off"),
        ("rami", {}, "Melds on the table are never rearranged.", "figures are"),  # RULES 4.4
        ("rami", {"meld_all_at_once": "always"}, "only your whole hand", "never rearranged"),
        ("rami", {"meld_retire_at": 3}, "There's no laying off.", "never rearranged"),
        ("rami", {}, "A move is refused if your turn couldn't end after it", ""),  # RULES 5.2
        ("rami", {"discard_taken": "allow"}, "A turn", "A move is refused"),
        (
            "rami",
            {"discard_taken": "allow", "out_by": "discard_only"},
            "because no card would be left to discard",
            "the card that you took",
        ),
        ("wrotham", {}, "after a joker, no other joker", "duplicate"),
        ("rami", {}, "can't be discarded in the same turn. ", "duplicate"),
        ("rami", {"packs": 2}, "and neither can a duplicate", "after a joker"),
        ("rami", {}, "at a table that pauses, a computer takes your seat instead. If nobody else is left, nobody wins.", ""),
        ("ramino", {"scoring": "penalty"}, "**Leaving** forfeits the match", "the cards that you held"),
        ("wrotham", {}, "The joker goes to your hand.", ""),  # RULES 5.15
        ("wrotham", {"wild_swap": "never"}, "Jokers", "The joker goes to"),
        ("cuccu", {}, "Nulla, Secchia, Mascherone, Leone, and Matto.", "queens"),  # RULES 6
        (
            "rami",
            {"set_kind": "distinct_figures", "run_suited": False},
            "The figures are the jacks, queens and kings.",
            "Locanda",
        ),
        ("rami", {}, "After that, you can only take the discard", "as often as needed"),  # RULES 7.18
        (
            "rami",
            {},
            "Without a new stock, the deal is also blocked when nobody melds or lays off for two rounds.",
            "",
        ),  # RULES 5.26
        (
            "block",
            {},
            "Without a new stock, the deal is also blocked when nobody melds or lays off for two rounds.",
            "After that",
        ),
        ("rami", {"recycle_max": "unlimited"}, "not after 5 times in a row", "at most twice per deal"),  # RULES 8.15
    ],
)
def test_the_rules_state_what_is_possible_and_nothing_else(name: str, about: dict[str, Any], said: str, unsaid: str) -> None:
    shown = text(replace(variant(name), **about))
    assert said in shown
    assert not unsaid or unsaid not in shown
