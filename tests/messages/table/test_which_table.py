"""The buttons under the prompt that asks which table a command means."""

import random

import pytest

from bot.messages.components import DATABASE_MARKER, MOST_TEXT, PressButton, read_marked
from bot.messages.table.which_table import CommandPress, command_press, which_table_layout
from bot.tables.ports import Person
from tests.messages.shown_text import ENGLISH
from tests.messages.table.played_tables import PEOPLE, PlayedTable
from tests.rummy.presets import variant

WRITTEN: list[tuple[str, dict[str, str | int | bool]]] = [
    ("takeback", {}),
    ("table clock", {"pace": "slow", "pause": True}),
    ("layoff", {"cards": "7♥ “8:♥” {9}", "meld": 2}),
    ("variant save", {"name": '~ours~ "{}" \\ é'}),
]


@pytest.mark.parametrize("marker", ["", "1njchs"])
@pytest.mark.parametrize(("command", "options"), WRITTEN)
def test_a_command_with_any_text_is_read_as_it_was_written(
    command: str, options: dict[str, str | int | bool], marker: str
) -> None:
    table = PlayedTable(variant(), random.Random(1)).table
    token = DATABASE_MARKER.set(marker)
    try:
        custom_id = PressButton(command_press(table, command, options), "Rami, table 12").custom_id
        assert custom_id is not None
        press = CommandPress.read(read_marked(custom_id))
        assert press is not None
        assert (press.table, press.step, press.command, press.options) == (1, table.step, command, options)
    finally:
        DATABASE_MARKER.reset(token)


def test_the_prompt_fits_into_a_message_with_a_button_for_each_of_25_tables() -> None:
    table = PlayedTable(variant(), random.Random(1)).seat(6).table
    long = {person: Person(person, person, "_" * 100, "en-US", None) for person in table.seats.people}
    for people in (PEOPLE, long):
        asked = [(CommandPress(number, 34, "hand{}"), table) for number in range(25)]
        view = which_table_layout(asked, people, ENGLISH)
        assert view.content_length() <= MOST_TEXT
        assert sum(isinstance(item, PressButton) for item in view.walk_children()) == 25
