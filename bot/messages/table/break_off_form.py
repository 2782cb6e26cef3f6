"""The form that asks why a match is broken off. `e:<table>` is its written form, the `custom_id`."""

from dataclasses import dataclass

from discord import TextStyle, ui

from bot.messages.components import Form, are_numbers
from bot.messages.words import Words
from bot.tables.refusals import ButtonNotUnderstood, Refused
from bot.tables.seat_events import LONGEST_REASON

ID_PREFIX, WHY = "e", "why"
"""The first letter of the written form, and the `custom_id` of the reason."""


@dataclass(frozen=True, slots=True)
class BreakOffForm:
    """A form that breaks off the match of a table."""

    table: int

    def __str__(self) -> str:
        return f"{ID_PREFIX}:{self.table}"


def read_break_off_form(custom_id: str) -> BreakOffForm:
    """Return the form that was sent. Raise `Refused(ButtonNotUnderstood)`."""
    match custom_id.split(":"):
        case [kind, table] if kind == ID_PREFIX and are_numbers(table):
            return BreakOffForm(int(table))
        case _:
            raise Refused(ButtonNotUnderstood(custom_id))


def break_off_form(table: int, say: Words) -> Form:
    """Render the form."""
    why: ui.TextInput[Form] = ui.TextInput(custom_id=WHY, style=TextStyle.paragraph, max_length=LONGEST_REASON)
    asked = ui.Label(text=say("Why?"), description=say("Everyone reads the reason, and who has cancelled."), component=why)
    return Form(BreakOffForm(table), say("Cancel this match"), [asked])
