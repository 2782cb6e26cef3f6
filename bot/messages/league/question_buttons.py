"""The presses of the questions that organisers are asked, and of **Undo**; their written form is the `custom_id`.

`y:<question>:yes` and `y:<question>:no` answer a question. `u:season:<league>:<season>:<end>` and `u:archive:…` undo the end of
a season (epoch ms), `u:schedule:<league>:<schedule>:0` a new schedule.
"""

from dataclasses import dataclass
from typing import Any, Literal, cast

from discord import ui

from bot.messages.components import PressButton, are_numbers, row
from bot.messages.words import Words
from bot.tables.refusals import ButtonNotUnderstood
from bot.wording.sentence import Refused

ID_PREFIXES = "yu"
"""The first letters of the written forms."""

UndoKind = Literal["season", "archive", "schedule"]
_KINDS = ("season", "archive", "schedule")


@dataclass(frozen=True, slots=True)
class QuestionPress:
    """The answer to a question."""

    question: int
    is_yes: bool

    def __str__(self) -> str:
        return f"y:{self.question}:{'yes' if self.is_yes else 'no'}"


@dataclass(frozen=True, slots=True)
class UndoPress:
    """What is undone: `number` is that of the season or schedule, `at` the end of the season (epoch ms)."""

    kind: UndoKind
    league: int
    number: int
    at: int = 0

    def __str__(self) -> str:
        return f"u:{self.kind}:{self.league}:{self.number}:{self.at}"


def undo_row(press: UndoPress, say: Words) -> "ui.ActionRow[Any]":
    """Return the button that undoes an action."""
    return row(PressButton(press, say("Undo")))


def undo_note(until: int, say: Words) -> str:
    """Return the line above **Undo** in a public message; it can be pressed `until` then (epoch ms)."""
    return f"-# {say('Organisers can undo this until {when}.', when=f'<t:{until // 1000}:t>')}"


def read_question_press(custom_id: str) -> QuestionPress | UndoPress:
    """Return what was pressed. Raise `Refused(ButtonNotUnderstood)`."""
    match custom_id.split(":"):
        case ["y", question, "yes" | "no" as answer] if are_numbers(question):
            return QuestionPress(int(question), answer == "yes")
        case ["u", kind, league, number, at] if kind in _KINDS and are_numbers(league, number, at):
            return UndoPress(cast(UndoKind, kind), int(league), int(number), int(at))
        case _:
            raise Refused(ButtonNotUnderstood(custom_id))
