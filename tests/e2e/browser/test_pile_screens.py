"""The discard pile of 500 rummy on a phone and a desktop, with thirty cards to choose from.

The pictures of the screens are in var/artifacts/pile.
"""

import pytest
from playwright.async_api import Page, expect

from bot.rummy.moves import Discard
from tests.e2e.browser.page import PHONE, Pages, check_layout
from tests.e2e.support.club import ARTIFACTS, Club
from tests.e2e.support.tables import stack_deck, start_match

FOLDER = ARTIFACTS / "pile"
WIDE = {"width": 1280, "height": 880}
HANDS = "2C 2D 5H 6H 9S 10S KD", "3C 4H 7D 8S JC AS QH", "3D 4C 7S 8H JD AC QS"


async def test_a_pile_of_thirty_is_chosen_from(club: Club, pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_deck(monkeypatch, *HANDS, upcard="5D", stock="2H 7H KC 4S 8C")
    FOLDER.mkdir(parents=True, exist_ok=True)
    async with club.bot():
        await start_match(club, "Ann", "Bob", "Cleo", deals=1, variant="rummy500")
        for _ in range(30):
            await club.on_turn().slash("draw", in_="rummy")
            drawn = club.table().match.deal.turn.drawn_card
            await club.on_turn().slash("move", move=str(Discard(drawn)), in_="rummy")
        address = f"{club.on_turn().name.lower()}/dm"
        opened = {"phone": await pages.open(address, PHONE, scale=2), "wide": await pages.open(address, WIDE)}
        for shape, page in opened.items():
            await page.locator(".message").last.get_by_role("combobox").click()
            assert len(await page.get_by_role("option").all()) == 19
            await expect(page.get_by_role("option").last).to_contain_text("5♦ and 30 cards above it")
            await _look(shape, page, "pile")
            await page.keyboard.press("Escape")
        hand = opened["phone"].locator(".message").last
        await hand.get_by_role("combobox").click()
        await opened["phone"].get_by_role("option").last.click()
        await expect(hand).to_contain_text("How do you lay 5♦?")
        await _look("phone", opened["phone"], "how it is laid")
        await hand.get_by_role("button", name="4♦ 5♦ 6♦", exact=True).click()
        for shape, page in opened.items():
            await expect(page.locator(".message").last).to_contain_text("you took 31 cards from the pile")
            await _look(shape, page, "taken")


async def _look(shape: str, page: Page, screen: str) -> None:
    await check_layout(page)
    await page.screenshot(path=FOLDER / f"{screen}-{shape}.png")
