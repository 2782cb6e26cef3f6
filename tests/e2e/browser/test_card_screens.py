"""The cards of games on the page, as pictures and as emojis, on a phone and a desktop.

The pictures of the screens are in var/artifacts/cards: dark on the phone, light on the desktop.
"""

import pytest
from playwright.async_api import Locator, Page, expect

from bot import app
from bot.messages.card_text import FACE_OF
from bot.messages.pictures.placing import LARGE_WIDTH, NARROW_WIDTH, WIDTH
from bot.messages.table.hand.hand_cards import barred_cards
from bot.rummy.events import Awaited
from bot.rummy.view import View
from tests.e2e.browser.page import PHONE, Pages, Seat, check_layout, take_picture
from tests.e2e.support.club import ARTIFACTS, Club, until
from tests.e2e.support.forms import choose_own
from tests.e2e.support.pictures import upload_card_emoji
from tests.e2e.support.quick_matches import play_until
from tests.e2e.support.tables import open_table, stack_deck, start_match
from tests.messages.pictures.card_indices import LEAST_INDEX
from tests.seeded_deals import seeded_deals

FOLDER = ARTIFACTS / "cards"
SHAPES = {"phone": (PHONE, 2, "dark"), "wide": ({"width": 1280, "height": 880}, 1, "light")}
SEEDS = {"rami": 3, "cuccu": 9}
PLAYERS = {"rami": ("Ann", "Bob"), "cuccu": ("Ann", "Bob", "Cleo")}
NARROWEST, WIDEST = 270, 560
"""CSS pixels: how wide Discord shows a picture on a small phone, and about how wide on a desktop."""
PICTURES = """it => [...it.querySelectorAll(".gallery img")].map(
    one => ({alt: one.alt, natural: one.naturalWidth, shown: one.getBoundingClientRect().width}))"""
IN_COLUMN = """it => {
    const own = it.getBoundingClientRect(), column = it.parentElement.getBoundingClientRect();
    return own.left >= column.left && own.right <= column.right;
}"""


def is_turn_with_a_barred_card(view: View) -> bool:
    """Return True if the player on turn has a meld, a new card and one that they can't discard, and a meld is on the table."""
    deal, melds = view.deal, view.arrangement.melds if view.arrangement is not None else ()
    if view.awaits != Awaited.PLAY or deal is None or not melds or not deal.melds:
        return False
    return deal.new_card is not None and len(deal.hand) > 4 and bool(barred_cards(view, deal))


class Screens:
    """One person's page in both shapes."""

    def __init__(self, game: str, pages: dict[str, Page]) -> None:
        self._game = game
        self._pages = pages

    @classmethod
    async def open(cls, pages: Pages, game: str, address: str, shapes: tuple[str, ...] = ("phone", "wide")) -> "Screens":
        opened = {}
        for shape in shapes:
            size, scale, theme = SHAPES[shape]
            opened[shape] = await pages.open(address, size, scale=scale)
            await opened[shape].emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        return cls(game, opened)

    async def look(self, screen: str, text: str, *, pictures: int) -> None:
        """Check the newest message with this text, and take its pictures; it shows so many pictures of cards and points."""
        for shape, page in self._pages.items():
            message = page.locator(".message", has_text=text).last
            await expect(message).to_be_visible()
            await check_pictures(message, pictures)
            await check_layout(page)
            assert await message.evaluate(IN_COLUMN), shape
            await page.screenshot(path=FOLDER / f"{self._game}-{screen}-{shape}.png")

    async def press(self, text: str, button: str) -> None:
        """Press a button of the newest message with this text."""
        for page in self._pages.values():
            await page.locator(".message", has_text=text).last.get_by_role("button", name=button, exact=True).click()


async def check_pictures(message: Locator, count: int) -> None:
    """Check that so many pictures have been loaded, have alt texts, and are so large that indices can be read on any phone."""
    await expect(message.locator(".gallery img")).to_have_count(count)
    for picture in await message.locator("img").all():
        await expect(picture).not_to_have_js_property("naturalWidth", 0)
    for shown in await message.evaluate(PICTURES):
        assert shown["alt"], shown
        assert NARROWEST <= shown["shown"] <= WIDEST, shown
        if shown["natural"] in (WIDTH, NARROW_WIDTH, LARGE_WIDTH):  # a chart has no cards
            assert LEAST_INDEX * NARROWEST / shown["natural"] >= 12, shown


async def open_lobby(club: Club, bot: app.Bot, game: str) -> tuple[str, ...]:
    names = PLAYERS[game]
    await until(lambda: len(bot.services.api.emoji.current.ids) == len(FACE_OF))
    await open_table(club, *names, variant=game, deals=2)
    return names


async def test_the_cards_of_the_figures_can_be_read_on_a_phone_and_a_desktop(club: Club, pages: Pages) -> None:
    game = "cuccu"
    club.deal_pause = 3600
    await upload_card_emoji(club)
    with seeded_deals(SEEDS[game]):
        async with club.bot() as bot:
            names = await open_lobby(club, bot, game)
            channel = await Screens.open(pages, game, "finn/rummy")
            await channel.look("lobby", "Start", pictures=0)
            await club[names[0]].slash("table start")
            await play_until(club, bot, is_turn_with_a_barred_card)
            await channel.look("table", "'s turn", pictures=1)
            hand = await Screens.open(pages, game, f"{club.on_turn().name.lower()}/dm")
            await hand.look("hand", "Your turn", pictures=2)
            await play_until(club, bot, lambda view: view.deal is not None and view.deal.end is not None)
            await channel.look("deal end", "End of deal 1", pictures=1)
            await play_until(club, bot, lambda view: view.placings is not None)
            await channel.look("match end", "Play again", pictures=1)
            await channel.press("Play again", "Details")
            await channel.look("match details", "End of deal 2", pictures=2)


async def test_large_pictures_and_two_colours_can_be_read_on_a_phone(club: Club, pages: Pages) -> None:
    await upload_card_emoji(club)
    with seeded_deals(SEEDS["rami"]):
        async with club.bot() as bot:
            await open_lobby(club, bot, "rami")
            await club["Ann"].slash("table start")
            await play_until(club, bot, is_turn_with_a_barred_card)
            name = club.on_turn().name
            for setting, value in (("colours", "two"), ("pictures", "large")):
                await choose_own(club, name, setting, value)
                await club[name].slash("hand")
                hand = await Screens.open(pages, value, f"{name.lower()}/rummy", ("phone",))
                await hand.look("hand", "Your turn", pictures=2)


HANDS = ("2C 3C 4C 5C 6C 8H 10H QH AD 3D", "2S 3S 4S 5S 6S 8D 10D QD AH 3H")


async def check_emojis(place: Locator, *names: str) -> None:
    """Check that these emojis are shown as pictures that have been loaded."""
    for name in names:
        picture = place.get_by_alt_text(f":{name}:").first
        await expect(picture).to_be_visible()
        await expect(picture).to_have_js_property("naturalWidth", 128)


async def test_cards_are_shown_as_pictures_in_texts_and_on_buttons(
    club: Club, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack_deck(monkeypatch, *HANDS, upcard="KD", stock="KC KS")
    await upload_card_emoji(club)
    async with club.bot() as bot:
        await until(lambda: len(bot.services.api.emoji.current.ids) == len(FACE_OF))
        await start_match(club, "Ann", "Bob", deals=1, variant="ramino")
        name = club.on_turn().name
        page = await pages.open(f"{name.lower()}/rummy", PHONE)
        seat = Seat(page, name)
        await seat.open("Ramino")
        await seat.draw()
        await expect(seat.hand.locator(".heading-3")).to_contain_text("you drew")
        await check_emojis(seat.hand.locator(".heading-3"), "king_of_clubs")
        await check_layout(page)
        await take_picture(page, seat, "emoji hand")
        await seat.press("Other …")
        await check_emojis(seat.messages.last, "four_of_clubs")
        await seat.press("Back")
        await expect(seat.hand.get_by_role("button", name="Other …")).to_be_visible()
        await seat.discard()
        await seat.open("rummy")
        await check_emojis(seat.messages.last, "queen_of_hearts")
        await check_layout(page)
        await take_picture(page, seat, "emoji round")
