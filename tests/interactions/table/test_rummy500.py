"""500 rummy by typed commands and presses: cards of the pile are taken and laid in one move, and refusals say so."""

import re

import pytest

from tests.desk import Desk
from tests.e2e.support.tables import stack_deck
from tests.interactions.table.lobbies import start_match, table_of
from tests.people import find, labels, said

STARTER, OTHER = "7H 9H 10H KS KD 2C 3D 4S 5C 6D JC QD AS", "2S 3S 5D 6H 8C 9C 10S JH QS KC 4C 7C 8S"


@pytest.fixture(autouse=True)
def stacked(monkeypatch: pytest.MonkeyPatch) -> None:
    stack_deck(monkeypatch, STARTER, OTHER, upcard="8H", stock="2H 3H 4H")


async def test_a_card_is_taken_only_together_with_its_laying(desk: Desk) -> None:
    starter, _ = await start_match(desk, "Ann", "Bob", variant="rummy500")
    for command, options in (("draw", {"from": "discards"}), ("move", {"move": "take"})):
        refused = await starter.refused(command, **options)
        assert "Take a card and lay it in one move, like `/move take 7H and meld 7H 8H 9H`." in refused
    assert "Draw a card first" in await starter.refused("meld", cards="7h 9h 10h")
    assert "Draw a card first" in await starter.refused("discard", card="2c")
    assert "Lay 8♥ in the same move" in await starter.refused("move", move="take 8h")
    assert "isn't in the discard pile" in await starter.refused("move", move="take 8C and meld 7C 8C 9C")
    shown = said((await starter.slash("move", move="take 8♥ and meld 7♥ 8♥ 9♥ 10♥")).message)
    assert "you took 1 card from the pile" in shown
    assert "stays on the table" in await starter.refused("takeback")
    await starter.slash("discard", card="2c")
    assert [str(meld) for meld in table_of(desk).match.deal.melds] == ["7H 8H 9H 10H"]


async def test_the_select_takes_a_card_and_the_hand_asks_how_it_is_laid(desk: Desk) -> None:
    starter, other = await start_match(desk, "Ann", "Bob", variant="rummy500")
    await starter.slash("draw")
    await starter.slash("discard", card="7h")
    hand = (await other.slash("hand")).message
    assert "Discard pile, top last: 8♥, 7♥." in str(hand).replace(r"\xa0", " "), "the picture's description names the pile"
    select = find(hand, "Take from the pile for good …")
    assert [(option["label"], option["description"]) for option in select["options"]] == [
        ("8♥ and 1 card above it", "2 ways to lay it")
    ]
    asked = (await other.choose(hand, "Take from the pile for good …", select["options"][0]["value"])).message
    assert "How do you lay **8♥**?" in said(asked)
    assert labels(asked) == ["6♥ 7♥ 8♥", "8♠ 8♥ 8♣", "Back"]
    played = (await other.press(asked, "8♠ 8♥ 8♣")).message
    assert "Your turn: you took 2 cards from the pile" in said(played)
    told = said((await starter.slash("table show")).message).replace("\xa0", " ")
    assert "took **8♥ 7♥** · laid **8♠ 8♥ 8♣**" in told
    assert re.search(r"Points laid in this deal: \w+ 24", told)
