"""The buttons under the question which table a command means."""

import random

import pytest

from bot.messages.components import DATABASE_MARKER, MOST_TEXT, PressButton, read_marked
from bot.messages.table.which_table import CommandPress, read_command_press, which_table_layout
from bot.tables.ports import Person
from tests.messages.shown_text import ENGLISH
from tests.messages.table.played_tables import PEOPLE, PlayedTable
from tests.rummy.presets import variant

WRITTEN = [
    CommandPress(12, 34, "takeback", {}),
    CommandPress(12, 34, "table clock", {"pace": "slow", "pause": True}),
    CommandPress(12, 34, "layoff", {"cards": "7♥ “8:♥” {9}", "meld": 2}),
    CommandPress(12, 34, "variant save", {"name": '~ours~ "{}" \\ é'}),
]


@pytest.mark.parametrize("marker", ["", "1njchs"])
@pytest.mark.parametrize("press", WRITTEN, ids=lambda press: press.command)
def test_a_command_with_any_text_is_read_as_it_was_written(press: CommandPress, marker: str) -> None:
    token = DATABASE_MARKER.set(marker)
    try:
        custom_id = PressButton(press, "Rami, table 12").custom_id
        assert custom_id is not None
        assert read_command_press(read_marked(custom_id)) == press
    finally:
        DATABASE_MARKER.reset(token)


def test_the_question_fits_into_a_message_with_a_button_for_each_of_25_tables() -> None:
    table = PlayedTable(variant(), random.Random(1)).seat(6).table
    long = {person: Person(person, person, "_" * 100, "en-US", None) for person in table.people}
    for people in (PEOPLE, long):
        asked = [(CommandPress(number, 34, "hand", {}), table) for number in range(25)]
        view = which_table_layout(asked, people, ENGLISH)
        assert view.content_length() <= MOST_TEXT
        assert sum(isinstance(item, PressButton) for item in view.walk_children()) == 25
