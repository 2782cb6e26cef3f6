"""Gin by typed commands: what every game has works, and what gin doesn't have is refused with what to do instead."""

import pytest

from tests.desk import Desk
from tests.e2e.support.tables import stack_deck
from tests.interactions.table.lobbies import start_match, table_of
from tests.people import labels, said

STARTER, DEALER = "4C 5C 6C 7C 8C 9C 10D 10H 10S KD", "3C 10C QH QD 4H 5H 8S 9S AD JS"


@pytest.fixture(autouse=True)
def stacked(monkeypatch: pytest.MonkeyPatch) -> None:
    stack_deck(monkeypatch, STARTER, DEALER, upcard="KC", stock="2S 2H")


async def test_draw_discard_and_knock_are_typed_and_nothing_is_laid_before_the_knock(desk: Desk) -> None:
    starter, dealer = await start_match(desk, "Ann", "Bob", variant="gin")
    assert "Take the upcard first, or pass" in await starter.refused("draw")
    assert "Nothing is laid before the knock" in await starter.refused("meld", cards="4c 5c 6c")
    await starter.slash("move", move="pass")
    await dealer.slash("move", move="Pass")
    assert "Nobody wanted the upcard" in await starter.refused("draw", **{"from": "discards"})
    await starter.slash("draw")
    for command, options in (("meld", {"cards": "4c 5c 6c"}), ("meld", {"cards": "4c 5c"}), ("swap", {"card": "10d"})):
        assert "Nothing is laid before the knock. You may knock: `/move knock KD`." in await starter.refused(command, **options)
    refused = await starter.refused("layoff", cards="10d")
    assert "Nothing is laid before the knock" in refused
    assert "You've already drawn this turn. Discard a card, or knock." in await starter.refused("draw")
    assert "21 points would be left" in await starter.refused("move", move="knock 8C")


async def test_a_knock_and_lay_offs_are_typed(desk: Desk) -> None:
    starter, dealer = await start_match(desk, "Ann", "Bob", variant="gin")
    await starter.slash("move", move="pass")
    await dealer.slash("move", move="pass")
    await starter.slash("draw")
    await starter.slash("move", move="knock KD | 4C 5C 6C | 7C 8C 9C | 10D 10H 10S")
    assert len(table_of(desk).match.deal.melds) == 3
    assert "Lay off what fits, or press **Done**" in await dealer.refused("discard", card="QH")
    await dealer.slash("layoff", cards="3c")
    shown = said((await dealer.slash("move", move="lay off all")).message)
    assert "+55" in shown
    assert table_of(desk).match.scores in ((55, 0), (0, 55))


async def test_before_a_match_against_computers_its_own_length_is_said(desk: Desk) -> None:
    ann = desk["Ann"]
    card = (await ann.slash("play", variant="gin rummy")).message
    assert "Everyone deals twice: 4 deals · highest wins" in said(card).replace("\xa0", " ")
    rules = (await ann.press(card, "Rules")).message
    assert "4 deals" in said(rules)
    assert "to 100 points" not in said(rules)
    assert labels(rules) == ["More rules"], "the guided hand is another game"
    assert "box" not in said((await ann.press(rules, "More rules")).message)
    whole = (await ann.slash("rules", variant="gin")).message
    assert "to 100 points" in said(whole)
    assert "box" in said((await ann.press(whole, "More rules")).message)
    await ann.slash("play", variant="gin", computers=1)
    shown = said((await ann.slash("table show")).message).replace("\xa0", " ")
    assert "4 deals · highest wins" in shown
    assert "one deal per player" not in shown


async def test_in_oklahoma_a_hand_says_with_how_many_points_one_may_knock(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_deck(monkeypatch, STARTER, DEALER, upcard="2C", stock="2S 2H")
    starter, _ = await start_match(desk, "Ann", "Bob", variant="oklahoma")
    assert "points left · knock with 2)" in said((await starter.slash("draw", **{"from": "discards"})).message).replace(
        "\xa0", " "
    )


async def test_in_straight_gin_nothing_is_laid_before_gin(desk: Desk) -> None:
    starter, _ = await start_match(desk, "Ann", "Bob", variant="straight_gin")
    assert "Nothing is laid before gin: keep your melds" in await starter.refused("meld", cards="4c 5c 6c")
