"""**Answer** below an announced protest, and its form. `z:<match>:<person>` is their written form, the `custom_id`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import TextStyle, ui

from bot.league.corrections import LONGEST_REASON
from bot.league.organiser_actions import LogLine, Protested
from bot.messages.components import Form, PressButton, are_numbers, row
from bot.messages.names import Names
from bot.messages.text import cut_to_length
from bot.messages.words import Words
from bot.tables.refusals import ButtonNotUnderstood, Refused

ID_PREFIX, ANSWER = "z", "answer"
"""The first letter of the written form, and the `custom_id` of the answer."""
_IN_A_ROW = 5
_LONGEST_HINT = 100  # characters in an empty field


@dataclass(frozen=True, slots=True)
class ProtestAnswerPress:
    """Answers the protest of a person against a match."""

    match: int
    person: int

    def __str__(self) -> str:
        return f"{ID_PREFIX}:{self.match}:{self.person}"


def read_protest_answer(custom_id: str) -> ProtestAnswerPress:
    """Return what was pressed or sent. Raise `Refused(ButtonNotUnderstood)`."""
    match custom_id.split(":"):
        case [kind, number, person] if kind == ID_PREFIX and are_numbers(number, person):
            return ProtestAnswerPress(int(number), int(person))
        case _:
            raise Refused(ButtonNotUnderstood(custom_id))


def answer_rows(lines: Sequence[LogLine], names: Names, say: Words) -> "list[ui.ActionRow[Any]]":
    """Return a button for each protest among the lines of an announcement, five in a row."""
    presses = [ProtestAnswerPress(line.what.match, line.by) for line in lines if isinstance(line.what, Protested)]
    buttons = [PressButton(press, _label(press, names, say, is_alone=len(presses) == 1)) for press in presses]
    return [row(*buttons[at : at + _IN_A_ROW]) for at in range(0, len(buttons), _IN_A_ROW)]


def _label(press: ProtestAnswerPress, names: Names, say: Words, *, is_alone: bool) -> str:
    """Return the label of a button; if there are several, with whom and which match it is about."""
    if is_alone:
        return say("Answer")
    return say("Match {match}: answer {name}", match=str(press.match), name=names.plain(press.person))


def protest_answer_form(press: ProtestAnswerPress, why: str, names: Names, say: Words) -> Form:
    """Render the form. `why` is the reason of the protest; it stands in the empty field."""
    answer: ui.TextInput[Form] = ui.TextInput(
        custom_id=ANSWER,
        style=TextStyle.paragraph,
        max_length=LONGEST_REASON,
        placeholder=cut_to_length(why, _LONGEST_HINT) or None,
    )
    asked = ui.Label(text=say("What have you decided?"), description=say("Everyone can read your answer."), component=answer)
    return Form(press, _label(press, names, say, is_alone=False), [asked])
