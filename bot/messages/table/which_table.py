"""The prompt that asks which table a command means, with a button for each table; a button has the command as it was given."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec
from discord import ui

from bot.messages.components import GREY, ROOM_FOR_LIST, PressButton, TableId, layout, rows_of
from bot.messages.names import names_at
from bot.messages.text import join_parts, lines_that_fit, safe_text
from bot.messages.words import Words
from bot.tables.ports import KnownPeople
from bot.tables.refusals import ButtonNotUnderstood
from bot.tables.table import Table
from bot.wording.sentence import Refused

Options = dict[str, str | int | bool]
"""The options of a command by name; a person is the Discord id."""


class CommandPress(TableId, frozen=True):
    """A command as it was `given`, like `draw{"from":"stock"}`, at a table; `step` is the table's at that moment."""

    pattern: ClassVar[str] = "w:{table}:{step}:{given}"
    step: int
    given: str

    @property
    def command(self) -> str:
        """The command with its groups; whether there is such a command isn't checked."""
        return self.given.partition("{")[0]

    @property
    def options(self) -> Options:
        """The options. Raise `Refused(ButtonNotUnderstood)`."""
        _, brace, options = self.given.partition("{")
        try:
            return msgspec.json.decode(f"{brace}{options}".encode(), type=Options)
        except (msgspec.MsgspecError, UnicodeError):
            raise Refused(ButtonNotUnderstood()) from None


def command_press(table: Table, command: str, options: Mapping[str, str | int | bool]) -> CommandPress:
    """Return the press that gives a command with these options at a table, at its current step."""
    written = msgspec.json.encode(options).decode().replace("~", "\\u007e")  # the sign before a database's marker
    return CommandPress(table.number, table.step, f"{command}{written}")


def which_table_layout(asked: Iterable[tuple[CommandPress, Table]], people: KnownPeople, say: Words) -> ui.LayoutView:
    """Render the prompt, with the players of each table, at most 25."""
    lines, buttons = [f"**{say('Which table?')}**"], []
    for press, table in asked:
        names = names_at(table, people, say)
        title = say.button("{game}, table {number}", game=say.game(table.variant.title), number=table.number)
        people_there = join_parts(map(names.person, table.seats.players))
        lines.append(f"- {say('{title}: {value}', title=safe_text(title), value=people_there)}")
        buttons.append(PressButton(press, title))
    return layout("\n".join(lines_that_fit(lines, ROOM_FOR_LIST)), *rows_of(buttons), accent=GREY)
