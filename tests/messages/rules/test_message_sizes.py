"""Whatever answers a code carries, no message about its game is larger than Discord allows."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from discord import ui
from hypothesis import given, reject, settings
from msgspec.structs import replace

from bot.messages.rules.game_rules import more_rules_layout, rules_layout, saved_variant_layout, saved_variants_layout
from bot.messages.rules.house_rule_labels import labels_line
from bot.messages.table.house_rules import OpenFormPress, matching_rules, rule_form, rule_topics_layout
from bot.messages.table.lobby import lobby_layout
from bot.messages.table.refusals import refusal_sentence
from bot.rummy.contradictions import contradictions
from bot.rummy.variant import QUESTIONS, Variant
from bot.tables.apply_event import apply_event
from bot.tables.events import RulesChanged
from bot.tables.ports import Person, SavedVariant
from bot.tables.refusals import RulesContradict
from bot.tables.rules.house_rules import topics_of
from bot.tables.rules.saved_variants import CodeRefused, read_code, write_code
from bot.wording.sentence import Refused
from tests.messages.rules.every_house_rule import CUCCU, EXTREME, with_each_answer, with_two_answers
from tests.messages.rules.extreme_variants import ANSWERS, EXTREMES, without_contradictions
from tests.messages.shown_text import ENGLISH, MOST_CHARACTERS, MOST_COMPONENTS, MOST_OPTIONS, text_length
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.people import parts
from tests.rummy.presets import NAMES, variant
from tests.tables.rules.test_variant_code import forged_code

MOST_IN_AN_ANSWER, LONGEST_LABEL = 2000, 100
FULL_TABLE = PlayedTable(variant(), random.Random(0)).seat(6)


def check_form(form: Mapping[str, Any]) -> None:
    """Check that a form is within Discord's limits."""
    assert 1 <= len(form["title"]) <= 45
    assert len(form["custom_id"]) <= 100
    assert 1 <= len(form["components"]) <= 5
    for question in form["components"]:
        assert 1 <= len(question["label"]) <= 45
        assert 1 <= len(question["description"]) <= 100
        options = question["component"]["options"]
        assert 1 <= len(options) <= MOST_OPTIONS
        assert len({option["value"] for option in options}) == len(options)
        assert all(1 <= len(option["label"]) <= LONGEST_LABEL and len(option["value"]) <= LONGEST_LABEL for option in options)
        assert sum(option.get("default", False) for option in options) == 1


def test_every_question_has_extreme_answers() -> None:
    assert EXTREMES.keys() == {"title", "game", *QUESTIONS}


@pytest.mark.thorough
@settings(deadline=None, max_examples=40)
@given(ANSWERS)
def test_the_messages_about_any_game_are_within_discords_limits(answers: dict[str, Any]) -> None:
    try:
        rules = read_code(write_code(Variant(name="x", **without_contradictions(answers))))
    except Refused:
        reject()
    table = apply_event(1, FULL_TABLE.table, RulesChanged(1, rules))
    context = context_for(table, ENGLISH)
    shown = [rules_layout(rules, ENGLISH), more_rules_layout(rules, ENGLISH), lobby_layout(context)]
    shown.append(saved_variant_layout(rules, variant(), ENGLISH))
    shown.append(rule_topics_layout(context, note="x" * 1500, again=OpenFormPress(1, "cards")))
    shown.append(rule_topics_layout(context, consequences="x" * 1500))
    for topic in topics_of(rules):
        check_form(rule_form(table, topic, ENGLISH, {}).to_dict())
    assert max(map(text_length, shown)) <= MOST_CHARACTERS
    assert all(len(label) <= LONGEST_LABEL for _, label in matching_rules("", rules, ENGLISH))


@settings(deadline=None, max_examples=50)
@given(ANSWERS)
def test_all_contradictions_together_fit_into_one_answer(answers: dict[str, Any]) -> None:
    faults = tuple(contradictions(Variant(name="x", **answers)))
    assert (
        len(refusal_sentence(RulesContradict(faults), ENGLISH, context_for(FULL_TABLE.table, ENGLISH).names))
        <= MOST_IN_AN_ANSWER
    )


@pytest.mark.parametrize("times", [51, 1900])
def test_a_code_that_repeats_a_deal_too_often_is_refused(times: int) -> None:
    code = forged_code(f'title = "x"\nmatch_deals = 3\nmeld_all_at_once = [{",".join(["1"] * times)}]')
    with pytest.raises(Refused) as refused:
        read_code(code)
    assert refused.value.refusal == CodeRefused()


def test_deals_are_read_once_each_and_in_order() -> None:
    code = forged_code('title = "x"\nmatch_deals = 9\nmeld_all_at_once = [3, 1, 3, 2]')
    assert read_code(code).meld_all_at_once == (1, 2, 3)


def test_a_label_too_long_for_a_line_is_cut() -> None:
    line = labels_line("W", ["x" * 5000], ENGLISH)
    assert len(line) < 300
    assert line.endswith("…")


def messages_about_rules() -> Iterator[ui.LayoutView]:
    """Render the messages about all presets with every answer, and about the largest sets, for a table with six players."""
    played = PlayedTable(EXTREME, random.Random(0)).seat(6)
    for rules in (
        *with_two_answers("rami"),
        *with_each_answer("wrotham"),
        *map(variant, NAMES),
        EXTREME,
        replace(EXTREME, **CUCCU),
    ):
        yield rules_layout(rules, ENGLISH)
        yield more_rules_layout(rules, ENGLISH)
    for rules in (*with_each_answer("rami"), *with_each_answer("cuccu"), replace(EXTREME, **CUCCU)):
        table = apply_event(1, played.table, RulesChanged(1, rules))
        yield lobby_layout(context_for(table, ENGLISH))
        yield rule_topics_layout(context_for(table, ENGLISH), note="x" * 500)
        yield saved_variant_layout(rules, EXTREME, ENGLISH)
    saved = SavedVariant(1, replace(EXTREME, title="W" * 30))
    yield saved_variants_layout([saved] * 1000, {1: Person(1, 1, "W" * 48, "en-US", None)}, ENGLISH)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["rami", "cuccu", "gin"])
def test_every_form_is_within_discords_limits(name: str) -> None:
    for rules in with_each_answer(name):
        table = apply_event(1, FULL_TABLE.table, RulesChanged(1, rules))
        for topic in topics_of(rules):
            check_form(rule_form(table, topic, ENGLISH, {}).to_dict())


@pytest.mark.thorough
def test_every_message_about_rules_is_within_discords_limits() -> None:
    longest = 0
    for view in messages_about_rules():
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
    assert longest > 2000, "the examples are large"
