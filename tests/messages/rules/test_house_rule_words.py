"""People see and type the words of house rules, never the stored names; only rules that differ have a label."""

import random
import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.app import LOCALES
from bot.messages.names import Names
from bot.messages.rules.house_rule_labels import (
    changed_rule_labels,
    house_rule_label,
    question_words,
    rule_consequences,
    rule_title,
    topic_title,
)
from bot.messages.table.house_rules import matching_rules, read_answer, read_rule, rule_form, rule_topics_layout, typed_answers
from bot.messages.table.refusals import refusal_sentence
from bot.messages.words import Languages
from bot.rummy.variant import Variant
from bot.tables.apply_event import apply_event
from bot.tables.events import RulesChanged
from bot.tables.refusals import NoSuchAnswer, NoSuchRule, RulesChangedSince, RulesContradict
from bot.tables.rules.house_rules import HOUSE_RULES, OFFERED_RULES, RULE_TOPICS, topics_of
from bot.wording.sentence import Refused
from tests.messages.rules.every_house_rule import every_contradiction, with_each_answer
from tests.messages.sentence_examples import every_refusal
from tests.messages.shown_text import ENGLISH, readable_text, visible_texts
from tests.messages.table.played_tables import PEOPLE, PlayedTable, context_for
from tests.rummy.gauntlet import eager
from tests.rummy.presets import ONE_OF_EACH_GAME, asked_by, variant

STORED = re.compile(
    "[A-Za-z0-9]+_[A-Za-z0-9_]+|`(?:{})`".format("|".join((*Variant.__struct_fields__, *HOUSE_RULES))),
)
"""A stored name: one with an underscore, or one that is written like something to type."""


def stored_names(texts: Iterator[str]) -> set[str]:
    return {found for text in texts for found in STORED.findall(text)}


def refusals() -> Iterator[str]:
    """Yield the sentence of every refusal, and of those about house rules for every rule."""
    table = PlayedTable(variant(), random.Random(5)).seat(3).play(eager, moves=5).table
    names = Names(PEOPLE, table)
    at_tables = [one for one in every_refusal() if not type(one).__module__.startswith("bot.league")]
    yield from (refusal_sentence(one, ENGLISH, names) for one in at_tables)
    for fault in every_contradiction():
        yield refusal_sentence(RulesContradict((fault,)), ENGLISH, names)
    for name, rule in HOUSE_RULES.items():
        yield refusal_sentence(NoSuchAnswer(name, "5", rule.choices), ENGLISH, names)
        yield refusal_sentence(RulesChangedSince((name,), variant()), ENGLISH, names)
    yield refusal_sentence(RulesChangedSince(tuple(HOUSE_RULES), variant()), ENGLISH, names)


def offers(name: str) -> Iterator[str]:
    """Yield what is shown of each answer to each rule of a game, in forms, autocomplete and messages."""
    preset, played = variant(name), PlayedTable(variant(name), random.Random(0)).seat(2)
    for rules in with_each_answer(name):
        table = apply_event(1, played.table, RulesChanged(1, replace(rules, title="77")))
        yield from visible_texts(rule_topics_layout(context_for(table, ENGLISH)))
        yield from (label for _, label in matching_rules("", rules, ENGLISH))
        yield rule_consequences({"ace"}, preset, rules, ENGLISH)
        yield from (house_rule_label(rule, rules, ENGLISH) for rule in HOUSE_RULES)
    for topic in topics_of(preset):
        yield from visible_texts(rule_form(played.table, topic, ENGLISH, {}))
    for rule in HOUSE_RULES.values():
        yield from (label for _, label in typed_answers(rule, preset, preset, 2, ENGLISH))


def test_the_length_of_a_match_has_a_line_of_its_own_and_is_no_difference_from_the_game() -> None:
    def shown(**rules: object) -> str:
        table = PlayedTable(variant(), random.Random(0)).table
        return readable_text(rule_topics_layout(context_for(replace(table, variant=replace(table.variant, **rules)), ENGLISH)))

    short = {"match_target": "none", "match_deals": "everyone_deals"}
    assert "77 without house rules" in shown()
    assert "Length · one deal per player (two players: 4) · highest wins" in shown(**short).replace("**", "")
    assert "House rules" not in shown(**short)
    assert "without house rules" not in shown(**short)
    changed = shown(ace="high", **short).replace("**", "")
    assert "Length · one deal per player" in changed
    assert "House rules\n- Ace high: Q-K-A\n" in changed


def test_no_refusal_names_a_field() -> None:
    assert not stored_names(refusals())


@pytest.mark.parametrize("name", ONE_OF_EACH_GAME)
def test_no_list_of_rules_or_answers_names_a_field(name: str) -> None:
    assert not stored_names(offers(name))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("answer to `ace`", {"`ace`"}),
        ("high_or_low: ace", {"high_or_low"}),
        ("use `/table rule`, ace, `payment 6`", set()),
    ],
)
def test_a_stored_name_is_found(text: str, found: set[str]) -> None:
    assert stored_names(iter((text,))) == found


def test_every_rule_and_topic_has_a_title_of_its_own_that_fits() -> None:
    titles, hints, *_ = zip(*(question_words(rule, variant(), ENGLISH) for rule in HOUSE_RULES), strict=False)
    assert len({title.casefold() for title in titles}) == len(titles)
    assert max(map(len, titles)) <= 45
    assert max(map(len, hints)) <= 100, "Discord would cut it"
    assert all(hint.endswith(".") for hint in hints)
    assert max(len(topic_title(topic, ENGLISH)) for topic in RULE_TOPICS) <= 34, "buttons show 34 characters"


@pytest.mark.parametrize("name", OFFERED_RULES)
def test_each_rule_and_answer_is_understood_as_it_is_shown(name: str) -> None:
    rules = asked_by(HOUSE_RULES[name])
    label = dict(matching_rules("", rules, ENGLISH))[name]
    for typed in (name, label, rule_title(name, ENGLISH).upper()):
        assert read_rule(typed, rules, ENGLISH).name == name
    rule = HOUSE_RULES[name]
    for choice in rule.choices:
        shown = house_rule_label(name, rule.change(rules, choice), ENGLISH)
        for typed in (choice, shown, f"  {shown.upper()} "):
            assert rule.change(rules, read_answer(rule, typed, rules, ENGLISH)) == rule.change(rules, choice), typed


@pytest.mark.parametrize("locale", ["it", "fr", "de", "es"])
def test_a_rule_and_its_answers_are_understood_in_the_persons_language_and_in_english(locale: str) -> None:
    say = Languages.read(LOCALES).for_locale(locale)
    for name, rule in OFFERED_RULES.items():
        rules = asked_by(rule)
        for words in (say, ENGLISH):
            title = rule_title(name, words)
            assert read_rule(title, rules, say).name == name, title
            assert name in dict(matching_rules(title, rules, say))
            for choice in rule.choices:
                shown = house_rule_label(name, rule.change(rules, choice), words)
                assert rule.change(rules, read_answer(rule, shown, rules, say)) == rule.change(rules, choice), shown


@pytest.mark.parametrize("typed", ["", " ", "red", "jokers?", "in", "x" * 6000, ":", "`", "🃏"])
def test_a_text_that_is_the_title_of_no_rule_or_part_of_several_is_refused(typed: str) -> None:
    with pytest.raises(Refused) as error:
        read_rule(typed, variant(), ENGLISH)
    assert error.value.refusal == NoSuchRule(typed)


def test_a_part_of_one_label_is_understood_and_a_number_stays_as_it_is() -> None:
    rules = variant()
    assert read_answer(HOUSE_RULES["ace"], "corner", rules, ENGLISH) == "around_corner"
    assert read_answer(HOUSE_RULES["ace"], "ace", rules, ENGLISH) == "ace", "several answers contain it"
    assert read_answer(HOUSE_RULES["match_target"], "35", rules, ENGLISH) == "35"


def test_house_rules_about_jokers_have_no_label_without_jokers() -> None:
    ours = replace(variant(), wild="joker", wild_min_naturals=2, joker_points=25)
    assert list(changed_rule_labels(ours, variant(), ENGLISH)) == []
    assert len(list(changed_rule_labels(replace(ours, jokers=2), variant(), ENGLISH))) == 4


def test_only_rules_that_differ_have_a_label() -> None:
    ours = replace(variant(), melds_per_turn="unlimited", match_target=80)
    assert list(changed_rule_labels(ours, variant(), ENGLISH)) == ["any number of melds a turn", "target: 80 points"]
    assert list(changed_rule_labels(ours, variant(), ENGLISH, head=True)) == ["any number of melds a turn"], (
        "the lobby's head has the target"
    )
    assert list(changed_rule_labels(ours, ours, ENGLISH)) == []
