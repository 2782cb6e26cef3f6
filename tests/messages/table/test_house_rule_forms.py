"""The forms of house rules: their written forms, what they show as chosen, and what an altered client can send."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.messages.table.house_rules import OpenFormPress, changed_answers, form_press, rule_form
from bot.rummy.variant import Variant
from bot.tables.rules.house_rules import CURRENT, RULE_TOPICS, rules_of_form
from tests.messages.shown_text import ENGLISH
from tests.messages.table.played_tables import PlayedTable
from tests.people import Json, parts
from tests.rummy.presets import variant


def questions(rules: Variant, topic: str, **answers: str) -> dict[str, Json]:
    """Return the selects of a topic's form by the names of the rules."""
    played = PlayedTable(rules, random.Random(0)).seat(2)
    form = rule_form(played.table, topic, ENGLISH, answers)
    return {part["custom_id"]: part for part in parts(form.to_components()) if part["type"] == 3}


def chosen(select: Json) -> tuple[str, str]:
    """Return the label and the value of the option that is chosen."""
    return next((option["label"], option["value"]) for option in select["options"] if option.get("default"))


def test_each_rule_of_a_form_shows_the_current_answer_as_chosen_and_marks_it_as_unchanged() -> None:
    for topic in RULE_TOPICS:
        for name, select in questions(replace(variant("wrotham"), match_target=80), topic).items():
            assert chosen(select)[1] == CURRENT, name
    assert chosen(questions(variant(), "sets")["ace"]) == ("Ace low: A-2-3", CURRENT)


def test_a_form_opened_again_shows_the_choices_of_before() -> None:
    shown = questions(variant(), "sets", ace="high", run_size="7")
    assert chosen(shown["ace"]) == ("Ace high: Q-K-A", "high")
    assert chosen(shown["run_size"])[1] == "7"
    assert chosen(shown["set_kind"])[1] == CURRENT


def test_an_answer_that_is_the_current_one_by_now_is_shown_as_unchanged() -> None:
    assert chosen(questions(variant(ace="high"), "sets", ace="high")["ace"])[1] == CURRENT


def test_a_choice_that_is_no_longer_offered_shows_the_current_answer() -> None:
    played = PlayedTable(variant(), random.Random(0)).seat(4)
    form = rule_form(played.table, "cards", ENGLISH, {"players": "2-3"})
    select = next(part for part in parts(form.to_components()) if part.get("custom_id") == "players")
    assert chosen(select) == ("2 to 6 players", CURRENT)
    assert not {"2-2", "2-3", "3-3"} & {option["value"] for option in select["options"]}


def test_the_jokers_are_asked_for_with_what_they_do_also_without_any() -> None:
    assert [*questions(variant(), "jokers")] == ["jokers", "wild", "wild_min_naturals", "wild_swap", "wild_max"]
    assert [*questions(variant(), "values")] == ["ace_points", "court_points"]
    assert [*questions(variant("cuccu"), "values")] == ["figure_points"]


def test_an_answer_that_needs_fewer_players_says_so() -> None:
    labels = [option["label"] for option in questions(variant(), "cards")["hand_size"]["options"]]
    assert "14 cards each\N{NO-BREAK SPACE}· 2 to 3 players" in labels


@pytest.mark.parametrize("topic", RULE_TOPICS)
def test_the_written_form_of_a_press_keeps_every_choice(topic: str) -> None:
    for last in range(25):
        answers = {rule.name: rule.choices[min(last, len(rule.choices) - 1)] for rule in rules_of_form(topic)}
        written = str(form_press(10**9 - 1, topic, answers))
        press = OpenFormPress.read(written)
        assert press is not None
        assert press.answers == answers
        assert len(written) <= 84


def test_a_typed_answer_that_no_form_offers_is_not_kept() -> None:
    assert form_press(1, "sets", {"ace": "high", "run_size": "13"}).answers == {"ace": "high"}


def test_a_sent_form_has_the_answers_that_were_changed() -> None:
    answers = {"ace": ["high"], "run_size": [CURRENT], "court_points": ["5"], "set_size": ["3-3", "3-4"]}
    assert changed_answers("sets", answers) == {"ace": "high"}


@settings(max_examples=8)  # each renders a form; what is read is split at two signs
@given(st.text(max_size=100))
def test_any_choices_in_a_custom_id_are_read(choices: str) -> None:
    press = OpenFormPress(1, "sets", choices)
    questions(variant(), press.topic, **press.answers)
