"""Long collections are freed an entry at a time."""

from bot.competition.long_history import free_gradually


def test_lists_and_dictionaries_are_emptied_and_nothing_else_of_their_entries_changes() -> None:
    kept = ["a match"]
    matches, rated = [kept] * 3, {1: kept, 2: kept}
    free_gradually(matches, rated)
    assert (matches, rated, kept) == ([], {}, ["a match"])
