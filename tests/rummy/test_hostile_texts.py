"""Texts of six thousand characters that are meant to take long: every parser of cards is linear and bounded in depth."""

from contextlib import suppress

import pytest

from bot.rummy.cards import Card
from bot.rummy.moves import LayMelds
from bot.rummy.refusals import CardNotUnderstood, CardsMissing, IllegalMove
from bot.rummy.typed_cards import pick_from_hand, read_cards, read_melds
from tests.cpu_time import at_most

LENGTH = 6000  # Discord's most for an option
HAND = tuple(map(Card, ["5H", "5H'", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH", "JK1", "JK2"]))
PART = """5H| |5H 5H|5H|5 JK| JK=5H| JK= JK=JK JK1= = '= ' '' 5H' as set as run as a set|
a +=+ 5 ♥ 5♥ XI Locanda XI' XI' ' = | ' 🃏 ️ NULLA MATTO| İ ß"""
HOSTILE = sorted(
    {(part + "\0")[:-1] for part in (*PART.split(" "), *PART.split("|"), " ", "\t", " as", "as ", " as a", "5H ", "= ")}
)


@pytest.mark.thorough
@pytest.mark.parametrize("deck", ["french52", "cuccu40"])
@pytest.mark.parametrize("part", [part for part in HOSTILE if part])
def test_a_long_text_is_read_in_linear_time(part: str, deck: str) -> None:
    text = part * (LENGTH // len(part))
    with at_most(1.0):  # quadratic time would be a minute
        for typed in (text, text + "as run", text + "=5H", "5H" + text, "JK=" + text):
            with suppress(IllegalMove):
                read_melds(typed, deck, HAND)


def test_melds_of_one_card_each_are_read_in_linear_time() -> None:
    with at_most(0.05):  # twice as long where each ending of each language was compared with each meld
        move = read_melds("5H|" * 1999 + "5H", "french52", HAND)
    assert isinstance(move, LayMelds)
    assert len(move.melds) == 2000


@pytest.mark.parametrize("deck", ["french52", "cuccu40"])
def test_a_joker_for_a_joker_for_a_joker_is_refused(deck: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        read_cards("JK=" * 2000 + "5H", deck)
    assert isinstance(refused.value.refusal, CardNotUnderstood)


def test_typed_cards_are_picked_in_linear_time() -> None:
    typed = tuple(map(Card, ["5H", "JK=5H", "KS"])) * 1000
    with at_most(0.1):
        picked = pick_from_hand(typed, HAND)
    assert picked[:9] == ("5H", "JK1=5H", "KS", "5H'", "JK2=5H", "KS", "5H", "JK=5H", "KS")


@pytest.mark.parametrize("text", ["as run", " as a set", "5H 6H 7H | as run"])
def test_a_kind_without_cards_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        read_melds(text, "french52", HAND)
    assert isinstance(refused.value.refusal, CardsMissing)
