"""The playground's page in a browser: opening it, what a person does on it, and the check of its layout."""

import re
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, expect

from bot.messages.words import Words
from tests.conftest import PATIENCE
from tests.e2e.support.cards import card_value
from tests.e2e.support.club import ARTIFACTS
from tests.people import Json

WIDE, PHONE = {"width": 1280, "height": 950}, {"width": 375, "height": 812}
SHAPES = {"wide": WIDE, "phone": PHONE}
WHOLE = {"wide": {"width": 1280, "height": 1100}, "phone": {"width": 375, "height": 1400}}
"""The same widths, tall enough for a whole message."""

OVERLAPS = """() => {
    const found = [];
    for (const message of document.querySelectorAll(".message")) {
        const all = [...message.querySelectorAll("button, .text-display, .avatar, header")];
        const parts = all.map(it => [it, it.getBoundingClientRect()]);
        for (const [a, at] of parts) for (const [b, bt] of parts)
            if (a !== b && !a.contains(b) && !b.contains(a) && at.left < bt.right - 1 && bt.left < at.right - 1
                && at.top < bt.bottom - 1 && bt.top < at.bottom - 1) found.push(`${a.innerText} | ${b.innerText}`);
    }
    return found;
}"""
STICKS_OUT = """() => [...document.querySelectorAll(".main, .main *, .layer *")]
    .filter(it => it.checkVisibility() && (it.getBoundingClientRect().right > innerWidth + 0.5
        || (it.scrollWidth > it.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(it).overflowX))))
    .map(it => `${it.className}: ${it.innerText}`)"""


@dataclass(frozen=True, slots=True)
class Language:
    """A language in which a test runs: its name in those of pictures, its words, and a folder with its catalogue."""

    name: str
    say: Words
    locales: Path


class Pages:
    """The open pages of a playground at this address. `errors` are the errors in their scripts."""

    def __init__(self, url: str, browser: Browser, stack: AsyncExitStack) -> None:
        self._url = url
        self._browser = browser
        self._stack = stack
        self.errors: list[str] = []

    async def open(
        self,
        whom: str,
        size: dict[str, int],
        *,
        scale: float = 1,
        theme: Any = None,
        host: str = "127.0.0.1",
        locale: str | None = None,
    ) -> Page:
        """Open the page at this address, such as `ann/rummy,bob/dm`, and return it once the bot is online.

        It writes dates as in this `locale`.
        """
        touch = size == PHONE
        context = await self._browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            is_mobile=touch,
            has_touch=touch,
            device_scale_factor=scale,
            color_scheme=theme,
            locale=locale,
        )
        self._stack.push_async_callback(context.close)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        await page.goto(f"{self._url.replace('127.0.0.1', host)}/#{whom}")
        await page.locator("[data-testid=bot-status][data-online=true]").first.wait_for(state="attached")
        return page


class Seat:
    """One person's half of the page, and what they do there with mouse and keyboard."""

    def __init__(self, page: Page, name: str) -> None:
        self.name = name
        self.presses = 0
        self.pane = page.locator(f".pane[data-person={name.lower()}]")
        self.messages = self.pane.locator(".message")
        picture = "img[alt^='Your hand:']"
        self.hand = self.messages.filter(has=page.locator(picture)).last
        self.cards = self.hand.locator(picture)

    async def command(self, text: str) -> None:
        """Type a whole command and send it."""
        await self.pane.get_by_test_id("composer").fill(f"{text} ")
        await self.pane.get_by_test_id("send").click()

    async def press(self, button: str, *, exact: bool = False) -> None:
        """Press a button of the newest message, and count it."""
        await self.messages.last.get_by_role("button", name=button, exact=exact).click()
        self.presses += 1

    async def choose(self, select: str, option: str) -> None:
        """Choose an option of a select of the newest message, which has this `custom_id`."""
        await self.messages.last.locator(f"[data-custom-id='{select}']").click()
        await self.pane.get_by_role("option", name=option).click()

    async def open(self, channel: str) -> None:
        """Open #rummy, or the direct messages ("Ramino"). On a phone, open the drawer first."""
        if await self.pane.get_by_test_id("open-drawer").is_visible():
            await self.pane.get_by_test_id("open-drawer").click()
        await self.pane.locator(f"[data-channel-name={channel}]").click()
        await expect(self.pane.get_by_test_id("channel-title")).to_have_text(channel)

    async def draw(self, button: str = "Draw") -> None:
        move = "take" if button == "Take" else "draw stock"
        await self.hand.locator(f"button[data-custom-id$=':{move}']").click()
        await expect(self.hand).to_contain_text(re.compile("you (drew|took)"))

    async def lay_all(self) -> int:
        """Meld and lay off what the buttons offer, and return how many times."""
        times = 0
        for kind in ("meld", "layoff", "layoff", "layoff"):
            buttons = self.hand.locator(f"button[data-custom-id*=':{kind} ']")
            if await buttons.count():
                before = await self.cards.get_attribute("alt")
                await buttons.first.click()
                await expect(self.pane.locator(f'img[alt="{before}"]')).to_have_count(0)
                times += 1
        return times

    async def discard(self) -> None:
        """Press the button of the card with the highest value; without one, choose a card from the select. Confirm it."""
        buttons = self.hand.locator("button[data-custom-id*=':discard ']")
        if await buttons.count():
            labels = await buttons.all_inner_texts()
            await buttons.nth(labels.index(max(labels, key=card_value))).click()
        else:
            await self.hand.locator("[data-custom-id$=':discard']").click()
            await self.pane.get_by_role("option").first.click()
        confirmation = self.hand.get_by_role("button", name="Keep it")
        await expect(
            self.pane.get_by_text(re.compile("Discard it anyway|Waiting for|[Yy]ou win|wins|is over")).last
        ).to_be_visible()
        if await confirmation.count():
            await self.hand.locator("[data-custom-id^='d:']").click()
        await expect(self.pane).not_to_contain_text("Your turn")


def bot_message(components: list[Any]) -> Json:
    """Return a message of the bot with these components as the page gets it."""
    author = {"id": "1", "username": "Ramino", "bot": True}
    about = {"id": "1", "type": 0, "author": author, "timestamp": "2026-01-01T12:00:00Z", "flags": 1 << 15}
    return {**about, "components": components}


async def take_picture(page: Page, seat: Seat, name: str) -> None:
    """Save a picture of the page when the newest message has arrived."""
    await expect(seat.messages.last).to_be_visible()
    await expect(seat.messages.last).not_to_contain_text("is thinking")
    await page.wait_for_timeout(300)
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    await page.screenshot(path=ARTIFACTS / f"{name}.png")


async def check_layout(page: Page) -> None:
    """Check that nothing is wider than the screen and that nothing overlaps."""
    assert await page.evaluate(STICKS_OUT) == []
    assert await page.evaluate(OVERLAPS) == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
