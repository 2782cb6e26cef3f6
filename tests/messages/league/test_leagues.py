"""What is shown of a league: to readers what is special about it, and everything behind **Rules**."""

from bot.league.league import League
from bot.league.seasons import Season, StoredLeague
from bot.messages.league.leagues import league_layout, league_rules_layout
from tests.messages.shown_text import ENGLISH, readable_text


def test_a_league_in_use_shows_what_is_special_about_it_and_rules_all_settings() -> None:
    stored = StoredLeague(1, League(server=10, name="Mondays", least=3), Season(1, 0), 0)
    shown, rules, archived = (
        readable_text(one)
        for one in (
            league_layout(stored, ENGLISH),
            league_rules_layout(stored, ENGLISH),
            league_layout(StoredLeague(1, stored.league, Season(1, 0, 5), 0, archived_at=5), ENGLISH),
        )
    )
    for text, is_whole in ((shown, False), (rules, True), (archived, True)):
        assert "Points: 1 per win" in text
        assert "Minimum matches: 3" in text
        assert ("Games: all" in text, "Rated: no" in text) == (is_whole, is_whole)
