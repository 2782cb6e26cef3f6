"""The melds that a card could go to, for moves that name no meld."""

import pytest

from bot.rummy.cards import Card
from bot.rummy.turn_rules import melds_that_fit, melds_with_joker_for
from tests.rummy.transcript_position import match_at

TWO_MELDS = ("deal 8H 2C 3C | KC KD", "stock KS QS", "meld 1: 8C 8D 8S by 1", "meld 2: 5H 6H 7H by 0", "drawn 2C")
TWO_JOKERS = ("deal 8H 2C | KC KD", "stock KS QS", "meld 1: 8C 8D JK1=8H by 1", "meld 2: 6H 7H JK2=8H by 0", "drawn 2C")


@pytest.mark.parametrize(("scope", "melds"), [("all", (1, 2)), ("own", (2,)), ("none", (1, 2))])
def test_a_meld_that_may_not_be_touched_is_left_out_unless_none_may_be(scope: str, melds: tuple[int, ...]) -> None:
    assert melds_that_fit(match_at("rami", f"with layoff_scope {scope}", *TWO_MELDS), (Card("8H"),)) == melds


def test_a_joker_that_may_not_be_swapped_is_left_out() -> None:
    match = match_at("wrotham", "with packs 2", "with layoff_scope own", *TWO_JOKERS)
    assert melds_with_joker_for(match, Card("8H")) == (2,)
