"""The rules of a game state every answer that matters, and nothing that the game doesn't use."""

import random
import re
from itertools import product
from typing import Any

import pytest
from discord import ui
from hypothesis import given, settings
from msgspec.structs import replace

from bot.messages.pictures.card_pictures import HandPicture
from bot.messages.pictures.picture import PictureChoice, PictureGallery
from bot.messages.rules.game_rules import more_rules_layout, rules_layout
from bot.messages.rules.house_rule_labels import house_rule_label
from bot.rummy.cards import Card, is_joker
from bot.rummy.contradictions import contradictions
from bot.rummy.melds import extend_meld, read_meld
from bot.rummy.typed_cards import read_cards
from bot.rummy.variant import Variant
from bot.tables.rules.house_rules import HOUSE_RULES
from tests.messages.rules.every_house_rule import CUCCU, JOKERS
from tests.messages.rules.extreme_variants import ANSWERS, without_contradictions
from tests.messages.shown_text import ENGLISH, plain_text, readable_text, visible_texts
from tests.rummy.gauntlet import random_variant
from tests.rummy.presets import WITH_TABLE_MELDS, asked_by, variant


def text(rules: Variant) -> str:
    return "\n".join((*visible_texts(rules_layout(rules, ENGLISH)), *visible_texts(more_rules_layout(rules, ENGLISH))))


def beginnings(view: ui.LayoutView) -> list[str]:
    """Return the bold words with which the lines of a message begin."""
    return [found[1] for line in readable_text(view).splitlines() if (found := re.match(r"(?:- )?\*\*(.*?)\*\*", line))]


@pytest.mark.parametrize("name", WITH_TABLE_MELDS)
def test_the_rules_begin_with_the_goal_a_turn_and_what_is_special(name: str) -> None:
    first = beginnings(rules_layout(variant(name), ENGLISH))
    special = [] if name == "rami" else ["Special"]
    usual = ["Goal", "Match", "A turn", "Set", "Run", "Lay off", *special, "Card values"]
    contract = ["Goal", "Contract", "A turn", "Set", "Lay off", "Card values"]
    stages = ["Goal", "Stages", "A turn", "Lay off", "Kings", "Jokers", "Set"]
    assert first == {"contract": contract, "ten_stages": stages}.get(name, usual)


@pytest.mark.parametrize(
    ("name", "about", "special"),
    [
        ("wrotham", {}, "3 jokers stand for any card. Deals 4–6: lay your whole hand or nothing."),
        ("ramino", {}, "Whole hand in one turn (rummy): double score."),
        ("block", {}, "The stock is never refilled."),
        ("cuccu", {}, "Whole hand in one turn (rummy): penalties double. Melds of 4+ cards leave the table."),
        ("rami", {"jokers": 2, "wild": "joker", "first_meld": 30}, "2 jokers stand for any card. First melds need"),
        ("rami", {"meld_all_at_once": "always"}, "Lay your whole hand or nothing."),
        ("rami", {"jokers": 1, "wild": "none"}, "1 joker stands for no other card."),
    ],
)
def test_what_is_special_stands_in_the_first_message_alone(name: str, about: dict[str, Any], special: str) -> None:
    rules = replace(variant(name), **about)
    assert f"**Special**: {special}" in "\n".join(visible_texts(rules_layout(rules, ENGLISH)))
    first, rest = readable_text(rules_layout(rules, ENGLISH)), readable_text(more_rules_layout(rules, ENGLISH))
    facts = re.findall(r"[^.:]+\.", first)
    assert len(facts) > 8
    assert not [fact for fact in facts if fact in rest]


def test_what_is_special_in_a_game_comes_before_the_rest() -> None:
    wrotham = beginnings(more_rules_layout(variant("wrotham"), ENGLISH))
    special, rest = wrotham[: wrotham.index("Also")], wrotham[wrotham.index("Also") :]
    assert special == ["Special in this game", "Cards", "Dealing", "Jokers", "In one go"]
    assert {"Going out", "Aces", "Leaving"} < set(rest)
    assert "Special" not in readable_text(more_rules_layout(variant("rami"), ENGLISH))
    assert "Jokers" not in readable_text(more_rules_layout(variant("rami"), ENGLISH))
    house_rule = more_rules_layout(variant("rami", out_by="discard_only"), ENGLISH)
    assert beginnings(house_rule)[:3] == ["Special in this game", "Going out", "Also"]


def test_the_title_of_the_rules_names_the_table_that_plays_by_them() -> None:
    assert "The rules of Rami\n" in readable_text(rules_layout(variant(), ENGLISH))
    assert "The rules of Rami, table 12\n" in readable_text(rules_layout(variant(), ENGLISH, table=12))


@pytest.mark.parametrize("name", WITH_TABLE_MELDS)
def test_the_picture_of_a_turn_shows_the_examples_of_the_text(name: str) -> None:
    shown = rules_layout(variant(name), ENGLISH, PictureChoice())
    [gallery] = [item for item in shown.walk_children() if isinstance(item, PictureGallery)]
    picture, words = gallery.picture, readable_text(shown)
    assert isinstance(picture.shows, HandPicture)
    own, (*meld, added) = picture.shows.melds
    assert picture.shows.new == added
    for cards in (own, meld):
        assert f"({plain_text(ENGLISH.cards(cards))})" in words
        assert ENGLISH.cards(cards) in picture.alt
    assert plain_text(f"({ENGLISH.card(added)} on {ENGLISH.cards(meld)})") in words
    assert f"{ENGLISH.card(added)} on" in picture.alt
    assert len({*own, *meld, added}) == len(own) + len(meld) + 1


def test_the_picture_shows_neither_sets_nor_lay_offs_where_there_are_none() -> None:
    runs_only = variant("cuccu", set_kind="same_rank", meld_all_at_once="always")
    shown = rules_layout(runs_only, ENGLISH, PictureChoice())
    [gallery] = [item for item in shown.walk_children() if isinstance(item, PictureGallery)]
    assert gallery.picture.shows == HandPicture((read_cards("VI VII VIII", "cuccu40"),), ())
    assert not [item for item in rules_layout(runs_only, ENGLISH).walk_children() if isinstance(item, PictureGallery)]


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
    about |= {"discard_taken": {"packs": 2}, "players": {"hand_size": 6}, "wild_max": JOKERS, "wild_adjacent": JOKERS}
    about |= {"first_meld_waived": {"first_meld": 40}, "discard_from": {"first_meld": 40}}
    about |= {"elimination": {"scoring": "penalty"}, "re_entries": {"scoring": "penalty", "elimination": True}}
    if rule == "layoff":
        about["layoff"] = {}
    rules = replace(asked_by(HOUSE_RULES[rule]), **about.get(rule, {}))
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
        ({}, "whole hand in one"),
        ({}, "same card twice"),
        ({"recycle_max": 0}, "turn over"),
        ({"layoff_scope": "none"}, "any meld"),
        ({"meld_all_at_once": "always", "rummy_bonus": "double"}, "oing rummy"),
        ({"meld_all_at_once": "always", "layoff_requires_meld": True}, "Lay off"),
        ({"match_target": "none", "match_deals": 6}, "to 100 points"),
        ({"scoring": "penalty"}, "Highest wins"),
        (CUCCU, "ueen"),
        (CUCCU, "ace"),
        (CUCCU, "Ace"),
        (CUCCU, "suit"),
        ({"jokers": 4}, "any card."),
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
    """Check that every example in brackets, but for sums and players, is a meld of this game, or a card on one that stays."""
    shown = text(rules)
    assert ("There are no sets." in shown) == (not rules.has_sets())
    count = 0
    for example in re.findall(r"\(([^()]*)\)", shown):
        if re.search(r" = |: |points|last place|kinds|rummy|players|^[2-6](,? (or )?[2-6])*$", example):
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
        ("rami", {"set_kind": "distinct_figures", "run_suited": False}, "**Set**: 3 different figures", "4 different"),
        ("rami", {"set_size": (3, 8)}, "**Set**: 3–4 of one rank", "8 cards"),
        ("rami", {"meld_retire_at": 3}, "There's no laying off.", "Lay off"),
        ("wrotham", {"meld_retire_at": 3}, "There's no laying off.", "swap"),
        ("rami", {"run_size": 13, "set_size": (4, 4)}, "There's no laying off.", "Lay off"),
        ("wrotham", {"match_deals": 3}, "Lay at most **1 meld**: a set or a run.", "or nothing."),
        ("wrotham", {"match_deals": 5}, "Deals 4 and 5: lay your whole hand or nothing.", "6: all"),
        ("wrotham", {"match_deals": 3, "rummy_bonus": "double"}, "Going rummy", "It doesn't apply"),
        ("wrotham", {"layoff_scope": "own"}, "it stands for. Only in your own melds.", "on any meld"),
        ("wrotham", {"layoff_requires_meld": True}, "it stands for. You need a meld of your own first.", ""),
        ("cuccu", {}, "a run or a set (XIII", ""),  # RULES 5.16
        ("rami", {}, "", "a run or a set"),
        ("rami", {"meld_all_at_once": "always"}, "to discard or lay off", "Lay off"),  # RULES 8.12
        ("rami", {"meld_all_at_once": "always", "out_by": "discard_only"}, "one card to discard.", "lay off"),
        ("rami", {"meld_all_at_once": (1,)}, "to discard or lay off", "to discard."),
        ("rami", {"meld_all_at_once": (1,), "layoff_scope": "none"}, "one card to discard.", "lay off"),
        ("rami", {}, "Melds on the table are never rearranged.", "figures are"),  # RULES 4.4
        ("rami", {"meld_all_at_once": "always"}, "Lay your whole hand or nothing.", "never rearranged"),
        ("rami", {"meld_retire_at": 3}, "There's no laying off.", "never rearranged"),
        ("rami", {}, "Unless you go out, keep a card you can discard.", ""),  # RULES 5.2
        ("rami", {"discard_taken": "allow"}, "A turn", "a way to end your turn"),
        (
            "rami",
            {"discard_taken": "allow", "out_by": "discard_only"},
            "Always keep one card to discard.",
            "a way to end your turn",
        ),
        ("wrotham", {}, "After a joker, you can't discard another joker.", "duplicate"),
        ("rami", {}, "can't discard the card you just took. Unless", "duplicate"),
        ("rami", {"packs": 2}, "the card you just took, or its duplicate.", "After a joker"),
        ("rami", {}, "In a casual match, a computer takes your seat instead. If only computers are left, nobody wins.", ""),
        ("ramino", {"scoring": "penalty"}, "**Leaving**: you come last", "scores your cards"),
        ("wrotham", {}, "The joker goes to your hand.", ""),  # RULES 5.15
        ("wrotham", {"wild_swap": "never"}, "Jokers", "The joker goes to"),
        ("cuccu", {}, "Nulla, Secchia, Mascherone, Leone, and Matto.", "queens"),  # RULES 6
        (
            "rami",
            {"set_kind": "distinct_figures", "run_suited": False},
            "The figures are the jacks, queens and kings.",
            "Locanda",
        ),
        (
            "rami",
            {},
            "With no refill left, you may take the top discard, or block the deal.",
            "s often as needed",
        ),  # RULES 7.18
        (
            "rami",
            {},
            "two rounds without a card laid block the deal, too.",
            "",
        ),  # RULES 5.26
        (
            "block",
            {},
            "two rounds without a card laid block the deal, too.",
            "After the last",
        ),
        ("rummy500", {}, "The stock is never refilled.", "two rounds without a card"),  # RULES 8.25
        ("ten_stages", {"match_target": 60}, "**Match**: to 60 points.", ""),
        (
            "rami",
            {"recycle_max": "unlimited"},
            "At most 5 in a row without a new or changed meld.",
            "At most twice per deal",
        ),  # RULES 8.15
    ],
)
def test_the_rules_state_what_is_possible_and_nothing_else(name: str, about: dict[str, Any], said: str, unsaid: str) -> None:
    shown = text(replace(variant(name), **about))
    assert said in shown
    assert not unsaid or unsaid not in shown


@pytest.mark.parametrize(("name", "is_said"), [("scala40", True), ("romme", False)])
def test_first_melds_that_are_not_taken_back_are_named(name: str, is_said: bool) -> None:
    assert ("First melds laid together with the discard stay." in text(variant(name))) == is_said


@pytest.mark.parametrize(("deals", "goal"), [(20, "complete ten stages first"), (4, "complete the most stages")])
def test_a_match_too_short_for_ten_stages_has_another_goal(deals: int, goal: str) -> None:
    assert f"Goal: {goal}." in text(replace(variant("ten_stages"), match_deals=deals)).replace("**", "")
