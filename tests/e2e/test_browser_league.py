"""What the league shows, looked at on the page of the playground: pictures in `var/artifacts/`, on a screen and on a phone."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Browser, async_playwright, expect

from bot.league.league import League
from tests.e2e.club import ARTIFACTS, Club
from tests.e2e.played import season_played
from tests.e2e.test_browser_deal import OVERLAPS, PHONE, QUIET, STICKS_OUT, WIDE, Opened, Seat
from tests.e2e.test_leaderboard import PLACES, WILD


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield browser
        await browser.close()


@pytest.mark.parametrize(("shape", "size"), [("wide", WIDE), ("phone", PHONE)])
async def test_pages_of_the_league_are_neat(club: Club, browser: Browser, shape: str, size: dict[str, int]) -> None:
    league = League(server=0, name="Ramino, Mondays", scheme=PLACES, rated=True, zone="Europe/Rome", least=3)
    await season_played(club, league, matches=120, people=40, names=WILD)
    async with club.bot(), AsyncExitStack() as stack:
        opened = Opened(club, browser, stack)
        people = " ".join(f"<@{member.id}>" for member in club.members.values())
        commands: list[tuple[str, dict[str, object]]] = [
            ("leaderboard", {}),
            ("stats", {"second": club["Bob"].id, "third": club["Cleo"].id, "fourth": club["Dan"].id}),
            ("history", {}),
            ("match", {"id": 120}),
            ("league list", {"league": "Ramino, Mondays"}),
            ("league schedule", {"people": people, "tables": 3, "rounds": 4}),
        ]
        page = await opened.page("ann/rummy", size)
        ann = Seat(page, "Ann")
        for command, options in commands:
            await club["Ann"].slash(command, **options)
            await expect(ann.messages.last).to_be_visible()
            await expect(ann.messages.last).not_to_contain_text("is thinking")
            await page.wait_for_timeout(300)
            ARTIFACTS.mkdir(parents=True, exist_ok=True)
            await page.screenshot(path=ARTIFACTS / f"league-{shape}-{command.replace(' ', '-')}.png")
            wide = [it for it in await page.evaluate(STICKS_OUT) if "±" not in it]  # a full table scrolls on a small phone
            assert wide == []
            assert await page.evaluate(OVERLAPS) == []
        assert opened.wrong == []
