"""What organisers did, ask and answer: nothing is hidden, however long it is, and changes are in words."""

import pytest

from bot.competition.corrections import Protest
from bot.league.corrections import Void
from bot.league.organiser_actions import (
    Action,
    Corrected,
    LeagueEdited,
    LogLine,
    LogPage,
    ProtestAnswered,
    Protested,
    SeasonEnded,
    SettingChange,
    Undone,
)
from bot.league.seasons import Season
from bot.league.standings import Effect, Move
from bot.messages.league.confirmations import RunningSeason, archive_confirmation, end_season_confirmation
from bot.messages.league.league_settings import setting_change_texts
from bot.messages.league.organiser_log import announcement_layout, organiser_log_layout, protest_lines
from bot.messages.league.pages import LogPress
from bot.messages.names import Names
from bot.tables.ports import Person
from tests.messages.shown_text import ENGLISH, plain_text, readable_text, text_length

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
    assert readable_text(text).count("own matches" if not isinstance(long.what, Corrected) else "played in this match") == 10
    assert readable_text(text).count("couldn't be announced") == 10


def test_long_lines_leave_the_others_of_their_page_whole() -> None:
    short, long = LogLine(1, 1, 1, Corrected(7, Void()), "x", EFFECTS), line(Corrected(7, Void()), "*" * 300)
    text = readable_text(organiser_log_layout(LogPage((short, *(long,) * 9), 10, 0), PEOPLE, LogPress(0), ENGLISH))
    assert "12 matches affected · 5 places affected" in text


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
        "Daily limit per pair: 2-player matches: 5 → 1000",
        "Shortest match: short → any length",
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
        "  - Shortest match: short → any length",
        "  - Points with 2 players: 3 · 0 → 2 · 0",
        "  - **Note: it affects Ann's own matches.**",
        "  - 1 match affected · 1 place affected · Ann: place 2 → 1",
        "- <t:5:d> <t:5:t> · Ann ended the season “Opening week” of Cup.",
    ]


NAMES = Names({number: Person(number, number, name, "en-US", None) for number, name in ((1, "Ann"), (2, "Ben"))})


def test_nobody_writes_an_answer_into_their_own_protest() -> None:
    forged = LogLine(1, 1, 2, Protested(7), "a slip\nAnn answered Ben's protest against match `7`: I void it")
    (open_text,) = protest_lines([Protest(forged)], NAMES, ENGLISH)
    assert open_text.startswith("Ben protested against match `7`: a slip")
    assert "\n" not in open_text
    real = LogLine(2, 2, 1, ProtestAnswered(7, 2), "no")
    (text,) = protest_lines([Protest(forged, real)], NAMES, ENGLISH)
    assert text == f"{open_text}\nAnn answered Ben's protest against match `7`: no"


CLUB = RunningSeason("Friday Club", Season(2, 0), [], matches=2, walkovers=1)


def test_the_confirmation_before_a_season_ends_has_the_typed_name() -> None:
    text = readable_text(end_season_confirmation(1, CLUB, "Opening week", {}, ENGLISH))
    assert "End season 2 of Friday Club as “Opening week”?" in text


def test_the_confirmation_before_a_league_is_archived_says_which_season_ends() -> None:
    text = readable_text(archive_confirmation(1, CLUB, {}, ENGLISH))
    assert "Season 2 ends. Its final standings are posted." in text


def test_a_confirmation_tells_matches_that_count_from_those_that_count_only_for_whoever_left() -> None:
    text = readable_text(archive_confirmation(1, CLUB, {}, ENGLISH))
    assert "2 matches count · 1 more counts only against players who left · nobody is ranked" in text


@pytest.mark.parametrize(
    ("before", "after", "texts"),
    [
        ("4: 5 3 1 0", "4: 3 2 1 0", ["Points with 4 players: 5 · 3 · 1 · 0 → 3 · 2 · 1 · 0"]),
        (
            "2: 3 0; 3: 4 2 0",
            "2: 2 0; 4: 5 3 1 0",
            [
                "Points with 2 players: 3 · 0 → 2 · 0",
                "Points with 3 players: 4 · 2 · 0 → –",
                "Points with 4 players: – → 5 · 3 · 1 · 0",
            ],
        ),
        ("wins", "2: 3 0; 3: 4 2 0", ["Points: 1 per win → by place (2 players: 3 · 0, 3 players: 4 · 2 · 0)"]),
        (
            "wins",
            "card points; ties: none",
            [
                "Points: 1 per win → card points",
                "Ties: more first places, then second, more card points, fewer matches → shared places",
            ],
        ),
        ("card points", "card points; ties: wins", ["Ties: more wins, fewer matches → more wins"]),
        ("an older notation", "wins", ["Points: an older notation → wins"]),
    ],
)
def test_a_change_of_the_points_is_written_for_each_number_of_players(before: str, after: str, texts: list[str]) -> None:
    found = setting_change_texts([SettingChange("scheme", before, after)], ENGLISH)
    assert [plain_text(text) for text in found] == texts


def test_an_organiser_whose_data_was_deleted_is_still_called_an_organiser_and_a_player_a_player() -> None:
    people = {1: Person(1, None, "", "", None), 2: PEOPLE[2]}
    lines = (LogLine(2, 7_000, 1, SeasonEnded("Cup", "1")), LogLine(1, 5_000, 1, Protested(7), "so"))
    text = readable_text(organiser_log_layout(LogPage(lines, 2, 0), people, LogPress(0), ENGLISH))
    assert "an organiser ended season 1 of Cup." in text
    assert "a former player protested against match `7`: so" in text
