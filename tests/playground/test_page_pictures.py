"""Pictures and the application's emojis on the page, at the widths of a phone and a desktop, in dark and light."""

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import discord
import pytest
from discord import ui
from PIL import Image
from playwright.async_api import Browser, Locator, Route, expect

from playground.server import Playground
from tests.e2e.browser.page import PHONE, STICKS_OUT, Pages
from tests.e2e.support.club import ARTIFACTS
from tests.playground.small_bot import SmallBot

DESKTOP = {"width": 1280, "height": 900}
SIZES = {"desktop": DESKTOP, "phone": PHONE}
pytestmark = pytest.mark.thorough
HAND = "Your hand: 2 of clubs, 3 of clubs, ace of spades"


@pytest.fixture
async def pages(pg: Playground, browser: Browser) -> AsyncIterator[Pages]:
    """The pages of this playground. An error in their scripts fails the test."""
    async with AsyncExitStack() as stack:
        pages = Pages(pg.url, browser, stack)
        yield pages
    assert pages.errors == []


def png(name: str, width: int = 1100, height: int = 420) -> discord.File:
    image = io.BytesIO()
    Image.new("RGB", (width, height), "darkgreen").save(image, "PNG")
    image.seek(0)
    return discord.File(image, name)


def hand(text: str, *names: str, below: tuple[ui.Item[Any], ...] = ()) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    pictures = [discord.MediaGalleryItem(f"attachment://{name}", description=HAND) for name in names]
    view.add_item(ui.Container(ui.TextDisplay(text), ui.MediaGallery(*pictures), *below))
    return view


async def post(bot: SmallBot, text: str = "Your hand", count: int = 1) -> discord.Message:
    names = [f"{number}.png" for number in range(count)]
    return await bot.guilds[0].text_channels[0].send(view=hand(text, *names), files=[png(name) for name in names])


async def box(node: Locator) -> tuple[float, float, float, float]:
    found = await node.bounding_box()
    return found["x"], found["y"], found["width"], found["height"]


@pytest.mark.parametrize(
    ("width", "theme", "expected"), [("desktop", "light", range(548, 551)), ("phone", "dark", range(270, 301))]
)
async def test_a_picture_has_the_width_that_discord_gives_it_and_moves_nothing_while_it_loads(
    bot: SmallBot, pages: Pages, width: str, theme: str, expected: range
) -> None:
    await post(bot)
    await bot.guilds[0].text_channels[0].send("below")
    loaded = asyncio.Event()

    async def deliver(route: Route) -> None:
        await loaded.wait()
        await route.continue_()

    page = await pages.open("ann/rummy", SIZES[width], theme=theme)
    await page.route("**/cdn/attachments/**", deliver)
    await page.reload()
    below = page.locator(".message").last
    await expect(below).to_contain_text("below")
    image = page.get_by_alt_text(HAND)
    before = await box(image), await box(below)
    assert await image.evaluate("it => it.naturalWidth") == 0, "it hasn't loaded yet"
    loaded.set()
    await image.evaluate("it => it.decode()")
    assert (await box(image), await box(below)) == before
    _, _, wide, high = before[0]
    assert round(wide) in expected
    assert wide / high == pytest.approx(1100 / 420, rel=0.01)
    assert await page.evaluate(STICKS_OUT) == []
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    await page.screenshot(path=ARTIFACTS / f"picture {width} {theme}.png")


@pytest.mark.parametrize("width", ["phone", "desktop"])
async def test_a_picture_opens_large_with_its_description_and_gives_the_focus_back(
    bot: SmallBot, pages: Pages, width: str
) -> None:
    message = await post(bot)
    page = await pages.open("ann/rummy", SIZES[width], theme="dark")
    button = page.get_by_role("button", name=HAND)
    view = page.get_by_test_id("picture-view")
    await expect(button).to_have_attribute("title", HAND)
    if width == "desktop":
        await button.hover()
        await expect(button.get_by_text("ALT")).to_have_css("opacity", "1")
    await button.focus()
    await page.keyboard.press("Enter")
    await expect(view.get_by_text(HAND)).to_be_visible()
    await expect(view.locator("img")).to_have_js_property("complete", value=True)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.screenshot(path=ARTIFACTS / f"picture large {width}.png")
    await message.edit(view=hand("changed", "0.png"))
    await expect(page.locator(".message")).to_contain_text("changed")
    await page.keyboard.press("Escape")
    await expect(view).to_have_count(0)
    await expect(button).to_be_focused()
    for _ in range(2):
        await (button.tap() if width == "phone" else button.click())
        await expect(view).to_be_visible()
        await (view.tap() if width == "phone" else view.click())
        await expect(view).to_have_count(0)


async def test_several_pictures_stand_in_rows_of_at_most_three(bot: SmallBot, pages: Pages) -> None:
    rows = {2: [2], 4: [2, 2], 5: [2, 3], 6: [3, 3], 7: [1, 3, 3], 10: [1, 3, 3, 3]}
    for count in rows:
        await post(bot, f"{count} pictures", count)
    for size, expected_edges in ((DESKTOP, range(548, 551)), (PHONE, range(270, 301))):
        page = await pages.open("ann/rummy", size, theme="dark")
        for count, expected in rows.items():
            items = page.locator(".message", has_text=f"{count} pictures").locator(".gallery-item")
            await expect(items).to_have_count(count)
            boxes = [await box(items.nth(number)) for number in range(count)]
            tops = sorted({round(top) for _, top, _, _ in boxes})
            assert [sum(round(top) == one for _, top, _, _ in boxes) for one in tops] == expected
            edges = max(left + wide for left, _, wide, _ in boxes) - min(left for left, _, _, _ in boxes)
            assert round(edges) in expected_edges
        assert await page.evaluate(STICKS_OUT) == []


async def test_a_kept_picture_is_not_loaded_again_and_an_unused_one_is_not_shown(
    pg: Playground, bot: SmallBot, pages: Pages
) -> None:
    message = await post(bot)
    page = await pages.open("ann/rummy", DESKTOP, theme="dark", host="localhost")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url) if "/cdn/" in request.url else None)
    await page.reload()
    image = page.get_by_alt_text(HAND)
    await image.evaluate("it => it.decode()")
    pg.simulation.clock.forward += 2  # so that the next address has another signature
    await message.edit(view=hand("again", "0.png"))
    await expect(page.locator(".message")).to_contain_text("again")
    await image.evaluate("it => it.decode()")
    assert len(loaded) == 1
    await message.edit(view=hand("other", "1.png"), attachments=[*message.attachments, png("1.png"), png("unused.png")])
    await expect(page.locator(".message")).to_contain_text("other")
    await image.evaluate("it => it.decode()")
    assert len(loaded) == 2
    await expect(page.locator(".message img")).to_have_count(1)


async def test_emojis_of_the_application_are_shown_in_text_buttons_and_selects(bot: SmallBot, pages: Pages) -> None:
    image = png("x.png", 128, 128).fp.read()
    ace = await bot.create_application_emoji(name="ace_of_spades", image=image)
    options = [discord.SelectOption(label=name, emoji=ace, default=name == "Ace") for name in ("Ace", "Other ace")]
    below = (
        ui.ActionRow(ui.Button(label="Discard", emoji=ace, custom_id="a"), ui.Button(emoji=ace, custom_id="b")),
        ui.ActionRow(ui.Select(custom_id="s", options=options)),
    )
    await (
        bot.guilds[0].text_channels[0].send(view=hand(f"{ace} and <:gone:1234567890>", "0.png", below=below), file=png("0.png"))
    )
    page = await pages.open("ann/rummy", PHONE, theme="light")
    shown = page.locator(".message")
    await expect(shown.get_by_alt_text(":ace_of_spades:")).to_have_count(4)
    await expect(shown.locator(".text-display")).to_contain_text("and :gone:")
    in_text = shown.locator(".text-display").get_by_alt_text(":ace_of_spades:")
    letters = float(await in_text.evaluate("it => parseFloat(getComputedStyle(it.parentNode).fontSize)"))
    _, _, wide, high = await box(in_text)
    assert (wide, high) == (pytest.approx(1.375 * letters, abs=0.1), pytest.approx(1.375 * letters, abs=0.1))
    await shown.get_by_role("combobox").click()
    await expect(page.get_by_role("option").get_by_alt_text(":ace_of_spades:")).to_have_count(2)
    await page.screenshot(path=ARTIFACTS / "emojis.png")
    assert await page.evaluate(STICKS_OUT) == []
