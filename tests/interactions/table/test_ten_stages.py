"""Ten stages by typed commands: the own stage, kings, a joker that takes a turn, and everyone's stages in the result."""

import re

import pytest

from tests.desk import Desk
from tests.e2e.support.tables import stack_deck
from tests.interactions.table.lobbies import start_match, table_of
from tests.people import said

STARTER, OTHER = "7C 7D 7H 7S 9C 9D 9S 9H KD JK1", "2C 3D 4H 5S 6C 8D 10H JC QD AS"


@pytest.fixture(autouse=True)
def stacked(monkeypatch: pytest.MonkeyPatch) -> None:
    stack_deck(monkeypatch, STARTER, OTHER, upcard="JK2", stock="KH 2S 3S")


async def test_the_own_stage_is_in_the_title_and_is_laid_in_one_go(desk: Desk) -> None:
    starter, _ = await start_match(desk, "Ann", "Bob", variant="ten_stages", deals=1)
    assert "Nobody takes a joker" in await starter.refused("draw", **{"from": "discards"})
    assert "Stage 1: 2 sets of 3" in said((await starter.slash("draw")).message).replace("\xa0", " ")
    assert "Lay exactly this in one go: 2 sets of 3." in await starter.refused("meld", cards="7c 7d 7h")
    assert "at least two cards besides kings" in await starter.refused("meld", cards="7c kd kh | 9c 9d 9s")
    await starter.slash("meld", cards="7c 7d 7h | 9c 9d 9s")
    await starter.slash("move", move="layoff KD 1")
    assert "You've laid your melds of this deal" in await starter.refused("meld", cards="7s 9h kh")
    assert [str(meld) for meld in table_of(desk).match.deal.melds] == ["7C 7D 7H KD", "9C 9D 9S"]


async def test_a_joker_takes_the_turn_of_the_next_player(desk: Desk) -> None:
    starter, other = await start_match(desk, "Ann", "Bob", variant="ten_stages", deals=1)
    await starter.slash("draw")
    await starter.slash("discard", card="joker")
    assert "It's" in await other.refused("draw")
    assert "lost the turn" in said((await starter.slash("table show")).message)
    await starter.slash("draw")
    await starter.slash("discard", card="2s")
    assert "lost the turn" in said((await other.slash("draw")).message)


async def test_a_hand_of_the_next_deal_has_everyones_stages(desk: Desk) -> None:
    starter, other = await start_match(desk, "Ann", "Bob", variant="ten_stages", deals=2)
    await starter.slash("draw")
    assert "Stages completed" not in said((await starter.slash("meld", cards="7c 7d 7h | 9c 9d 9s")).message)
    for move in ("layoff 7S KD 1", "layoff 9H KH 2", "discard JK1"):
        await starter.slash("move", move=move)
    for player in (starter, other):
        await player.press((await player.slash("hand")).message, "Ready")
    at_turn = next(one for one in (starter, other) if table_of(desk).person_to_act() == desk.store.people.find(one.id).number)
    assert "Stages completed" in said((await at_turn.slash("hand")).message)


async def test_the_result_has_everyones_stages(desk: Desk) -> None:
    starter, _ = await start_match(desk, "Ann", "Bob", variant="ten_stages", deals=1)
    assert "1 deal · most stages win" in said((await starter.slash("table show")).message).replace("\xa0", " ")
    await starter.slash("draw")
    await starter.slash("meld", cards="7c 7d 7h | 9c 9d 9s")
    for move in ("layoff 7S KD 1", "layoff 9H KH 2"):
        await starter.slash("move", move=move)
    shown = said((await starter.slash("discard", card="joker")).message).replace("\xa0", " ")
    assert "You win!" in shown
    assert re.search(r"Stages completed: .*\b(Ann|Bob) 1", shown)


async def test_a_copy_of_the_card_just_taken_may_be_discarded(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_deck(monkeypatch, "2S 7D 7H 8S 9C 9D JS QH KD 4C", OTHER, upcard="2S'", stock="KH 3S")
    starter, _ = await start_match(desk, "Ann", "Bob", variant="ten_stages", deals=1)
    hand = (await starter.slash("draw", **{"from": "discards"})).message
    assert "but not" not in said(hand)
    assert "Discard one:" in said(hand)
    assert "can't discard" not in str(hand)
    await starter.slash("discard", card="2s")
    assert table_of(desk).match.deal.discard_pile[-1].startswith("2S")
