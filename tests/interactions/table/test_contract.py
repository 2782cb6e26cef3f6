"""Contract rummy by typed commands: nothing is laid before the contract, and nothing but lay-offs and swaps after it."""

import pytest

from tests.desk import Desk
from tests.e2e.support.tables import stack_deck
from tests.interactions.table.lobbies import start_match, table_of
from tests.people import labels, said

STARTER, DEALER = "7C 7D 7H 9C 9D 9H 2S KD KH KS", "10C 10D JK1 4C 4D 4H 7S 9S QD AS"
SPACE = "\N{NO-BREAK SPACE}"


@pytest.fixture(autouse=True)
def stacked(monkeypatch: pytest.MonkeyPatch) -> None:
    stack_deck(monkeypatch, STARTER, DEALER, upcard="8S", stock="3H 5S 10H 6D")


async def test_only_the_contract_is_laid_first_and_then_no_meld(desk: Desk) -> None:
    starter, _ = await start_match(desk, "Ann", "Bob", variant="contract", deals=7)
    shown = said((await starter.slash("draw")).message).replace(SPACE, " ")
    assert "Contract: 2 sets of 3" in shown
    for cards in ("7c 7d 7h", "7c 7d 7h | 9c 9d 9h | kd kh ks"):
        assert "Lay exactly this in one go: 2 sets of 3" in (await starter.refused("meld", cards=cards)).replace(SPACE, " ")
    await starter.slash("meld", cards="7c 7d 7h | 9c 9d 9h")
    assert len(table_of(desk).match.deal.melds) == 2
    assert "Now you only lay off" in await starter.refused("meld", cards="kd kh ks")
    shown = said((await starter.slash("discard", card="2s")).message).replace(SPACE, " ")
    assert "Contract: 2 sets of 3" not in shown


async def test_nothing_is_laid_off_or_swapped_before_the_contract(desk: Desk) -> None:
    starter, dealer = await start_match(desk, "Ann", "Bob", variant="contract", deals=7)
    await starter.slash("draw")
    await starter.slash("meld", cards="7c 7d 7h | 9c 9d 9h")
    await starter.slash("discard", card="2s")
    await dealer.slash("draw")
    assert "Lay exactly this in one go" in await dealer.refused("swap", card="7s", meld=1)
    assert "Lay exactly this in one go" in await dealer.refused("layoff", cards="7s", meld=1)
    assert "Lay exactly this in one go" in await dealer.refused("meld", cards="10c 10d jk")  # not what the joker stands for
    await dealer.slash("meld", cards="10c 10d jk=10h | 4c 4d 4h")
    await dealer.slash("layoff", cards="7s", meld=1)
    await dealer.slash("discard", card="qd")
    await starter.slash("draw")
    await starter.slash("swap", card="10h", meld=3)
    deal = table_of(desk).match.deal
    assert "JK1" in deal.hands[deal.turn.seat]


async def test_the_first_button_lays_the_contract_with_the_fewest_jokers(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = "7C 7D 7H KD KH JK1 2S 4D 6H 9S", "10C 10D 3C 4C 8D 4H 7S 9D QD AS"
    stack_deck(monkeypatch, *hands, upcard="8S", stock="JK2")
    starter, _ = await start_match(desk, "Ann", "Bob", variant="contract", deals=7)
    drawn = (await starter.slash("draw")).message
    await starter.press(drawn, next(label for label in labels(drawn) if label.startswith("Lay")))
    melds = [[card.partition("=")[0] for card in meld.cards] for meld in table_of(desk).match.deal.melds]
    assert sum(card.startswith("JK") for meld in melds for card in meld) == 1
