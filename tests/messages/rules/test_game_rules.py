"""The rules of a game say every answer that matters, nothing that is not played, and fit into a message of Discord's."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from discord import ui
from hypothesis import given, settings
from msgspec.structs import replace

from bot.messages.rules.game_rules import rules_layout
from bot.messages.rules.house_rule_labels import changed_rule_labels, house_rule_label
from bot.messages.rules.saved_variants import saved_variant_layout, saved_variants_layout
from bot.messages.table.house_rules_panel import panel_layout
from bot.messages.table.lobby import lobby_layout
from bot.messages.words import Languages
from bot.rummy.deck.cards import Card, is_joker
from bot.rummy.melds.melds import extend_meld, read_meld
from bot.rummy.typed_cards import read_cards
from bot.rummy.variant.contradictions import contradictions
from bot.rummy.variant.variant import Variant
from bot.tables.events import RulesChanged
from bot.tables.rules.house_rules import HOUSE_RULES, RULE_PAGES
from bot.tables.rules.saved_variants import MAX_SAVED
from bot.tables.table import apply_event
from tests.messages.rules.every_house_rule import CUCCU, EXTREME, JOKERS, with_each_answer, with_two_answers
from tests.messages.rules.test_extreme_variants import ANSWERS, without_contradictions
from tests.messages.table.played_tables import PlayedTable, context_for, visible_texts
from tests.people import parts
from tests.rummy.gauntlet import drawn_variant
from tests.rummy.presets import NAMES, variant

ENGLISH = Languages({}).for_locale("en-US")
MOST_COMPONENTS, MOST_CHARACTERS, MOST_OPTIONS = 40, 4000, 25

# Two answers to each question, and what must be so that the question matters.
MATTERS: dict[str, tuple[object, object, dict[str, Any]]] = {
    "deck": ("french52", "cuccu40", {}),
    "packs": (1, {2: 1, 3: 1, 4: 1, 5: 2, 6: 2}, {}),
    "jokers": (0, 3, {}),
    "players": ((2, 6), (3, 6), {}),
    "hand_size": (7, {2: 7, 3: 7, 4: 6, 5: 6, 6: 6}, {}),
    "opening": ("upcard", "starter_extra", {}),
    "direction": ("clockwise", "counterclockwise", {}),
    "next_dealer": ("winner", "loser", {}),
    "ace": ("high_or_low", "around_corner", {}),
    "ace_points": ("auto", 11, {}),
    "court_points": (10, 5, {}),
    "joker_points": (15, 25, JOKERS),
    "figure_points": (10, 5, CUCCU),
    "set_kind": ("same_rank", "distinct_figures", {"run_suited": False}),
    "set_size": ((3, 4), (4, 4), {}),
    "set_unique": (True, False, {"packs": 2}),
    "run_size": (3, 4, {}),
    "run_suited": (True, False, {}),
    "melds_per_turn": (1, "unlimited", {}),
    "meld_all_at_once": ("never", (4, 5, 6), {}),
    "meld_retire_at": ("never", 4, {}),
    "wild": ("none", "joker", {"jokers": 4}),
    "wild_min_naturals": (1, 2, JOKERS),
    "wild_swap": ("never", "on_turn", JOKERS),
    "layoff_scope": ("all", "own", {}),
    "layoff_requires_meld": (False, True, {}),
    "discard_taken": ("forbid_face", "forbid_card", {"packs": 2}),
    "out_by": ("any", "discard_only", {}),
    "recycle": ("turn_over", "shuffle", {}),
    "recycle_keep_top": (False, True, {}),
    "recycle_max": (2, 0, {}),
    "scoring": ("winner_collects", "penalty", {}),
    "rummy_bonus": ("none", "double", {}),
    "rummy_add": (10, 20, {"rummy_bonus": "add"}),
    "blocked_scoring": ("auto", "all_penalty", {}),
    "match_target": (100, 150, {}),
    "match_deals": ("none", 6, {}),
    "tie": ("shared", "extra_deal", {}),
    "stock_count_public": (True, False, {}),
    "take_back": (True, False, {}),
}


def text(rules: Variant) -> str:
    return "\n".join(visible_texts(rules_layout(rules, ENGLISH)))


def test_every_question_is_asked_here() -> None:
    assert sorted(MATTERS) == sorted(set(Variant.__struct_fields__) - {"name", "title"})


@pytest.mark.parametrize("question", MATTERS)
def test_two_answers_read_differently(question: str) -> None:
    one, other, about = MATTERS[question]
    rules = replace(variant(), **about)
    assert text(replace(rules, **{question: one})) != text(replace(rules, **{question: other}))


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_every_choice_of_a_house_rule_reads_differently(rule: str) -> None:
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
        shown = shown[1:]  # one of the numbers is what the ace counts by itself
    assert len(set(shown)) == len(shown)


@pytest.mark.parametrize(
    ("off", "word"),
    [
        ({}, "oker"),
        ({}, "Cuccù"),
        ({}, "igure"),
        ({}, "oing rummy"),
        ({}, "at once, under"),
        ({}, "all melds at once"),
        ({}, "twice"),
        ({"recycle_max": 0}, "turned over"),
        ({"layoff_scope": "none"}, "any meld"),
        ({"meld_all_at_once": "always", "rummy_bonus": "double"}, "oing rummy"),
        ({"meld_all_at_once": "always", "layoff_requires_meld": True}, "Lay off"),
        ({"match_target": "none", "match_deals": 6}, "somebody has"),
        ({"scoring": "penalty"}, "Most points"),
        (CUCCU, "ueen"),
        (CUCCU, "ace"),
        (CUCCU, "suit"),
        ({"jokers": 4}, "any card of a meld"),
        (JOKERS, "exchange"),
    ],
)
def test_no_rule_is_shown_that_is_switched_off(off: dict[str, Any], word: str) -> None:
    rules = replace(variant(), **off)
    shown = text(rules).replace("place", "")
    assert word not in shown


def as_held(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """With the marks that tell twins apart, which people are not shown."""
    return tuple(
        Card(f"JK{at}" if is_joker(card) else card + "'" * cards[:at].count(card)) for at, card in enumerate(cards, start=1)
    )


def check_examples(rules: Variant) -> None:
    """Everything in brackets that is no sum: a meld of this game, or a card on a meld that stays there."""
    shown = text(rules)
    assert ("There are no sets." in shown) == (not rules.has_sets())
    count = 0
    for example in re.findall(r"\(([^()]*)\)", shown):
        if re.search(r" = |: |points", example):
            continue
        *first, last = (read_cards(cards, rules.deck) for cards in example.split(" on "))
        cards = as_held((*last, *(card for cards in first for card in cards)))
        meld, added = cards[: len(last)], cards[len(last) :]
        lying = read_meld(meld, rules)
        assert lying, f"{example} is no meld of {rules}"
        assert not added or extend_meld(lying, added, rules), f"{example} at {rules}"
        assert not added or rules.meld_retire_at == "never" or len(meld) < rules.meld_retire_at, example
        count += 1
    assert count >= 1


@pytest.mark.parametrize("size", range(3, 14))
@pytest.mark.parametrize("suited", [True, False])
@pytest.mark.parametrize("ace", ["low", "high", "high_or_low", "around_corner"])
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
def test_examples_are_melds_of_this_game(size: int, suited: bool, ace: str, about: dict[str, Any]) -> None:
    rules = replace(variant(), run_size=size, run_suited=suited, ace=ace)
    check_examples(replace(rules, **about, wild_min_naturals=min(size, 8)))


@pytest.mark.parametrize("seed", range(300))
def test_examples_of_whatever_game_are_its_melds(seed: int) -> None:
    check_examples(drawn_variant(random.Random(seed)))


@settings(deadline=None, max_examples=200)
@given(ANSWERS)
def test_examples_of_the_oddest_games_are_their_melds(answers: dict[str, Any]) -> None:
    rules = Variant(name="x", **without_contradictions(answers))
    if not tuple(contradictions(rules)):
        check_examples(rules)


@pytest.mark.parametrize(
    ("name", "about", "said", "unsaid"),
    [
        ("cuccu", {"set_kind": "same_rank"}, "There are no sets.", "VII VII"),  # RULES 8.10
        ("cuccu", {"set_kind": "same_rank", "set_unique": False}, "There are no sets.", "twice in a set"),
        ("rami", {"set_kind": "distinct_figures", "run_suited": False}, "Sets: 3 different figures", "4 different"),
        ("rami", {"set_size": (3, 8)}, "Sets: 3 to 4 of one rank", "8 of"),
        ("rami", {"meld_retire_at": 3}, "There is no laying off.", " lay off"),
        ("wrotham", {"meld_retire_at": 3}, "There is no laying off.", "exchange"),
        ("rami", {"run_size": 13, "set_size": (4, 4)}, "There is no laying off.", "Lay off"),
        ("wrotham", {"match_deals": 3}, "One meld", "all melds"),
        ("wrotham", {"match_deals": 5}, "In the deals 4 and 5 only", "6 only"),
        ("wrotham", {"match_deals": 3, "rummy_bonus": "double"}, "Going rummy", "Not where all"),
        ("wrotham", {"layoff_scope": "own"}, "in one of his own melds", "Who holds the card that a joker stands for may"),
        ("wrotham", {"layoff_requires_meld": True}, "Who has a meld, and holds", "Who holds the card that a joker stands"),
        ("cuccu", {}, "what is both (XIII", ""),  # RULES 5.16
        ("rami", {}, "", "what is both"),
        ("rami", {"meld_all_at_once": "always"}, "it is discarded or laid off", "Lay off"),  # RULES 8.12
        ("rami", {"meld_all_at_once": "always", "out_by": "discard_only"}, "that one is discarded.", "laid off"),
        ("rami", {"meld_all_at_once": (1,)}, "it is discarded or laid off", "that one"),
        ("rami", {"meld_all_at_once": (1,), "layoff_scope": "none"}, "that one is discarded.", "laid off"),
    ],
)
def test_the_rules_say_what_can_be_and_what_limits_it(name: str, about: dict[str, Any], said: str, unsaid: str) -> None:
    shown = text(replace(variant(name), **about)).replace("one meld a turn", "One meld")
    assert said in shown
    assert not unsaid or unsaid not in shown


def messages() -> Iterator[ui.LayoutView]:
    """Of all presets with every answer, and of sets as large as they come, with a table of six long names."""
    played = PlayedTable(EXTREME, random.Random(0)).seat(6)
    for rules in (
        *with_two_answers("rami"),
        *with_two_answers("wrotham"),
        *map(variant, NAMES),
        EXTREME,
        replace(EXTREME, **CUCCU),
    ):
        yield rules_layout(rules, ENGLISH)
    for rules in (*with_each_answer("rami"), *with_each_answer("cuccu"), replace(EXTREME, **CUCCU)):
        table = apply_event(1, played.table, RulesChanged(1, rules))
        yield lobby_layout(context_for(table, ENGLISH))
        yield from (panel_layout(context_for(table, ENGLISH), page, note="x" * 500) for page in RULE_PAGES)
        yield saved_variant_layout(rules, EXTREME, ENGLISH)
    yield saved_variants_layout([(replace(EXTREME, title="W" * 30), "W" * 48)] * MAX_SAVED, ENGLISH)


@pytest.mark.thorough
def test_no_message_about_rules_is_larger_than_discord_takes() -> None:
    longest = 0
    for view in messages():
        shown = list(parts(view.to_components()))
        assert len(shown) <= MOST_COMPONENTS
        length = sum(len(part["content"]) for part in shown if part["type"] == 10)
        longest = max(length, longest)
        assert length <= MOST_CHARACTERS
        for part in shown:
            options = part.get("options", ())
            assert len(options) <= MOST_OPTIONS
            assert len({option["value"] for option in options}) == len(options)
            assert all(1 <= len(option["label"]) <= 100 and len(option["value"]) <= 100 for option in options)
            assert sum(option.get("default", False) for option in options) <= 1
    assert longest > 2000, "as large as they come"


def test_facts_are_what_differs_and_nothing_else() -> None:
    ours = replace(variant(), melds_per_turn="unlimited", match_target=80)
    assert list(changed_rule_labels(ours, variant(), ENGLISH)) == ["any number of melds a turn", "target: 80 points"]
    assert list(changed_rule_labels(ours, variant(), ENGLISH, head=True)) == ["any number of melds a turn"], (
        "the lobby's head has the target"
    )
    assert list(changed_rule_labels(ours, ours, ENGLISH)) == []
