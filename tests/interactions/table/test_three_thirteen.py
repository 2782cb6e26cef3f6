"""Three Thirteen by typed commands: nothing is laid before somebody goes out, and then everyone else has a last turn."""

import pytest

from tests.desk import Desk
from tests.e2e.support.tables import stack_deck
from tests.interactions.table.lobbies import start_match, table_of
from tests.people import said

STARTER, DEALER = "7C 7D KD", "2H 9S QC"


@pytest.fixture(autouse=True)
def stacked(monkeypatch: pytest.MonkeyPatch) -> None:
    stack_deck(monkeypatch, STARTER, DEALER, upcard="8S", stock="3H 5S")


async def test_nothing_is_laid_laid_off_or_swapped(desk: Desk) -> None:
    starter, dealer = await start_match(desk, "Ann", "Bob", variant="three_thirteen", deals=11)
    await starter.slash("draw")
    for command, options in (("meld", {"cards": "7c 7d 3h"}), ("layoff", {"cards": "7c"}), ("swap", {"card": "7c"})):
        assert "Nothing is laid before you go out. You can:" in await starter.refused(command, **options)
    assert "3 cards would be left outside your melds" in await starter.refused("move", move="knock 7C")
    await starter.slash("move", move="knock")
    for command, options in (("layoff", {"cards": "9s"}), ("meld", {"cards": "2h 9s qc"})):
        assert "Nothing is laid" in await dealer.refused(command, **options)


async def test_a_wild_card_completes_a_set_and_the_other_one_has_a_last_turn(desk: Desk) -> None:
    starter, dealer = await start_match(desk, "Ann", "Bob", variant="three_thirteen", deals=11)
    assert "Wild:\N{NO-BREAK SPACE}3" in said((await starter.slash("draw")).message)
    await starter.slash("move", move="knock KD | 7C 7D 3H")
    assert table_of(desk).match.deal.melds[0].cards == ("7C", "7D", "3H")
    shown = said((await dealer.slash("hand")).message)
    assert "· last\N{NO-BREAK SPACE}turn ·" in shown.replace("\N{NO-BREAK SPACE}·", " ·")
    assert "went out" in shown
    await dealer.slash("draw")
    assert "Somebody is out already" in await dealer.refused("move", move="knock QC")
    shown = said((await dealer.slash("discard", card="QC")).message)
    assert "Deal 1" in shown
    assert "+16" in shown
