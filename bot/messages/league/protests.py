"""The protests against a match, as the match shows them; **Protest** and **Answer**, and the forms that they open."""

from collections.abc import Sequence
from typing import Any, ClassVar

from discord import TextStyle, ui

from bot.competition.corrections import Protest
from bot.league.corrections import LONGEST_REASON
from bot.messages.components import ButtonId, Form, PressButton, rows_of
from bot.messages.league.action_lines import announced_text
from bot.messages.names import Names
from bot.messages.text import cut_to_length, lines_that_fit
from bot.messages.words import Words

TEXT = "text"
"""The `custom_id` of what is typed."""
_ROOM = 800  # characters
_LONGEST_HINT = 100  # characters in an empty field


class ProtestPress(ButtonId, frozen=True):
    """Protests against a match; with a `person`, answers their protest."""

    pattern: ClassVar[str] = "z:{match}[:{person}]"
    match: int
    person: int | None = None


def protest_rows(presses: Sequence[ProtestPress], names: Names, say: Words) -> "list[ui.ActionRow[Any]]":
    """Return the buttons."""
    return rows_of(
        PressButton(press, say("Protest") if press.person is None else say("Answer {name}", name=names.plain(press.person)))
        for press in presses
    )


def protest_form(press: ProtestPress, why: str, say: Words) -> Form:
    """Render the form. `why` is the reason of the protest that is answered; it stands in the empty field."""
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=TEXT,
        style=TextStyle.paragraph,
        max_length=LONGEST_REASON,
        placeholder=cut_to_length(why, _LONGEST_HINT) or None,
    )
    label = say("Your protest") if press.person is None else say("Your answer")
    asked = ui.Label(text=label, description=say("Everyone can read it."), component=field)
    return Form(press, say("Protest against match {match}", match=str(press.match)), [asked])


def protest_lines(protests: Sequence[Protest], names: Names, say: Words) -> list[str]:
    """Return each protest, and below it how it was answered. What players typed ends a line, so nobody can forge an answer."""
    answered = ([one.line] if one.answer is None else [one.line, one.answer] for one in protests)
    return lines_that_fit(("\n".join(announced_text(line, names, say) for line in lines) for lines in answered), _ROOM)
