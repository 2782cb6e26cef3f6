"""The log of organisers is a list: an item for each action, with what it changed below it."""

from bot.competition.log_ports import LogPage
from bot.league.organiser_actions import Effect, LeagueEdited, LogLine, Move, SeasonEnded, SettingChange
from bot.messages.league.buttons import LogPress
from bot.messages.league.organiser_log import organiser_log_layout
from bot.messages.names import Names
from bot.tables.ports import Person
from tests.messages.shown_text import ENGLISH, readable_text

NAMES = Names({1: Person(1, 101, "Ann", "en-US", None)})


def test_each_action_is_an_item_with_its_changes_and_effects_below_it() -> None:
    changes = (SettingChange("scheme", "2: 3 0", "2: 2 0"), SettingChange("shortest", "short", "one"))
    edited = LogLine(2, 7_000, 1, LeagueEdited("Cup", changes), effects=(Effect("Cup", 1, 1, (Move(1, 2, 1),)),), is_own=True)
    ended = LogLine(1, 5_000, 1, SeasonEnded("Cup", "Opening week"))
    text = readable_text(organiser_log_layout(LogPage((edited, ended), 2, 0), NAMES, LogPress(0), ENGLISH))
    assert text.split("\n") == [
        "### What organisers did",
        "- <t:7:d> <t:7:t> · Ann changed Cup:",
        "  - Points with 2 players: 3 · 0 → 2 · 0",
        "  - Shortest match: at least short matches → matches of any length",
        "  - **this affects their own matches** · 1 match counts differently · 1 person moves · Ann from place 2 to 1",
        "- <t:5:d> <t:5:t> · Ann ended the season “Opening week” of Cup.",
    ]
