"""The questions before a season ends or a league is archived say everything that changes."""

from bot.league.seasons import Season
from bot.messages.league.questions import RunningSeason, archive_question, end_season_question
from tests.messages.shown_text import ENGLISH, readable_text

CLUB = RunningSeason("Friday Club", Season(2, 0), [], matches=2, walkovers=1, unplayed=5)


def test_the_question_before_a_season_ends_has_the_typed_name_and_the_rest_of_the_schedule() -> None:
    text = readable_text(end_season_question(1, CLUB, "Opening week", {}, ENGLISH))
    assert "End season 2 of Friday Club as “Opening week”?" in text
    assert "The schedule has 5 matches left. They will count in the next season." in text


def test_the_question_before_a_league_is_archived_says_which_season_ends_and_what_cannot_be_played() -> None:
    text = readable_text(archive_question(1, CLUB, {}, ENGLISH))
    assert "Season 2 ends and its table is posted." in text
    assert "The schedule has 5 matches left. They can no longer be played." in text


def test_a_question_tells_matches_that_count_from_those_that_count_only_for_whoever_left() -> None:
    text = readable_text(archive_question(1, CLUB, {}, ENGLISH))
    assert "2 matches count · 1 more counts only for whoever left · nobody is ranked" in text
