"""A house rule: one choice that answers one or more questions of the variant.

Every answer has a written form, the value of an option that people can also type: `unlimited`, `10`, `3-4`, `2:10 3:7`, `yes`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from bot.rummy.variant.variant import Variant
from bot.tables.rule_refusals import NoSuchAnswer
from bot.tables.rules.written_answers import read_answer, write_answer
from bot.wording.sentence import Refused

Answers = dict[str, Any]

CURRENT = "="
"""Stands for the current answer: in a form, and wherever the answer is too long, such as a list of fifty deals."""
_LONGEST_ANSWER = 100  # characters: Discord allows no longer value of an option


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One house rule. `choices` are the offered answers in written form; others of the same kind can be typed.

    `read` returns the answers that a written answer stands for, or None; `write` returns the variant's written answer.
    `questions` are the variant's questions that a message shows with this rule.
    """

    name: str
    choices: tuple[str, ...]
    questions: tuple[str, ...]
    read: Callable[[str], Answers | None]
    write: Callable[[Variant], str]
    typed_choices: tuple[str, ...] = ()
    """Answers that only autocomplete offers; the form asks for their number in a question of its own."""

    def change(self, variant: Variant, written: str) -> Variant:
        """Return the variant with this answer; it may contradict others. Raise Refused(NoSuchAnswer)."""
        if written == CURRENT:
            return variant
        answers = self.read(" ".join(written.lower().split())) if len(written) <= _LONGEST_ANSWER else None
        if answers is None:
            raise Refused(NoSuchAnswer(self.name, written, self.choices))
        return replace(variant, **answers)

    def offered_answers(self, variant: Variant) -> tuple[str, ...]:
        """Return the choices, preceded by the variant's own answer if that is not among them."""
        current = self.current_answer(variant)
        return self.choices if current in self.choices else (current, *self.choices)

    def current_answer(self, variant: Variant) -> str:
        """Return the variant's own answer as it is offered: `=` if it is too long to be written."""
        written = self.write(variant)
        return written if len(written) <= _LONGEST_ANSWER else CURRENT


def one_question(name: str, *choices: str) -> HouseRule:
    """Return a house rule that is one question."""

    def read(written: str) -> Answers | None:
        value = read_answer(name, written)
        return None if value is None else {name: value}

    return HouseRule(name, choices, (name,), read, lambda variant: write_answer(name, getattr(variant, name)))


def several_questions(name: str, answers: Mapping[str, Answers], write: Callable[[Variant], str], *questions: str) -> HouseRule:
    """Return a house rule whose choices answer several questions each."""
    return HouseRule(name, tuple(answers), questions, answers.get, write)
