"""Names of people are cut, and told apart where two are the same."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.messages.cut_apart import cut_apart
from bot.messages.match_points import PointsRow, points_table
from bot.messages.names import Names, names_for
from bot.messages.text import column_count, cut_to_columns, visible_line
from bot.players.choice import Level
from bot.tables.ports import Person
from bot.tables.requests import AddComputer
from tests.messages.shown_text import ENGLISH
from tests.messages.table.played_tables import PEOPLE, PlayedTable
from tests.rummy.presets import variant


def names_of(*names: str, ids: tuple[int, ...] = (), **about: object) -> Names:
    """Return the names of people with these names, numbered from 1; their Discord ids are `ids`, or 990001 and so on."""
    discord_ids = ids or range(990_001, 990_100)
    people = [Person(nth, one, name, "en-US", None) for nth, (name, one) in enumerate(zip(names, discord_ids, strict=False), 1)]
    return Names({person.number: person for person in people}, **about)  # type: ignore[arg-type]


def plain(names: Names, count: int) -> list[str]:
    return [names.plain(number) for number in range(1, count + 1)]


def test_people_with_one_name_are_told_apart_by_the_end_of_their_discord_ids() -> None:
    assert plain(names_of("Ann", "Ann", "Bob"), 3) == ["Ann (…0001)", "Ann (…0002)", "Bob"]
    assert names_of("Ann", "Ann").person(1) == "Ann \\(…0001\\)"
    assert plain(names_of("Ann", "Ann", ids=(710_001, 720_001)), 2) == ["Ann (…10001)", "Ann (…20001)"]
    assert plain(names_of("A\u200bnn", "Ann", "Caf\u00e9", "Cafe\u0301"), 4) == [
        "Ann (…0001)",
        "Ann (…0002)",
        "Café (…0003)",
        "Café (…0004)",
    ], "names that look the same"


def test_nobody_can_be_taken_for_a_computer_or_a_former_player() -> None:
    names = names_of("Computer 1 (easy)", "a former player", computers={-1: "Computer 1 (easy)"}, former="a former player")
    assert plain(names, 2) == ["Computer 1 (eas… (…0001)", "a former player (…0002)"]
    assert names.plain(-1) == "Computer 1 (easy)"


def test_former_players_have_no_number() -> None:
    gone = {number: Person(number, None, "", "", None) for number in (4, 9)}
    names = Names(gone, former="a former player")
    assert [names.plain(number) for number in gone] == ["a former player"] * 2
    assert all(map(names.is_former, gone))


@pytest.mark.parametrize("sign", ["a", "牌", "\U0001f469\u200d\U0001f680", "e\u0301"])
@pytest.mark.parametrize("at", [0, 30, 50, 89, 99])
def test_long_names_that_differ_in_one_place_are_told_apart(sign: str, at: int) -> None:
    long = [f"{sign * at}{other}{sign * (99 - at)}" for other in "XYZ"]
    shown = plain(names_of(*long), 3)
    assert len(set(shown)) == 3, shown
    assert all(column_count(name) <= 24 for name in shown)
    for width in (8, 10, 16):
        narrow = cut_apart(shown, width)
        assert len(set(narrow)) == 3, narrow
        assert all(column_count(name) <= width for name in narrow)


@given(st.lists(st.text("ab牌\u0301…`", max_size=40), max_size=6), st.integers(min_value=8, max_value=24))
def test_texts_are_cut_to_the_width_and_short_ones_stay_as_they_are(texts: list[str], width: int) -> None:
    shown = cut_apart(texts, width)
    assert len(shown) == len(texts)
    for text, short in zip(texts, shown, strict=True):
        assert column_count(short) <= width
        if column_count(visible_line(text)) <= width:
            assert short == visible_line(text)


@pytest.mark.parametrize("marks", [("", ""), ("①", "②")])
@pytest.mark.parametrize("names", [("Computer 1", "Computer 2"), ("Bartholomew the Elder", "Bartholomew the Young")])
def test_computers_and_people_are_told_apart_in_the_points_of_a_match(names: tuple[str, str], marks: tuple[str, str]) -> None:
    for deals in (1, 3, 30):
        rows = [PointsRow("1.", name, 5, (5,) * deals, mark) for name, mark in zip(names, marks, strict=True)]
        lines = [line for line in points_table(rows, ENGLISH).split("\n") if names[0][:2] in line]
        shown = {re.sub(r"( +5)+$|^ *1\\. ?|[①②] ", "", line) for line in lines}
        assert len(shown) >= 2, lines
        assert all(name[-1] in (names[0][-1], names[1][-1]) for name in shown), "the ends remain"


def test_a_name_is_one_short_line() -> None:
    assert plain(names_of("A\u202enn  of   Green Gables, the one and only", "\u200f", former="x"), 2) == [
        "Ann of Green Gables, th…",
        "?",
    ]


def test_computers_can_be_told_apart_in_the_narrowest_table() -> None:
    played = PlayedTable(variant(), random.Random(0))
    for level in (Level.EASY, Level.NORMAL):
        played.ask(1, AddComputer(level))
    names = names_for(PEOPLE, ENGLISH, played.table)
    assert [names.plain(number) for number in (-1, -2)] == ["Computer 1 (easy)", "Computer 2 (normal)"]
    assert [cut_to_columns(names.brief(number), 10) for number in (-1, -2)] == ["Computer 1", "Computer 2"]
    assert names.brief(1) == names.plain(1)


@pytest.mark.parametrize("deals", [1, 2, 5, 12])
def test_what_stands_behind_a_name_in_the_points_of_a_match_is_never_cut(deals: int) -> None:
    rows = [
        PointsRow("1.", "A" * 30, 105, (105,) * deals, "①"),
        PointsRow("–", "Dan", 5, (5,) * deals, "②", note="(removed)"),
        PointsRow("2.", "B" * 30, 5, (5,) * deals, "③", note="(left)"),
    ]
    table = points_table(rows, ENGLISH)
    assert "② Dan (removed) " in table
    assert "… (left) " in table
    assert max(map(column_count, table.splitlines())) <= 36
