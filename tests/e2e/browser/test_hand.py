"""The hand on the page of a phone: the obvious moves, a question, **Lay other cards**, and waiting."""

import pytest
from playwright.async_api import Page, expect

from bot import app
from tests.e2e.browser.page import PHONE, Pages, Seat, check_layout, take_picture
from tests.e2e.support.club import Club
from tests.e2e.support.tables import open_table, stack_deck

STARTER = "8D 9D 5S 6S 7S KC QH 2C 4H JK1"
OTHER = "2S 4S 6C 8C 10C JC QC AH 5D 9H"
THIRD = "3S 3C 3D 7C 7D 7H JS JD JH KH"


async def start(club: Club, monkeypatch: pytest.MonkeyPatch) -> str:
    """Start a match of three, in which the first player can do nearly everything, and return the name of that player."""
    stack_deck(monkeypatch, STARTER, OTHER, THIRD, upcard="10D", stock="3H KD 2H AC")
    lobby = await open_table(club, "Ann", deals=2)
    for rule, answer in (("jokers", "2"), ("melds_per_turn", "unlimited"), ("hand_size", "10")):
        await club["Ann"].slash("table rule", rule=rule, answer=answer)
    await club.until_sent()
    for name in ("Bob", "Cleo"):
        await club[name].press(lobby, "Join")
    await club.until_sent()
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    return club.on_turn().name


async def height(seat: Seat) -> int:
    box = await seat.hand.bounding_box()
    return round(box["height"])


async def test_the_hand_of_a_turn_fits_the_screen(
    club: Club, bot: app.Bot, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = await start(club, monkeypatch)
    page = await pages.open(f"{name.lower()}/rummy", PHONE)
    seat = Seat(page, name)
    await seat.open("Ramino")

    async def look(what: str) -> None:
        await check_layout(page)
        await take_picture(page, seat, f"hand {what}")
        print(f"{what}: {await height(seat)} px")

    await expect(seat.hand.get_by_role("button", name="Take and lay 8♦ 9♦ 10♦")).to_be_visible()
    await look("draw")
    await seat.draw()
    await look("turn")
    await _choose_discard(seat, "6♠")
    await expect(seat.hand).to_contain_text("Discard it anyway?")
    await look("question")
    await seat.hand.get_by_role("button", name="Keep it").click()
    await _open_form(page, seat)
    await check_layout(page)
    await take_picture(page, seat, "hand form")
    await _choose(page, "cards0", "8♦", "9♦", "🃏")
    await page.get_by_test_id("modal-submit").click()
    await expect(seat.hand).to_contain_text("what does the joker stand for?")
    await look("joker")
    await seat.hand.get_by_role("button", name="=10♦").click()
    await expect(seat.hand.get_by_role("button", name="Take back")).to_be_visible()
    await look("laid")
    await seat.discard()
    await expect(seat.hand.get_by_text("Whose turn?")).to_be_visible()
    await look("waiting")


async def _choose_discard(seat: Seat, card: str) -> None:
    await seat.hand.get_by_role("button", name="Other …").click()
    await seat.hand.get_by_role("button", name=card, exact=True).click()


async def _open_form(page: Page, seat: Seat) -> None:
    await seat.hand.get_by_role("button", name="Other …").click()
    await seat.hand.get_by_role("button", name="Lay other cards …").click()
    await expect(page.get_by_test_id("modal")).to_be_visible()


async def _choose(page: Page, select: str, *options: str) -> None:
    await page.get_by_test_id("modal").locator(f"[data-custom-id='{select}']").click()
    for option in options:
        await page.get_by_role("option", name=option).click()
    await page.get_by_role("button", name="Done").click()
