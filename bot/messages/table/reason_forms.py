"""The forms that ask a manager or organiser why they break a match off, or remove a player from it.

`e:<table>` and `e:<table>:<person>` are their written forms, the `custom_id`.
"""

from dataclasses import dataclass
from typing import Any

from discord import TextStyle, ui

from bot.messages.components import LONGEST_TITLE, Form, are_numbers
from bot.messages.names import names_of
from bot.messages.words import Words
from bot.tables.ports import KnownPeople
from bot.tables.refusals import ButtonNotUnderstood
from bot.tables.seat_events import LONGEST_REASON
from bot.wording.sentence import Refused

ID_PREFIX, WHY = "e", "why"
"""The first letter of the written forms, and the `custom_id` of the reason."""


@dataclass(frozen=True, slots=True)
class BreakOffForm:
    """A form that breaks off the match of a table."""

    table: int

    def __str__(self) -> str:
        return f"{ID_PREFIX}:{self.table}"


@dataclass(frozen=True, slots=True)
class RemovalForm:
    """A form that removes a person from the match of a table."""

    table: int
    person: int

    def __str__(self) -> str:
        return f"{ID_PREFIX}:{self.table}:{self.person}"


def read_reason_form(custom_id: str) -> BreakOffForm | RemovalForm:
    """Return the form that was sent. Raise `Refused(ButtonNotUnderstood)`."""
    match custom_id.split(":"):
        case [kind, table] if kind == ID_PREFIX and are_numbers(table):
            return BreakOffForm(int(table))
        case [kind, table, person] if kind == ID_PREFIX and are_numbers(table, person):
            return RemovalForm(int(table), int(person))
        case _:
            raise Refused(ButtonNotUnderstood(custom_id))


def break_off_form(table: int, say: Words) -> Form:
    """Render the form before a match is broken off, which needs a reason."""
    asked = _question(say("Everyone reads the reason, and who has cancelled."), say, required=True)
    return Form(BreakOffForm(table), say("Cancel this match"), [asked])


def removal_form(table: int, person: int, people: KnownPeople, say: Words) -> Form:
    """Render the form before a player is removed."""
    asked = _question(say("Everyone can read it in the log. It may stay empty."), say, required=False)
    name = names_of(people, (person,), say).plain(person)
    return Form(RemovalForm(table, person), say("Remove {name}", name=name)[:LONGEST_TITLE], [asked])


def _question(description: str, say: Words, *, required: bool) -> "ui.Label[Any]":
    why: ui.TextInput[Any] = ui.TextInput(
        custom_id=WHY, style=TextStyle.paragraph, required=required, max_length=LONGEST_REASON
    )
    return ui.Label(text=say("Why?"), description=description, component=why)
