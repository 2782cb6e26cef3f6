"""The log of organisers hides nothing of what they did, however long they make its lines."""

import pytest

from bot.league.corrections import Void
from bot.league.organiser_actions import (
    Action,
    Corrected,
    LeagueEdited,
    LogLine,
    LogPage,
    SeasonEnded,
    SettingChange,
    Undone,
)
from bot.league.standings import Effect, Move
from bot.messages.league.organiser_log import announcement_layout, organiser_log_layout
from bot.messages.league.pages import LogPress
from bot.tables.ports import Person
from tests.messages.shown_text import ENGLISH, readable_text, text_length

PEOPLE = {1: Person(1, 101, "Ann", "en-US", None), 2: Person(2, 1002, "*" * 32, "en-US", None)}
EFFECTS = (Effect("*" * 100, 12, 5, (Move(2, 4, 1), Move(1, 1, 2))),)
LONGEST = "*" * 100


def line(what: Action, why: str = "") -> LogLine:
    return LogLine(1, 1, 2, what, why, EFFECTS, is_own=True, unannounced=(10**18,))


@pytest.mark.parametrize(
    "long",
    [
        line(SeasonEnded(LONGEST, LONGEST)),
        line(Undone(1, SeasonEnded(LONGEST, LONGEST))),
        line(LeagueEdited(LONGEST, (SettingChange("name", LONGEST, "_" * 100), SettingChange("rated", False, True)))),
        line(Corrected(10**9, Void()), "*" * 300),
    ],
)
def test_a_page_of_the_longest_lines_is_still_shown_and_marks_what_is_their_own(long: LogLine) -> None:
    text = organiser_log_layout(LogPage((long,) * 10, 10, 0), PEOPLE, LogPress(0), ENGLISH)
    assert text_length(text) <= 4000, "Discord would refuse it"
    assert readable_text(text).count("matches of" if not isinstance(long.what, Corrected) else "played in this match") == 10
    assert readable_text(text).count("couldn't be announced") == 10


def test_long_lines_leave_the_others_of_their_page_whole() -> None:
    short, long = LogLine(1, 1, 1, Corrected(7, Void()), "x", EFFECTS), line(Corrected(7, Void()), "*" * 300)
    text = readable_text(organiser_log_layout(LogPage((short, *(long,) * 9), 10, 0), PEOPLE, LogPress(0), ENGLISH))
    assert "12 matches count differently · 5 people move" in text


def test_long_names_and_games_hide_no_other_setting() -> None:
    changes = (
        SettingChange("name", "*" * 100, "_" * 100),
        SettingChange("scheme", "2: 3 0; " * 30, "3: 3 0 0; " * 30),
        SettingChange("games", "*" * 400, "_" * 400),
        SettingChange("zone", "UTC", "America/Argentina/ComodRivadavia"),
        SettingChange("rated", False, True),
        SettingChange("rematches", 5, 1000),
        SettingChange("shortest", "short", "one"),
    )
    text = readable_text(announcement_layout([line(LeagueEdited("Cup", changes))], PEOPLE, ENGLISH))
    for change in (
        "Matches are rated now",
        "Daily limit per pair: 5 → 1000",
        "Shortest match: at least short matches → matches of any length",
    ):
        assert change in text


def test_points_for_every_number_of_players_are_shown_whole() -> None:
    scheme = "2: 1000 100; 3: 1000 200 100; 4: 1000 300 200 100; 5: 900 400 300 200 100; 6: 1000 {} 500 400 300 200; ties: wins"
    changes = (SettingChange("scheme", scheme.format(600), scheme.format(999)),)
    text = readable_text(announcement_layout([line(LeagueEdited("Cup", changes))], PEOPLE, ENGLISH))
    assert "1000 · 600 · 500" in text
    assert "1000 · 999 · 500" in text


def test_each_action_is_an_item_with_its_changes_and_effects_below_it() -> None:
    changes = (SettingChange("scheme", "2: 3 0", "2: 2 0"), SettingChange("shortest", "short", "one"))
    edited = LogLine(2, 7_000, 1, LeagueEdited("Cup", changes), effects=(Effect("Cup", 1, 1, (Move(1, 2, 1),)),), is_own=True)
    ended = LogLine(1, 5_000, 1, SeasonEnded("Cup", "Opening week"))
    text = readable_text(organiser_log_layout(LogPage((edited, ended), 2, 0), PEOPLE, LogPress(0), ENGLISH))
    assert text.split("\n") == [
        "### What organisers did",
        "- <t:7:d> <t:7:t> · Ann changed Cup:",
        "  - Points with 2 players: 3 · 0 → 2 · 0",
        "  - Shortest match: at least short matches → matches of any length",
        "  - **This affects matches of Ann.**",
        "  - 1 match counts differently · 1 person moves · Ann from place 2 to 1",
        "- <t:5:d> <t:5:t> · Ann ended the season “Opening week” of Cup.",
    ]
