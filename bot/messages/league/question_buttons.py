"""The presses of the questions that organisers are asked, and of **Undo**."""

from typing import Any, ClassVar, Literal

from discord import ui

from bot.messages.components import ButtonId, PressButton, row
from bot.messages.words import Words

UndoKind = Literal["season", "archive", "schedule"]


class QuestionPress(ButtonId, frozen=True):
    """The answer to a question."""

    pattern: ClassVar[str] = "y:{question}:{answer}"
    question: int
    answer: Literal["yes", "no"]


class UndoPress(ButtonId, frozen=True):
    """What is undone: `number` is that of the season or schedule, `at` the end of the season (epoch ms)."""

    pattern: ClassVar[str] = "u:{kind}:{league}:{number}:{at}"
    kind: UndoKind
    league: int
    number: int
    at: int = 0


def undo_row(press: UndoPress, say: Words) -> "ui.ActionRow[Any]":
    """Return the button that undoes an action."""
    return row(PressButton(press, say("Undo")))


def undo_note(until: int, say: Words) -> str:
    """Return the line above **Undo** in a public message; it can be pressed `until` then (epoch ms)."""
    return f"-# {say('Organisers can undo this until {when}.', when=f'<t:{until // 1000}:t>')}"
