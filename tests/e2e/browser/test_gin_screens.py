"""Gin on the page, on a phone and a desktop: the upcard, a knock with other melds, lay-offs, and how the deal ended.

The pictures of the screens are in var/artifacts/gin.
"""

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browser.page import PHONE, Pages, check_layout
from tests.e2e.support.club import ARTIFACTS, Club
from tests.e2e.support.tables import stack_deck, start_match

FOLDER = ARTIFACTS / "gin"
WIDE = {"width": 1280, "height": 880}
STARTER, DEALER = "4C 5C 6C 7C 8C 9C 10D 10H 10S KD", "3C 10C QH QD 4H 5H 8S 9S AD JS"


async def _open(pages: Pages, address: str) -> dict[str, Page]:
    return {"phone": await pages.open(address, PHONE, scale=2), "wide": await pages.open(address, WIDE)}


async def _look(opened: dict[str, Page], screen: str, *texts: str) -> None:
    for shape, page in opened.items():
        for text in texts:
            await expect(page.locator(".message").last).to_contain_text(text)
        await check_layout(page)
        await page.screenshot(path=FOLDER / f"{screen}-{shape}.png")


async def _press(opened: dict[str, Page], button: str) -> None:
    await opened["phone"].locator(".message").last.get_by_role("button", name=button, exact=True).click()


async def test_a_deal_of_gin_is_played_with_presses_alone(club: Club, pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_deck(monkeypatch, STARTER, DEALER, upcard="KC", stock="2S 2H")
    FOLDER.mkdir(parents=True, exist_ok=True)
    async with club.bot():
        await start_match(club, "Ann", "Bob", deals=1, variant="gin")
        starter = club.on_turn().name.lower()
        dealer = {"ann": "bob", "bob": "ann"}[starter]
        hands = {name: await _open(pages, f"{name}/dm") for name in (starter, dealer)}
        await _look(hands[starter], "offer", "take the upcard, or pass", "Pass")
        await _press(hands[starter], "Pass")
        await _look(hands[dealer], "offer to the dealer", "passed")
        await _press(hands[dealer], "Pass")
        await _look(hands[starter], "both passed", "draw from the stock")
        await _press(hands[starter], "Draw")
        await _look(hands[starter], "may knock", "you drew 2♠", "Knock with 2, discard K♦", "Arrange …")
        await _press(hands[starter], "Arrange …")
        await _look(hands[starter], "other melds", "may lay off on the melds that you show")
        await _press(hands[starter], "Back")
        await _press(hands[starter], "Knock with 2, discard K♦")
        await _look(hands[dealer], "lay off", "knocked with 2 points: 2♠", "Lay off all", "Done")
        await _press(hands[dealer], "Lay off all")
        await _look(hands[dealer], "end in the hand", "wins")
        channel = await _open(pages, "finn/rummy")
        await _look(channel, "end in the channel", "wins")
