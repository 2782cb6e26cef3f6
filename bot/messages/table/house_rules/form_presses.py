"""The presses that open the forms of house rules, and the forms that are sent."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from bot.messages.button_ids import TableId
from bot.messages.components import are_numbers
from bot.tables.rules.house_rules import rules_of_form
from bot.tables.rules.question import CURRENT

_NOT_CHOSEN = "-"


class OpenFormPress(TableId, frozen=True):
    """A press that opens a topic's form; or a select of an earlier version, which named a single rule, or no topic.

    `choices` are for each rule of the topic the number of the choice that the form shows, or `-` for the current answer
    (`-.4.-.0`).
    """

    pattern: ClassVar[str] = "r:{table}[:{topic}[:{choices}]]"
    topic: str = ""
    choices: str = ""

    @property
    def answers(self) -> dict[str, str]:
        """The chosen answers. A number that no choice has, as an altered client can send, counts as not chosen."""
        found: dict[str, str] = {}
        for rule, number in zip(rules_of_form(self.topic), self.choices.split("."), strict=False):
            if are_numbers(number) and int(number) < len(rule.choices):
                found[rule.name] = rule.choices[int(number)]
        return found


class RuleForm(TableId, frozen=True):
    """The form of a topic; `rule_changes` is the number of rule changes when it was opened."""

    pattern: ClassVar[str] = "r:{table}:{rule_changes}:{topic}"
    rule_changes: int
    topic: str


def form_press(table: int, topic: str, answers: Mapping[str, str]) -> OpenFormPress:
    """Return the press that opens a topic's form again, with these written answers chosen."""
    numbers = (_number(answers.get(rule.name), rule.choices) for rule in rules_of_form(topic))
    return OpenFormPress(table, topic, ".".join(numbers))


def changed_answers(topic: str, answers: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the answers of a sent form by rule, without those that were left as they were, or that answer no rule of it."""
    only = ((rule.name, answers.get(rule.name, ())) for rule in rules_of_form(topic))
    return {name: chosen[0] for name, chosen in only if len(chosen) == 1 and chosen[0] != CURRENT}


def _number(answer: str | None, choices: tuple[str, ...]) -> str:
    return str(choices.index(answer)) if answer in choices else _NOT_CHOSEN
