"""Names of people are cut, and told apart where two are the same."""

import random

from bot.messages.names import Names, names_for, shorten_name
from bot.messages.text import cut_to_columns
from bot.players.choice import Level
from bot.tables.ports import Person
from bot.tables.requests import AddComputer
from tests.messages.shown_text import ENGLISH
from tests.messages.table.played_tables import PEOPLE, PlayedTable
from tests.rummy.presets import variant


def test_two_people_with_one_name_have_different_names() -> None:
    names = Names(
        {number: Person(number, number, name, "en-US", None) for number, name in ((1, "Ann"), (2, "Ann"), (3, "Bob"))}
    )
    assert [names.plain(number) for number in (1, 2, 3)] == ["Ann (1)", "Ann (2)", "Bob"]
    assert names.person(1) == "Ann \\(1\\)"


def test_a_name_is_one_short_line() -> None:
    assert shorten_name("A\u202enn  of   Green Gables, the one and only") == "Ann of Green Gables, th…"
    assert shorten_name("\u200f") == "?"


def test_computers_can_be_told_apart_in_the_narrowest_table() -> None:
    played = PlayedTable(variant(), random.Random(0))
    for level in (Level.EASY, Level.NORMAL):
        played.ask(1, AddComputer(level))
    names = names_for(PEOPLE, ENGLISH, played.table)
    assert [names.plain(number) for number in (-1, -2)] == ["Computer 1 (easy)", "Computer 2 (normal)"]
    assert [cut_to_columns(names.brief(number), 10) for number in (-1, -2)] == ["Computer 1", "Computer 2"]
    assert names.brief(1) == names.plain(1)
