"""Names of people are cut, and equal ones have the usernames behind them."""

from collections.abc import Sequence
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.messages.match_points import PointsRow, points_table
from bot.messages.names import COMPUTERS, Names, computer_names, cut_names, initial, names_at
from bot.messages.text import column_count, cut_to_columns
from bot.players.choice import Level
from bot.tables.apply_event import after_seat_event
from bot.tables.match_requests import Forfeit, TakeSeat
from bot.tables.ports import Person
from bot.tables.seat_events import MarksFixed
from tests.messages.shown_text import ENGLISH
from tests.messages.table.played_tables import PEOPLE
from tests.messages.table.seat_tables import play_deal, started


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
    ("one", "other"),
    [("Ann", "ann"), ("Ann", "\uff21nn"), ("Ann", " Ann\u202e "), ("Caf\u00e9", "Cafe\u0301"), ("B" * 25, "B" * 23 + "…")]
    + [("Ann", f"A{unseen}nn") for unseen in ("\u200d", "\ufe0f", "\u034f", "\u3164", "\u2800")],
)
def test_names_that_differ_only_in_case_width_or_what_is_cut_or_unseen_are_equal(one: str, other: str) -> None:
    shown = plain(names_of(one, other, "Anna", "Änn"), 4)
    assert [name[-8:] for name in shown] == ["(@user1)", "(@user2)", "Anna", "Änn"]


def test_a_name_of_which_nothing_is_seen_is_a_question_mark() -> None:
    assert plain(names_of("\u3164", "\u200d\ufe0f"), 2) == ["? (@user1)", "? (@user2)"]


def test_long_usernames_leave_room_for_the_name() -> None:
    for name in ("Al", "Bartholomew the Elder of Green Gables"):
        shown = plain(names_of(name, name, usernames=("x" * 32, "y" * 32)), 2)
        assert all(column_count(one) <= 24 and one.startswith(name[:7]) for one in shown), shown
        assert ["(@x" in one or "(@y" in one for one in shown] == [True, True]
        assert len(set(shown)) == 2


def test_a_username_that_is_hostile_text_stays_on_one_line_without_markup() -> None:
    names = names_of("Ann", "Ann", usernames=("a`b\n**c**\u202e@here", "ann#0001"))
    assert plain(names, 2) == ["Ann (@a`b **c**@here)", "Ann (@ann#0001)"]
    assert names.person(1) == "Ann \\(@a\\`b \\*\\*c\\*\\*@\u200bhere\\)"


def test_people_whose_username_is_unknown_have_only_their_name() -> None:
    names = names_of("Ann", "Ann", "", usernames=("ann", None, None))
    assert plain(names, 3) == ["Ann (@ann)", "Ann", "?"]
    assert [names.full(number) for number in range(1, 4)] == ["Ann (@ann)", "Ann", "?"]


def test_nobody_can_be_taken_for_a_computer_or_a_former_player() -> None:
    people = [
        Person(1, 101, "rosa ⚙", "", None, username="ann"),
        Person(2, 102, "A FORMER player", "", None, username="b"),
    ]
    gone = Person(3, None, "", "", None)
    names = Names({one.number: one for one in (*people, gone)}, former="a former player", computers={-1: "Rosa ⚙"})
    assert plain(names, 3) == ["rosa ⚙ (@ann)", "A FORMER player (@b)", "a former player"]
    assert names.plain(-1) == "Rosa ⚙"


def test_former_players_have_no_number() -> None:
    gone = {number: Person(number, None, "", "", None) for number in (4, 9)}
    names = Names(gone, former="a former player")
    assert [names.plain(number) for number in gone] == ["a former player"] * 2
    assert [names.full(number) for number in gone] == ["a former player"] * 2
    assert all(map(names.is_former, gone))


def test_names_that_are_equal_in_a_narrow_place_give_way_to_the_usernames() -> None:
    names = ["Bartholomew the Elder", "Bartholomew the Young", "Ann"]
    shown = cut_names(names, ["elder", "y\noung" * 9, "ann"], 10)
    assert shown == ["@elder", "@y oungy…", "Ann"]


@given(st.lists(st.text("ab牌\u0301…`", max_size=40), max_size=6), st.integers(min_value=8, max_value=24))
def test_names_are_cut_to_the_width(names: list[str], width: int) -> None:
    shown = cut_names(names, ["ann"] * len(names), width)
    assert len(shown) == len(names)
    assert all(column_count(one) <= width for one in shown)


@pytest.mark.parametrize("marks", [("", ""), ("①", "②")])
@pytest.mark.parametrize("names", [("Quinn ⚙", "Rosa ⚙"), ("Bartholomew the Elder", "Bartholomew the Young")])
def test_computers_and_people_are_told_apart_in_the_points_of_a_match(names: tuple[str, str], marks: tuple[str, str]) -> None:
    usernames = ("", "") if names[0].endswith("⚙") else ("elder", "young")
    for deals in (1, 3, 30):
        rows = [
            PointsRow("1.", name, 5, (5,) * deals, mark, username=username)
            for name, mark, username in zip(names, marks, usernames, strict=True)
        ]
        text = points_table(rows, ENGLISH)
        for name, username in zip(names, usernames, strict=True):
            assert name in text or f"@{username} " in text
        if deals > 1:
            assert all((f"@{username}" if username else name) in text for name, username in zip(names, usernames, strict=True))


def test_names_from_right_to_left_do_not_turn_the_points_behind_them() -> None:
    rows = [PointsRow("1.", "שלום", 5, (5, 7)), PointsRow("2.", "Ann", 3, (3, 0))]
    assert "\u2068שלום\u2069 " in points_table(rows, ENGLISH)


def test_a_name_is_one_short_line() -> None:
    assert plain(names_of("A\u202enn  of   Green Gables, the one and only", "\u200f", former="x"), 2) == [
        "Ann of Green Gables, th…",
        "?",
    ]


def test_every_initial_has_a_name_of_a_computer_which_the_narrowest_table_shows_whole() -> None:
    assert sorted(map(initial, COMPUTERS)) == list(ascii_uppercase)
    assert all(cut_to_columns(f"{name} ⚙", 10) == f"{name} ⚙" for name in COMPUTERS)


def test_a_computer_has_the_initial_of_no_person_and_the_others_keep_their_names() -> None:
    alone = computer_names((-1, -2, -3), ["Ann"])
    assert [*alone.values()] == ["Rosa", "Otto", "Mina"]
    with_others = computer_names((-1, -2, -3), ["Ann", "olga", "Émile", "🎲 Cleo"])
    assert with_others == alone | {-2: "Walt"}
    assert computer_names((-2, -3), ["Ann"]) == {-2: "Otto", -3: "Mina"}, "also after one has been removed"
    assert len(computer_names(range(-40, 0), ["Ann"])) == 40, "with more players than letters, names occur twice"


@pytest.mark.parametrize(("marks", "names"), [("", "Rosa Otto"), ("1234", "Rosa Otto"), ("WXYZ", "Yara Zoe")])
def test_computers_keep_their_names_while_people_leave_and_come_back(marks: str, names: str) -> None:
    played = started(3, Level.EASY)
    played.table = after_seat_event(played.table, MarksFixed(tuple(marks)))

    def shown() -> str:
        known = names_at(played.table, PEOPLE, ENGLISH)
        return " ".join(known.plain(one).removesuffix(" ⚙") for one in played.table.seats.computers)

    assert shown() == names.split()[0]
    played.ask(3, Forfeit())
    assert shown() == names
    play_deal(played).ask(3, TakeSeat())
    assert shown() == names, "what the second has played is still told"


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
