"""From nothing to the first card on the page, by buttons; and the screens on the way, on a wide page and on a phone."""

from playwright.async_api import Page, expect

from bot import app
from tests.e2e.browser.page import SHAPES, Pages, Seat, check_layout, take_picture
from tests.e2e.support.club import Club
from tests.e2e.support.tables import open_table

_LOG = ".pane[data-person=ann] .log"


async def test_the_screens_before_a_match_fit_and_help_is_one_screen_of_a_phone(club: Club, bot: app.Bot, pages: Pages) -> None:
    await open_table(club, "Cleo", variant="cuccu")
    for shape, size in SHAPES.items():
        page = await pages.open("ann/rummy", size)
        ann = Seat(page, "Ann")
        heights = {}
        for command, text in (("/help", "Rummy with Ramino"), ("/settings", "Your settings"), ("/play", "Choose a game")):
            await ann.command(command)
            await expect(ann.messages.last).to_contain_text(text)
            heights[command] = await _height(page, ann, f"start-{command[1:]}-{shape}")
            if command == "/settings":
                await ann.press("Server settings")
                await expect(ann.messages.last).to_contain_text("Channels for tables")
                heights["server"] = await _height(page, ann, f"start-server-{shape}")
        await ann.messages.last.get_by_role("button", name="Rami", exact=True).click()
        await expect(ann.messages.last).to_contain_text("Ann (host)")
        heights["lobby"] = await _height(page, ann, f"start-lobby-{shape}")
        await ann.press("Cancel the table")
        await expect(ann.messages.last).to_contain_text("Cancel this table?")
        heights["cancel"] = await _height(page, ann, f"start-cancel-{shape}")
        await ann.press("Yes, cancel the table")
        await expect(ann.messages.last).to_contain_text("was cancelled")
        print(shape, heights)
        if shape == "phone":
            room = await page.locator(_LOG).evaluate("it => it.clientHeight")
            assert heights["/help"] <= room, (heights, room)


async def _height(page: Page, seat: Seat, name: str) -> int:
    """Check the layout, save a picture, and return the height of the newest message in pixels."""
    await take_picture(page, seat, name)
    await check_layout(page)
    box = await seat.messages.last.bounding_box()
    assert box is not None
    return round(box["height"])


async def test_three_presses_lead_from_nothing_to_the_first_card(club: Club, bot: app.Bot, pages: Pages) -> None:
    page = await pages.open("ann/rummy,bob/rummy", SHAPES["wide"])
    ann, bob = Seat(page, "Ann"), Seat(page, "Bob")
    await ann.command("/play")
    await ann.press("Rami", exact=True)
    await expect(bob.messages.last).to_contain_text("Waiting for 1 more player")
    await bob.press("Join")
    await expect(ann.messages.last).to_contain_text("Waiting for Ann to press Start")
    await ann.press("Start")
    await ann.open("Ramino")
    await expect(ann.cards.first).to_be_visible()
    for seat in (ann, bob):
        await seat.open("Ramino")
        await expect(seat.hand).to_contain_text("10 cards")
    print(f"presses from /play to the first card: {ann.presses} by the host, {bob.presses} by the other player")
    assert (ann.presses, bob.presses) == (2, 1)
