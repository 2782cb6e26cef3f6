"""A question of the rules as a host answers it: one choice that sets one or more fields of the variant.

Every answer has a written form, the value of an option that people can also type: `unlimited`, `10`, `3-4`, `4 5 6`,
`2:10 3:7`, `yes`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from bot.rummy.variant import Variant
from bot.tables.rule_refusals import NoSuchAnswer
from bot.wording.sentence import Refused

Answers = dict[str, Any]
"""The values of fields of the variant."""
Read = Callable[[str], Answers | None]
Write = Callable[[Variant], str]

CURRENT = "="
"""Stands for the current answer: in a form, and wherever the answer is too long, such as a list of fifty deals."""
_LONGEST_ANSWER = 100  # characters: Discord allows no longer value of an option
_TYPES = {field.name: field.type for field in msgspec.structs.fields(Variant)}
_NUMBERS = re.compile(r"\d{1,5}([\s,;-]+\d{1,5})*", re.ASCII)
_TABLE = re.compile(r"\d{1,5}\s*[:=]\s*\d{1,5}([\s,;]+\d{1,5}\s*[:=]\s*\d{1,5})*", re.ASCII)
_RANGES = ("set_size", "players")


def _always(_: Variant) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Question:
    """One question. Its `name` finds its words in `bot/messages/rules/question_words.py`.

    `choices` are the offered answers in written form; others of the same kind can be typed. `read` returns the values that a
    written answer stands for, or None; `write` returns the variant's written answer. `fields` are those of the variant that
    belong to this question alone. `matters` returns False for a variant whose cards make every answer the same.
    """

    name: str
    choices: tuple[str, ...]
    fields: tuple[str, ...]
    read: Read
    write: Write
    matters: Callable[[Variant], bool] = _always
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


def of_field(name: str, *choices: int | str, matters: Callable[[Variant], bool] = _always) -> Question:
    """Return the question of one field of the variant; without choices, each answer that the field's type names is one."""

    def read(written: str) -> Answers | None:
        value = read_answer(name, written)
        return None if value is None else {name: value}

    def write(variant: Variant) -> str:
        return write_answer(name, getattr(variant, name))

    return Question(name, tuple(map(str, choices)) or _named_answers(name), (name,), read, write, matters)


def of_fields(name: str, answers: Mapping[str, Answers], write: Write, *fields: str) -> Question:
    """Return a question whose choices set several fields each."""
    return Question(name, tuple(answers), fields, answers.get, write)


def _named_answers(name: str) -> tuple[str, ...]:
    return ("yes", "no") if _TYPES[name] is bool else get_args(_TYPES[name])


def read_answer(name: str, written: str) -> Any:
    """Return the first value that the text (in lower case) can stand for in this field of the variant, or None."""
    readings: list[object] = [written.replace(" ", "_"), {"yes": True, "no": False}.get(written)]
    if _NUMBERS.fullmatch(written):
        numbers = [int(number) for number in re.findall(r"\d+", written)]
        if name in _RANGES and len(numbers) == 1:
            numbers *= 2  # `4` means 4-4
        readings += [numbers[0] if len(numbers) == 1 else None, tuple(sorted(set(numbers))), tuple(numbers)]
    if _TABLE.fullmatch(written):
        pairs = re.findall(r"(\d+)\s*[:=]\s*(\d+)", written)
        readings.append({int(players): int(value) for players, value in pairs})
    for reading in readings:
        try:
            if reading is not None:
                return msgspec.convert(reading, _TYPES[name])
        except msgspec.ValidationError:
            continue
    return None


def write_answer(name: str, value: Any) -> str:
    """Return the written form, which `read_answer` reads as the same value."""
    match value:
        case bool():
            return "yes" if value else "no"
        case dict():
            return " ".join(f"{players}:{number}" for players, number in sorted(value.items()))
        case tuple():
            return ("-" if name in _RANGES else " ").join(map(str, value)) or "never"
        case _:
            return str(value)
