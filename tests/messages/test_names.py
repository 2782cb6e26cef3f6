"""Names of people are cut, and told apart where two are the same."""

import random
import re
from collections.abc import Sequence

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


def names_of(*names: str, usernames: Sequence[str | None] = (), ids: Sequence[int] = (), **about: object) -> Names:
    """Return the names of people with these names, numbered from 1.

    Their usernames are `usernames`, or `user1` and so on; their Discord ids are `ids`, or 990001 and so on.
    """
    known = usernames or [f"user{nth}" for nth in range(1, 100)]
    discord_ids = ids or range(990_001, 990_100)
    people = [
        Person(nth, one, name, "en-US", None, username=username)
        for nth, (name, username, one) in enumerate(zip(names, known, discord_ids, strict=False), 1)
    ]
    return Names({person.number: person for person in people}, **about)  # type: ignore[arg-type]


def plain(names: Names, count: int) -> list[str]:
    return [names.plain(number) for number in range(1, count + 1)]


def test_people_with_one_name_are_told_apart_by_their_usernames() -> None:
    names = names_of("Ann", "Ann", "Bob", usernames=("ann.b", "everyone", "bob"))
    assert plain(names, 3) == ["Ann (@ann.b)", "Ann (@everyone)", "Bob"]
    assert [names.person(1), names.person(2)] == ["Ann \\(@ann.b\\)", "Ann \\(@\u200beveryone\\)"], "nobody is pinged"
    assert [names.full(1), names.full(3)] == ["Ann (@ann.b)", "Bob"]


@pytest.mark.parametrize(
    "other",
    [
        "ann",
        "A\u200bnn",
        "Ann\ufe0f",
        "A\u034fnn",
        "Ann\u3164",
        "\uff21nn",
        "\N{CYRILLIC CAPITAL LETTER A}nn",
        "Ann\u202e",
        " Ann ",
    ],
)
def test_names_that_only_look_the_same_are_told_apart_too(other: str) -> None:
    shown = plain(names_of("Ann", other, "Anna", "Änn"), 4)
    assert [name[-8:] for name in shown] == ["(@user1)", "(@user2)", "Anna", "Änn"]


@pytest.mark.parametrize(("one", "other"), [("Ian", "lan"), ("Caf\u00e9", "Cafe\u0301"), ("b0b", "bob"), ("\u3164", "\u2800")])
def test_letters_of_one_shape_are_one_letter(one: str, other: str) -> None:
    assert [name[-8:] for name in plain(names_of(one, other), 2)] == ["(@user1)", "(@user2)"]


def test_long_usernames_leave_room_for_the_name_and_still_differ() -> None:
    for at in (0, 15, 31):
        usernames = [f"{'u' * at}{one}{'u' * (31 - at)}" for one in "xyz"]
        for name in ("Al", "Bartholomew the Elder of Green Gables"):
            shown = plain(names_of(name, name, name, usernames=usernames), 3)
            assert len(set(shown)) == 3, shown
            assert all(column_count(one) <= 24 and one.startswith(f"{name[:7]}") for one in shown), shown
            assert all(one.endswith(")") and "@" in one for one in shown), shown
            assert len(set(cut_apart(shown, 10))) == 3, shown


def test_a_username_that_is_hostile_text_stays_on_one_line_without_markup() -> None:
    names = names_of("Ann", "Ann", usernames=("a`b\n**c**\u202e@here", "ann#0001"))
    assert plain(names, 2) == ["Ann (@a`b **c**@here)", "Ann (@ann#0001)"]
    assert names.person(1) == "Ann \\(@a\\`b \\*\\*c\\*\\*@\u200bhere\\)"


def test_people_whose_username_is_unknown_have_the_end_of_their_discord_id_but_not_in_files() -> None:
    assert plain(names_of("Ann", "Ann", usernames=("ann", None)), 2) == ["Ann (@ann)", "Ann (…0002)"]
    names = names_of("Ann", "Ann", "", "", usernames=(None,) * 4, ids=(710_001, 720_001, 3, 4))
    assert plain(names, 4) == ["Ann (…10001)", "Ann (…20001)", "? (…3)", "? (…4)"]
    assert [names.full(number) for number in range(1, 5)] == ["Ann", "Ann", "?", "?"]


def test_nobody_can_be_taken_for_a_computer_a_former_player_or_somebody_with_a_username() -> None:
    names = names_of("Computer 1 (easy)", "A former player", computers={-1: "Computer 1 (easy)"}, former="a former player")
    assert plain(names, 2) == ["Computer 1 (ea… (@user1)", "A former player (@user2)"]
    assert names.plain(-1) == "Computer 1 (easy)"
    assert plain(names_of("Ann", "Ann", "Ann (@user1)", "Ann (…0001)", "\u200b\u3164"), 5) == [
        "Ann (@user1)",
        "Ann (@user2)",
        "Ann (@user1) (@user3)",
        "Ann (…0001) (@user4)",
        "\u3164 (@user5)",
    ]


def test_former_players_have_no_number() -> None:
    gone = {number: Person(number, None, "", "", None) for number in (4, 9)}
    names = Names(gone, former="a former player")
    assert [names.plain(number) for number in gone] == ["a former player"] * 2
    assert [names.full(number) for number in gone] == ["a former player"] * 2
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
