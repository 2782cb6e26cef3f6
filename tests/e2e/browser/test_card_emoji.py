"""The page shows the emojis of cards as pictures: in texts, on buttons and in the options of selects."""

import pytest
from playwright.async_api import Locator, expect

from bot.messages.card_text import FACE_OF
from tests.e2e.browser.page import PHONE, WIDE, Pages, Seat, check_layout, take_picture
from tests.e2e.support.club import Club, until
from tests.e2e.support.pictures import upload_card_emoji
from tests.e2e.support.tables import stack_deck, start_match

HANDS = ("2C 3C 4C 5C 6C 8H 10H QH AD 3D", "2S 3S 4S 5S 6S 8D 10D QD AH 3H")


async def check_pictures(place: Locator, *names: str) -> None:
    """Check that these emojis are shown as pictures that have been loaded."""
    for name in names:
        picture = place.get_by_alt_text(f":{name}:").first
        await expect(picture).to_be_visible()
        await expect(picture).to_have_js_property("naturalWidth", 128)


@pytest.mark.parametrize("width", ["phone", "wide"])
async def test_cards_are_shown_as_pictures_in_texts_buttons_and_options(
    club: Club, pages: Pages, monkeypatch: pytest.MonkeyPatch, width: str
) -> None:
    stack_deck(monkeypatch, *HANDS, upcard="KD", stock="KC KS")
    await upload_card_emoji(club)
    async with club.bot() as bot:
        await until(lambda: len(bot.services.api.emoji.current.ids) == len(FACE_OF))
        await start_match(club, "Ann", "Bob", deals=1, variant="ramino")
        name = club.on_turn().name
        page = await pages.open(f"{name.lower()}/rummy", PHONE if width == "phone" else WIDE)
        seat = Seat(page, name)
        await seat.open("Ramino")
        await check_pictures(seat.hand.get_by_role("button", name="Take K♦"), "king_of_diamonds")
        await seat.draw()
        await expect(seat.hand.locator(".heading-3")).to_contain_text("you drew")
        await check_pictures(seat.hand.locator(".heading-3"), "king_of_clubs")
        await check_pictures(seat.hand.locator("button.button"), "ten_of_hearts")
        await seat.hand.locator("[data-custom-id$=':discard']").click()
        await check_pictures(page.get_by_role("option"), "four_of_clubs")
        await page.keyboard.press("Escape")
        await check_layout(page)
        await take_picture(page, seat, f"emoji hand {width}")
        await seat.discard()
        await seat.open("rummy")
        await check_pictures(seat.messages.last, "king_of_clubs")
        await check_layout(page)
        await take_picture(page, seat, f"emoji round {width}")
