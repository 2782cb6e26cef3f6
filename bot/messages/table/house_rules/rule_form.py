"""The form of a topic: its questions, each with the current answer chosen; and the labels of answers, for autocomplete too."""

from collections.abc import Iterator, Mapping
from typing import Any

from discord import SelectOption, ui
from msgspec.structs import replace

from bot.messages.components import LONGEST_OPTION, Form, question
from bot.messages.rules.house_rule_labels import house_rule_label, question_words, topic_title
from bot.messages.table.house_rules.form_presses import RuleForm
from bot.messages.text import DOT, capitalized
from bot.messages.words import Words
from bot.rummy.variant import Variant
from bot.tables.rules.house_rules import rules_of_form, with_effect
from bot.tables.rules.question import CURRENT, Question
from bot.tables.rules.rule_changes import change_rule, change_rules, playable_answers
from bot.tables.table import Table


def rule_form(table: Table, topic: str, say: Words, answers: Mapping[str, str]) -> Form:
    """Render the form; `answers` are written answers that are chosen instead of the current ones, by the names of the rules."""

    def asked(rule: Question) -> "ui.Label[Any]":
        words = question_words(rule.name, table.variant, say)
        return question(words.title, words.hint, rule.name, _options(table, topic, rule, say, answers.get(rule.name)))

    questions = map(asked, with_effect(rules_of_form(topic), table.variant))
    return Form(RuleForm(table.number, table.rule_changes, topic), topic_title(topic, say), questions)


def _options(table: Table, topic: str, rule: Question, say: Words, chosen: str | None) -> Iterator[SelectOption]:
    """Yield the options. The value of the current answer says that it is unchanged, so that the form doesn't overwrite it."""
    labels = dict(form_answers(table, topic, rule, say))
    current = rule.current_answer(table.variant)
    for answer, label in labels.items():
        value = CURRENT if answer == current else answer
        yield SelectOption(label=label, value=value, default=answer == (chosen if chosen in labels else current))


def form_answers(table: Table, topic: str, rule: Question, say: Words) -> Iterator[tuple[str, str]]:
    """Yield each answer that the form of a topic offers, written, with its label.

    Answers that contradict current ones are among them, because another question of the form may change those. Ranges of
    players with too few seats for the people at the table are not.
    """
    variant, current = table.variant, rule.current_answer(table.variant)
    for answer in rule.offered_answers(variant):
        changed = change_rules(variant, table.preset, topic, {rule.name: answer})
        if rule.name == "players" and len(table.players) > changed.players[1] and answer != current:
            continue
        label = house_rule_label(rule.name, _without_other_end(rule, changed), say)
        yield answer, _with_consequences(label, rule, variant, changed, say)


def typed_answers(rule: Question, variant: Variant, preset: Variant, seated: int, say: Words) -> Iterator[tuple[str, str]]:
    """Yield each answer that a typed `/table rule` can choose now, written, with its label."""
    for answer, changed in playable_answers(rule, variant, preset, seated):
        if not (rule.name == "scoring" and answer == "payment" and variant.match_deals == "none"):
            yield answer, _with_consequences(house_rule_label(rule.name, changed, say), rule, variant, changed, say)
    for answer in rule.typed_choices:
        changed = change_rule(variant, preset, rule, answer)
        yield answer, _with_consequences(house_rule_label(rule.name, changed, say), rule, variant, changed, say)


def _without_other_end(rule: Question, variant: Variant) -> Variant:
    """Return the variant as the question about the target or the number of deals shows it: without the other of the two."""
    match rule.name:
        case "match_target":
            return replace(variant, match_deals="none")
        case "match_deals":
            return replace(variant, match_target="none")
        case _:
            return variant


def _with_consequences(label: str, rule: Question, variant: Variant, changed: Variant, say: Words) -> str:
    """Return the label with the number of deals that a scoring brings, and the player range if the answer narrows it."""
    others: list[str] = []
    if rule.name == "scoring" and changed.match_deals != variant.match_deals:
        others.append(house_rule_label("match_deals", changed, say))
    if rule.name != "players" and changed.players != variant.players:
        others.append(house_rule_label("players", changed, say))
    end = "".join(f"{DOT}{other}" for other in others)
    return f"{capitalized(label)[: LONGEST_OPTION - len(end)]}{end}"
