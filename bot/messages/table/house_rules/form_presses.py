"""The presses and submissions of forms of house rules, and their written forms, the `custom_id`s.

`r:<table>:<topic>` opens the form of a topic, and `r:<table>:<topic>:<choices>` opens it again with the same choices: for each
rule of the topic the number of its choice, or `-` for the current answer (`-.4.-.0`).
`r:<table>:<changes>:<topic>` is the form itself; `changes` is the number of rule changes when it was opened.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bot.messages.components import LONGEST_LABEL, LONGEST_OPTION, are_numbers
from bot.tables.refusals import ButtonNotUnderstood
from bot.tables.rules.house_rule import CURRENT
from bot.tables.rules.house_rules import RULE_TOPICS, rules_of_form
from bot.wording.sentence import Refused

_NOT_CHOSEN = "-"


@dataclass(frozen=True, slots=True)
class OpenFormPress:
    """A press that opens a topic's form. `answers` are the written answers that it shows instead of the current ones."""

    table: int
    topic: str
    answers: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        opened = f"r:{self.table}:{self.topic}"
        if not self.answers:
            return opened
        return f"{opened}:{'.'.join(_number(self.answers.get(rule.name), rule.choices) for rule in rules_of_form(self.topic))}"


@dataclass(frozen=True, slots=True)
class SentForm:
    """A submitted form. `answers` are the written answers that were chosen, without those that were left as they were."""

    table: int
    topic: str
    rule_changes: int
    answers: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"r:{self.table}:{self.rule_changes}:{self.topic}"


def read_open_form(custom_id: str) -> OpenFormPress | None:
    """Return the press of a button that opens a form; None if it is none, such as a select of an earlier version."""
    match custom_id.split(":"):
        case ["r", table, topic] if are_numbers(table) and topic in RULE_TOPICS:
            return OpenFormPress(int(table), topic)
        case ["r", table, topic, chosen] if are_numbers(table) and topic in RULE_TOPICS:
            return OpenFormPress(int(table), topic, _read_choices(topic, chosen))
        case _:
            return None


def read_sent_form(custom_id: str, components: object) -> SentForm:
    """Return what was sent. Raise `Refused(ButtonNotUnderstood)` for any other form.

    An altered Discord client can send any components; what answers no rule of the topic is ignored.
    """
    match custom_id.split(":"):
        case ["r", table, changes, topic] if are_numbers(table, changes) and topic in RULE_TOPICS:
            return SentForm(int(table), topic, int(changes), dict(_answers(topic, components)))
        case _:
            raise Refused(ButtonNotUnderstood(custom_id[:LONGEST_LABEL]))


def _answers(topic: str, components: object) -> Iterator[tuple[str, str]]:
    """Yield the names of the rules that were answered with something else than the current answer, and the answers."""
    names = {rule.name for rule in rules_of_form(topic)}
    for one in components if isinstance(components, list) else ():
        match one:
            case {"component": {"custom_id": str(name), "values": [str(answer)]}} if name in names and answer != CURRENT:
                yield name, answer[:LONGEST_OPTION]


def _number(answer: str | None, choices: tuple[str, ...]) -> str:
    return str(choices.index(answer)) if answer in choices else _NOT_CHOSEN


def _read_choices(topic: str, chosen: str) -> dict[str, str]:
    """Return the chosen answers. A number that no choice has, as an altered client can send, counts as not chosen."""
    found: dict[str, str] = {}
    for rule, number in zip(rules_of_form(topic), chosen.split("."), strict=False):
        if are_numbers(number) and int(number) < len(rule.choices):
            found[rule.name] = rule.choices[int(number)]
    return found
