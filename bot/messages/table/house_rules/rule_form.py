"""The form of a topic: its house rules as labelled questions, each with the current answer chosen."""

from collections.abc import Iterator, Mapping

from discord import SelectOption

from bot.messages.components import Form, question
from bot.messages.rules.house_rule_questions import rule_questions, topic_title
from bot.messages.table.house_rules.answer_labels import form_answers
from bot.messages.table.house_rules.form_presses import RuleForm
from bot.messages.words import Words
from bot.tables.rules.house_rules import rules_of_form, with_effect
from bot.tables.rules.question import CURRENT, Question
from bot.tables.table import Table


def rule_form(table: Table, topic: str, say: Words, answers: Mapping[str, str]) -> Form:
    """Render the form; `answers` are written answers that are chosen instead of the current ones, by the names of the rules."""
    texts = rule_questions(say)
    questions = (
        question(*texts[rule.name], rule.name, _options(table, topic, rule, say, answers.get(rule.name)))
        for rule in with_effect(rules_of_form(topic), table.variant)
    )
    return Form(RuleForm(table.number, table.rule_changes, topic), topic_title(topic, say), questions)


def _options(table: Table, topic: str, rule: Question, say: Words, chosen: str | None) -> Iterator[SelectOption]:
    """Yield the options. The value of the current answer says that it is unchanged, so that the form doesn't overwrite it."""
    labels = dict(form_answers(table, topic, rule, say))
    current = rule.current_answer(table.variant)
    for answer, label in labels.items():
        value = CURRENT if answer == current else answer
        yield SelectOption(label=label, value=value, default=answer == (chosen if chosen in labels else current))
