"""The forms that ask a manager or organiser why they break a match off, or remove a player from it."""

from typing import Any, ClassVar

from discord import TextStyle, ui

from bot.messages.button_ids import TableId
from bot.messages.components import LONGEST_TITLE, Form
from bot.messages.names import names_of
from bot.messages.words import Words
from bot.tables.ports import KnownPeople
from bot.tables.seat_events import LONGEST_REASON

WHY = "why"
"""The `custom_id` of the reason."""


class BreakOffForm(TableId, frozen=True):
    """A form that breaks off the match of a table."""

    pattern: ClassVar[str] = "e:{table}"


class RemovalForm(TableId, frozen=True):
    """A form that removes a person from the match of a table."""

    pattern: ClassVar[str] = "e:{table}:{person}"
    person: int


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
