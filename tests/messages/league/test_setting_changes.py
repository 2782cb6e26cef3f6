"""What an edit of a league changed is written in words, with the values before and after it."""

import pytest

from bot.league.organiser_actions import SettingChange
from bot.messages.league.league_settings import setting_change_texts
from tests.messages.shown_text import ENGLISH, plain_text


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
        ("wins", "2: 3 0; 3: 4 2 0", ["Points: 1 for each win → by place (2 players: 3 · 0; 3 players: 4 · 2 · 0)"]),
        (
            "wins",
            "card points; ties: none",
            [
                "Points: 1 for each win → card points",
                "Between equal points: more first places (then second places, and so on), more card points, fewer matches"
                " → shared places",
            ],
        ),
        ("card points", "card points; ties: wins", ["Between equal points: more wins, fewer matches → more wins"]),
        ("an older notation", "wins", ["Points: an older notation → wins"]),
    ],
)
def test_a_change_of_the_points_is_written_for_each_number_of_players(before: str, after: str, texts: list[str]) -> None:
    found = setting_change_texts([SettingChange("scheme", before, after)], ENGLISH)
    assert [plain_text(text) for text in found] == texts


def test_a_change_of_the_shortest_match_is_written_in_words() -> None:
    change = SettingChange("shortest", "short", "one")
    assert setting_change_texts([change], ENGLISH) == ["Shortest match: at least short matches → matches of any length"]
