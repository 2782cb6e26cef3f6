"""The question which table a command means, with a button for each table; a button has the command as it was given.

The `custom_id` is `w:<table>:<step>:<command><options>`, for example `w:12:34:draw{"from":"stock"}`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec
from discord import ui

from bot.messages.components import GREY, ROOM_FOR_LIST, PressButton, are_numbers, layout, rows_of
from bot.messages.names import names_at
from bot.messages.text import join_parts, lines_that_fit, safe_text
from bot.messages.words import Words
from bot.tables.ports import KnownPeople
from bot.tables.refusals import ButtonNotUnderstood
from bot.tables.table import Table
from bot.wording.sentence import Refused

ID_PREFIX = "w"
"""The first letter of the written form."""
Options = dict[str, str | int | bool]
"""The options of a command by name; a person is the Discord id."""


@dataclass(frozen=True, slots=True)
class CommandPress:
    """A command with its options, at a table; `step` is that of the table when the command was given."""

    table: int
    step: int
    command: str
    options: Mapping[str, str | int | bool]

    def __str__(self) -> str:
        options = msgspec.json.encode(self.options).decode().replace("~", "\\u007e")  # the sign before a database's marker
        return f"{ID_PREFIX}:{self.table}:{self.step}:{self.command}{options}"


def read_command_press(custom_id: str) -> CommandPress:
    """Return the command. Raise `Refused(ButtonNotUnderstood)`; whether there is such a command is not checked."""
    match custom_id.split(":", 3):
        case ["w", table, step, rest] if are_numbers(table, step):
            command, brace, options = rest.partition("{")
            try:
                return CommandPress(
                    int(table), int(step), command, msgspec.json.decode(f"{brace}{options}".encode(), type=Options)
                )
            except (msgspec.MsgspecError, UnicodeError):
                pass
    raise Refused(ButtonNotUnderstood(custom_id))


def which_table_layout(asked: Iterable[tuple[CommandPress, Table]], people: KnownPeople, say: Words) -> ui.LayoutView:
    """Render the question, with the players of each table, at most 25."""
    lines, buttons = [f"**{say('Which table?')}**"], []
    for press, table in asked:
        names = names_at(table, people, say)
        title = say("{game}, table {number}", game=table.variant.title, number=table.number)
        lines.append(f"- {safe_text(title)}: {join_parts(map(names.person, table.players))}")
        buttons.append(PressButton(press, title))
    return layout(ui.TextDisplay("\n".join(lines_that_fit(lines, ROOM_FOR_LIST))), *rows_of(buttons), accent=GREY)
