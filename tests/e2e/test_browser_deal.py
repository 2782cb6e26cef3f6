"""Two people at the page of the playground, and the bot as it is started: a deal from `/table new` to the leaderboard."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from tests.conftest import PATIENCE
from tests.e2e.club import Club
from tests.e2e.players import start_match, turn, worth
from tests.e2e.witness import check_all

QUIET = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-quic"]
WIDE, PHONE = {"width": 1400, "height": 950}, {"width": 375, "height": 812}
MOST_TURNS = 60

# `python -m bot`, but the shuffles are always the same: a short deal, in which both meld and lay off.
LOADED_DICE = """
import random, runpy, secrets
chance = random.Random(151)
secrets.token_hex = lambda size: chance.randbytes(size).hex()
runpy.run_module("bot", run_name="__main__")
"""

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


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield browser
        await browser.close()


@pytest.fixture
async def bot(club: Club) -> AsyncIterator[None]:
    """The bot in a process of its own; it must end in order."""
    settings = club._env() | {"DEAL_PAUSE_SECONDS": "1", "LOG_LEVEL": "WARNING"}
    command = (sys.executable, "-c", LOADED_DICE, "run")
    with (club.folder / "bot.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(*command, cwd=club.folder, env=settings, stdout=log, stderr=log)
    try:
        await club["Ann"].until(lambda: club["Ann"].bot_is_online and club["Ann"].commands, 20)
        yield
        process.terminate()
        assert await asyncio.wait_for(process.wait(), 20) == 0, club.bot_log
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert not club.bot_log, "the bot warned of something"


@pytest.fixture
async def opened(club: Club, browser: Browser) -> AsyncIterator["Opened"]:
    """Opens the page; whatever goes wrong in its scripts fails the test."""
    async with AsyncExitStack() as stack:
        opened = Opened(club, browser, stack)
        yield opened
    assert opened.wrong == []


class Opened:
    def __init__(self, club: Club, browser: Browser, stack: AsyncExitStack) -> None:
        self._club = club
        self._browser = browser
        self._stack = stack
        self.wrong: list[str] = []

    async def page(self, whom: str, size: dict[str, int]) -> Page:
        touch = size == PHONE
        context = await self._browser.new_context(viewport=size, is_mobile=touch, has_touch=touch)  # type: ignore[arg-type]
        self._stack.push_async_callback(context.close)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        await page.goto(f"{self._club.pg.url}/#{whom}")
        await page.locator("[data-testid=bot-status][data-online=true]").first.wait_for(state="attached")
        return page


class Seat:
    """One person's half of the page, and what he does there with his mouse and his keyboard."""

    def __init__(self, page: Page, name: str) -> None:
        self.name = name
        self.pane = page.locator(f".pane[data-person={name.lower()}]")
        self.messages = self.pane.locator(".message")
        self.hand = self.messages.filter(has=page.locator(".heading-2")).last
        self.cards = self.hand.locator(".heading-2")

    async def command(self, text: str) -> None:
        """Type a command to its end and send it."""
        await self.pane.get_by_test_id("composer").fill(f"{text} ")
        await self.pane.get_by_test_id("send").click()

    async def press(self, button: str) -> None:
        await self.messages.last.get_by_role("button", name=button).click()

    async def open(self, channel: str) -> None:
        """#rummy, or the direct messages ("Ramino"); on a phone out of the drawer."""
        if await self.pane.get_by_test_id("open-drawer").is_visible():
            await self.pane.get_by_test_id("open-drawer").click()
        await self.pane.locator(f"[data-channel-name={channel}]").click()
        await expect(self.pane.get_by_test_id("channel-title")).to_have_text(channel)

    async def draw(self, button: str = "Draw from the stock") -> None:
        await self.hand.get_by_role("button", name=button).click()
        await expect(self.hand).to_contain_text(re.compile("you (drew|took)"))

    async def lay_all(self) -> int:
        """Meld and lay off whatever is offered; how often."""
        times = 0
        for kind in ("meld", "layoff", "layoff", "layoff"):
            select = self.hand.locator(f"[data-custom-id$=':{kind}']")
            if await select.count():
                before = await self.cards.inner_text()
                await select.click()
                await self.pane.get_by_role("option").first.click()
                await expect(self.cards).not_to_have_text(before)
                times += 1
        return times

    async def discard(self) -> None:
        """The card that counts most, from the menu."""
        await self.hand.locator("[data-custom-id$=':discard']").click()
        options = self.pane.get_by_role("option")
        await expect(options.first).to_be_visible()
        labels = [text.split()[0] for text in await options.all_inner_texts()]
        await options.nth(labels.index(max(labels, key=worth))).click()
        await expect(self.pane).not_to_contain_text("Your turn")


def hand_of(club: Club, name: str) -> list[str]:
    """What he holds, as the events say."""
    table = club.table()
    seat = table.seat_of(club.person_number(name))
    assert table.match is not None
    assert table.match.deal is not None
    assert seat is not None
    return sorted(card[:-1] + "♣♦♥♠"["CDHS".index(card[-1])] for card in table.match.deal.hands[seat])


async def cards_on(shown: Locator) -> list[str]:
    return sorted((await shown.inner_text()).split())


async def test_a_deal_is_played_on_the_page_from_the_table_to_the_leaderboard(club: Club, bot: None, opened: Opened) -> None:
    page = await opened.page("ann/rummy,bob/rummy", WIDE)
    ann, bob = Seat(page, "Ann"), Seat(page, "Bob")
    await _sit_down(ann, bob)

    await expect(ann.messages.last.get_by_role("button", name="My hand")).to_be_visible()
    first, second = (ann, bob) if club.on_turn().name == "Ann" else (bob, ann)
    await _turn_in_the_channel(club, first, second)

    await second.open("Ramino")
    await first.open("Ramino")
    turns, laid = 1, 0
    while (whose := club.table().to_act()) is not None:
        seat = ann if club.person_of(whose).name == "Ann" else bob
        await expect(seat.hand).to_contain_text("Your turn: draw a card")
        assert await cards_on(seat.cards) == hand_of(club, seat.name)
        turns += 1
        takes = turns % 5 == 2 and await seat.hand.get_by_role("button", name="Take").count()
        await seat.draw("Take" if takes else "Draw from the stock")
        laid += await seat.lay_all()
        if await seat.hand.get_by_text("Your turn").count():
            await seat.discard()
        await club.told()
        assert turns < MOST_TURNS, "the deal does not end"
    assert laid >= 4

    await _the_end(club, ann, bob)
    await check_all(club)


async def _sit_down(ann: Seat, bob: Seat) -> None:
    await ann.command("/table new variant:rami deals:1")
    await expect(bob.messages.last).to_contain_text("Ann (host)")
    await expect(bob.messages.last).to_contain_text("one deal")
    await bob.press("Join")
    for seat in (ann, bob):
        await expect(seat.messages.last.locator("li")).to_have_text(["Ann (host)", "Bob"])
    await ann.press("Start")
    await expect(ann.pane).to_contain_text("The match has started.")
    await expect(ann.pane).to_contain_text("Seed commitment (SHA-256)")
    await ann.pane.get_by_role("button", name="To the table").click()
    await expect(ann.messages.filter(has_text="Seed commitment")).to_be_in_viewport()
    assert len(ann.pane.page.context.pages) == 1, "the link led away from the page"


async def _turn_in_the_channel(club: Club, first: Seat, second: Seat) -> None:
    """The first turn without leaving #rummy: My hand, its button, and `/discard` with what the bot suggests."""
    await expect(first.messages.last).to_contain_text(f"{first.name}'s turn")
    for seat in (second, first):
        await seat.messages.filter(has_text="'s turn").last.get_by_role("button", name="My hand").click()
        await expect(seat.hand).to_contain_text("Only you can see this")
        assert await cards_on(seat.cards) == hand_of(club, seat.name)
    assert await cards_on(first.cards) != await cards_on(second.cards)
    await expect(second.hand).to_contain_text("Wait for your turn")
    await first.draw()
    await expect(second.pane).to_contain_text(f"{first.name} draws from the stock.")

    composer = first.pane.get_by_test_id("composer")
    await composer.fill("/discard ")
    suggested = first.pane.locator("[data-suggestion]")
    await expect(suggested).to_have_count(11)
    card = max(await suggested.all_inner_texts(), key=worth)
    await suggested.filter(has_text=card).click()
    await first.pane.get_by_test_id("send").click()
    for seat in (first, second):
        await expect(seat.pane).to_contain_text(f"{first.name} discards {card}.")
        await expect(seat.pane).to_contain_text(f"{second.name}'s turn")


async def _the_end(club: Club, ann: Seat, bob: Seat) -> None:
    """Every hand shown and counted, the seed, the winner, and the standings."""
    for seat in (ann, bob):
        await seat.open("rummy")
    match = club.table().match
    assert match is not None
    ended = match.ended[0]
    assert ended.winner is not None
    winner = club.person_of(club.table().person_at(ended.winner)).name
    loser = "Bob" if winner == "Ann" else "Ann"
    points = sum(ended.points)
    for seat in (ann, bob):
        score = seat.messages.filter(has_text="End of deal 1")
        await expect(score).to_contain_text(f"{winner} is out → +{points}")
        await expect(score).to_contain_text(re.compile(rf"{loser}: .+ = "))
        await expect(score).to_contain_text(re.compile("Seed of deal 1: [0-9a-f]{64}"))
        await expect(seat.pane).to_contain_text(f"{winner} wins!")
    await ann.command("/leaderboard")
    await expect(ann.messages.last.locator("pre")).to_contain_text(re.compile(rf"1\.\s+1\s+1\s+1\s+1\s+›?{winner}"))


async def test_on_a_phone_a_turn_is_played_and_nothing_sticks_out_or_overlaps(club: Club, bot: None, opened: Opened) -> None:
    await start_match(club, "Ann", "Bob")
    for _ in range(12):
        await turn(club)
    if club.on_turn().name != "Ann":
        await turn(club)
    page = await opened.page("ann/rummy", PHONE)
    ann = Seat(page, "Ann")

    async def is_neat() -> None:
        assert await page.evaluate(STICKS_OUT) == []
        assert await page.evaluate(OVERLAPS) == []

    await expect(ann.messages.last).to_contain_text("Ann's turn")
    await is_neat()
    await ann.press("My hand")
    await expect(ann.hand).to_contain_text("Only you can see this")
    await is_neat()
    await ann.open("Ramino")
    await expect(ann.hand).to_contain_text("Your turn: draw a card")
    await is_neat()
    await ann.draw()
    await is_neat()
    await ann.hand.locator("[data-custom-id$=':discard']").click()
    await expect(ann.pane.get_by_role("option").first).to_be_visible()
    await is_neat()
    await page.keyboard.press("Escape")
    await ann.lay_all()
    await is_neat()
    await ann.discard()
    await expect(ann.hand).to_contain_text("Wait for your turn")
    await is_neat()
    await ann.open("rummy")
    await expect(ann.messages.filter(has_text="Bob's turn").last).to_be_visible()
    await is_neat()
