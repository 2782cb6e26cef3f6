"""Whatever answers a code carries, its game can be played: no message about it is larger than Discord takes."""

import random
from typing import Any

import pytest
from discord import ui
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from msgspec.structs import asdict, replace

from bot.messages.rules.game_rules import rules_layout
from bot.messages.rules.house_rule_labels import labels_line
from bot.messages.rules.saved_variants import saved_variant_layout
from bot.messages.table.house_rules_panel import matching_rules, panel_layout
from bot.messages.table.lobby import lobby_layout
from bot.messages.table.refusals import refusal_sentence
from bot.messages.words import Languages
from bot.rummy.variant.contradictions import contradictions
from bot.rummy.variant.variant import Variant
from bot.tables.events import RulesChanged
from bot.tables.refusals import CodeRefused, Refused, RulesContradict
from bot.tables.rules.house_rules import RULE_PAGES
from bot.tables.rules.variant_code import read_code, write_code
from bot.tables.table import apply_event
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.people import parts
from tests.rummy.presets import variant
from tests.tables.test_variant_code import by_hand

ENGLISH = Languages({}).for_locale("en-US")
MOST_CHARACTERS, MOST_ALONE, LONGEST_LABEL = 4000, 2000, 100
NOBODY = PlayedTable(variant(), random.Random(0)).seat(6)

EXTREMES: dict[str, tuple[Any, ...]] = {
    "title": ("W", "W" * 30),
    "deck": ("french52", "cuccu40"),
    "packs": (4, 1, dict.fromkeys(range(2, 7), 4), {2: 1, 3: 2, 4: 3, 5: 4, 6: 4}),
    "jokers": (0, 1, 12),
    "players": ((2, 6), (2, 2), (6, 6)),
    "hand_size": (3, 20, {players: 22 - players for players in range(2, 7)}, dict.fromkeys(range(2, 7), 13)),
    "opening": ("upcard", "starter_extra"),
    "direction": ("clockwise", "counterclockwise"),
    "next_dealer": ("rotate", "winner", "loser"),
    "ace": ("low", "high_or_low", "around_corner", "high"),
    "ace_points": ("auto", 0, 100),
    "court_points": (0, 100),
    "joker_points": (0, 1, 100),
    "figure_points": (0, 100),
    "set_kind": ("same_rank", "distinct_figures"),
    "set_size": ((3, 3), (3, 8), (8, 8)),
    "set_unique": (True, False),
    "run_size": (3, 13),
    "run_suited": (True, False),
    "melds_per_turn": (1, 20, "unlimited"),
    "meld_all_at_once": ("never", "always", (), (1,), tuple(range(1, 51)), (50, 50, 1)),
    "meld_retire_at": ("never", 3, 8),
    "wild": ("none", "joker"),
    "wild_min_naturals": (1, 8),
    "wild_swap": ("never", "on_turn"),
    "layoff_scope": ("all", "own", "none"),
    "layoff_requires_meld": (False, True),
    "discard_taken": ("forbid_face", "forbid_card", "allow"),
    "out_by": ("any", "discard_only"),
    "recycle": ("turn_over", "shuffle"),
    "recycle_keep_top": (False, True),
    "recycle_max": (0, 1, 20, "unlimited"),
    "scoring": ("winner_collects", "penalty", "payment"),
    "rummy_bonus": ("none", "double", "add"),
    "rummy_add": (0, 1, 100),
    "blocked_scoring": ("auto", "all_penalty"),
    "match_target": ("none", 1, 1000),
    "match_deals": ("none", 1, 50),
    "tie": ("shared", "extra_deal"),
    "stock_count_public": (True, False),
    "take_back": (True, False),
}
ANSWERS = st.fixed_dictionaries({question: st.sampled_from(answers) for question, answers in EXTREMES.items()})


def without_contradictions(answers: dict[str, Any]) -> dict[str, Any]:
    """The same without what contradicts itself most often."""
    if answers["set_kind"] == "distinct_figures":
        answers |= {"run_suited": False}
    if answers["wild"] == "none" or answers["layoff_scope"] == "none":
        answers |= {"wild_swap": "never"}
    if answers["match_target"] == "none" and answers["match_deals"] == "none":
        answers |= {"match_deals": 50}
    if answers["scoring"] == "payment":
        answers |= {"blocked_scoring": "auto", "match_target": "none", "match_deals": 50}
    return answers


def text_length(view: ui.LayoutView) -> int:
    return sum(len(part["content"]) for part in parts(view.to_components()) if part["type"] == 10)


def test_every_question_has_its_extremes() -> None:
    assert EXTREMES.keys() == asdict(variant()).keys() - {"name"}


@settings(deadline=None, max_examples=150)
@given(ANSWERS)
def test_every_game_that_a_code_can_carry_has_its_messages(answers: dict[str, Any]) -> None:
    try:
        rules = read_code(write_code(Variant(name="x", **without_contradictions(answers))))
    except Refused:
        reject()
    table = apply_event(1, NOBODY.table, RulesChanged(1, rules))
    context = context_for(table, ENGLISH)
    shown = [rules_layout(rules, ENGLISH), lobby_layout(context), saved_variant_layout(rules, variant(), ENGLISH)]
    shown += [panel_layout(context, page, note="x" * 500) for page in RULE_PAGES]
    assert max(map(text_length, shown)) <= MOST_CHARACTERS
    assert all(len(label) <= LONGEST_LABEL for _, label in matching_rules("", rules, ENGLISH))


@settings(deadline=None, max_examples=50)
@given(ANSWERS)
def test_everything_that_contradicts_itself_at_once_can_be_said(answers: dict[str, Any]) -> None:
    faults = tuple(contradictions(Variant(name="x", **answers)))
    assert len(refusal_sentence(RulesContradict(faults), ENGLISH, context_for(NOBODY.table, ENGLISH).names)) <= MOST_ALONE


@pytest.mark.parametrize("times", [51, 1900])
def test_a_code_with_a_deal_named_over_and_over_is_refused(times: int) -> None:
    code = by_hand(f'title = "x"\nmatch_deals = 3\nmeld_all_at_once = [{",".join(["1"] * times)}]')
    with pytest.raises(Refused) as refused:
        read_code(code)
    assert refused.value.refusal == CodeRefused()


def test_deals_are_kept_each_once_and_in_their_order() -> None:
    code = by_hand('title = "x"\nmatch_deals = 9\nmeld_all_at_once = [3, 1, 3, 2]')
    assert read_code(code).meld_all_at_once == (1, 2, 3)


def test_one_fact_too_long_for_a_line_is_cut() -> None:
    line = labels_line("W", ["x" * 5000], ENGLISH)
    assert len(line) < 300
    assert line.endswith("…")


def test_stored_rules_with_a_deal_over_and_over_are_told_once() -> None:
    """As an earlier version took them from a code."""
    rules = replace(variant(), meld_all_at_once=(1,) * 1900)
    context = context_for(apply_event(1, NOBODY.table, RulesChanged(1, rules)), ENGLISH)
    assert text_length(lobby_layout(context)) <= MOST_CHARACTERS
