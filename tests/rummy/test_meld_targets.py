"""The melds that a card could go to, for moves that name no meld."""

from bot.rummy.cards import Card
from bot.rummy.turn_rules import melds_that_fit, melds_with_joker_for
from tests.rummy.transcript import perform

TWO_MELDS = """
{rule}
deal 8H 2C 3C | KC KD
stock KS QS
discards 2D
meld 1: 8C 8D 8S by 1
meld 2: 5H 6H 7H by 0
drawn 2C
melds 2
"""
TWO_JOKERS = """
with packs 2
with layoff_scope own
deal 8H 2C | KC KD
stock KS QS
discards 2D
meld 1: 8C 8D JK1=8H by 1
meld 2: 6H 7H JK2=8H by 0
drawn 2C
melds 2
"""


def test_a_card_that_fits_two_melds_gives_both_numbers() -> None:
    match = perform(TWO_MELDS.format(rule="with layoff_scope all"), "rami")
    assert melds_that_fit(match, (Card("8H"),)) == (1, 2)


def test_a_meld_that_may_not_be_touched_is_left_out() -> None:
    match = perform(TWO_MELDS.format(rule="with layoff_scope own"), "rami")
    assert melds_that_fit(match, (Card("8H"),)) == (2,)
    assert melds_with_joker_for(perform(TWO_JOKERS, "wrotham"), Card("8H")) == (2,)


def test_all_fitting_melds_are_given_if_none_may_be_touched() -> None:
    match = perform(TWO_MELDS.format(rule="with layoff_scope none"), "rami")
    assert melds_that_fit(match, (Card("8H"),)) == (1, 2)
