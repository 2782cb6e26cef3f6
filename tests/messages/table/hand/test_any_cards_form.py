"""What is read from the form behind **Any cards**, from which an altered client can send anything."""

import pytest

from bot.messages.table.hand.questions import read_any_cards


def test_cards_and_their_meld_are_read() -> None:
    assert read_any_cards({"cards0": ["7H"], "cards1": ["8H"], "where": ["12"]}) == (("7H", "8H"), 12)
    assert read_any_cards({"cards0": ["7H"], "where": ["new"]}) == (("7H",), None)


@pytest.mark.parametrize("where", ["٣", "²", "-1", "1000", "", "newest"])
def test_a_forged_meld_is_not_read(where: str) -> None:
    assert read_any_cards({"cards0": ["7H"], "where": [where]}) is None
