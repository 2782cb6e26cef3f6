"""What the league shows, looked at on the page of the playground: pictures in `var/artifacts/`, on a screen and on a phone."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from bot.league.league import League
from tests.e2e.browser.test_deal import OVERLAPS, PHONE, QUIET, STICKS_OUT, WIDE, Opened, Seat
from tests.e2e.league.test_standings import PLACES, WILD
from tests.e2e.support.club import ARTIFACTS, Club
from tests.e2e.support.corrected_season import corrected_season
from tests.e2e.support.played_season import season_played

SHAPES = {"wide": WIDE, "phone": PHONE}
WHOLE = {"wide": {"width": 1400, "height": 1100}, "phone": {"width": 375, "height": 1400}}
"""High enough for a whole message."""
WIDTHS = """() => {
    const text = [...document.querySelectorAll(".message pre code")].at(-1).firstChild, lines = text.data.split("\\n");
    let at = 0;
    return lines.map(line => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + Math.min(lines[0].length, line.length));
        at += line.length + 1;
        return line.length < lines[0].length ? 0 : Math.round(range.getBoundingClientRect().width);
    }).filter(width => width);
}"""
"""How far the columns of numbers of the last table reach, line by line."""


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield browser
        await browser.close()


async def shot(page: Page, seat: Seat, name: str) -> None:
    """A picture of the page once the newest message is there."""
    await expect(seat.messages.last).to_be_visible()
    await expect(seat.messages.last).not_to_contain_text("is thinking")
    await page.wait_for_timeout(300)
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    await page.screenshot(path=ARTIFACTS / f"{name}.png")


async def check_neat(page: Page) -> None:
    """Nothing is wider than the screen, also no table; and nothing lies on anything else."""
    assert await page.evaluate(STICKS_OUT) == []
    assert await page.evaluate(OVERLAPS) == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("shape", SHAPES)
async def test_pages_of_the_league_are_neat(club: Club, browser: Browser, shape: str) -> None:
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
        page = await opened.page("ann/rummy", SHAPES[shape])
        for command, options in commands:
            await club["Ann"].slash(command, **options)
            await shot(page, Seat(page, "Ann"), f"league-{shape}-{command.replace(' ', '-')}")
            await check_neat(page)
        assert opened.wrong == []


async def test_pages_of_a_season_of_300_matches_are_neat(tmp_path: Path, browser: Browser) -> None:
    async with corrected_season(tmp_path) as season, AsyncExitStack() as stack:
        opened = Opened(season.club, browser, stack)
        bob, gina, udo = map(season.discord, (2, 7, 21))
        for shape, size in SHAPES.items():
            page = await opened.page("ann/rummy", size)
            await page.set_viewport_size(WHOLE[shape])  # type: ignore[arg-type]
            ann = Seat(page, "Ann")

            async def look(name: str, page: Page = page, ann: Seat = ann, shape: str = shape) -> None:
                await shot(page, ann, f"season-{shape}-{name}")
                await check_neat(page)

            for league in ("By placing", "Cards"):
                await season.club["Ann"].slash("leaderboard", league=league)
                for number in (1, 2):
                    await expect(ann.messages.last).to_contain_text(f"page {number} of 2")
                    await look(f"{league.lower().replace(' ', '-')}-{number}")
                    assert len(set(await page.evaluate(WIDTHS))) == 1, "the numbers stand below each other"
                    if number == 1:
                        await ann.press("Next")
            for name, options in (("alone", {}), ("four", {"second": bob, "third": gina, "fourth": udo})):
                await season.club["Ann"].slash("stats", **options)
                picture = ann.messages.last.locator(".gallery img")
                await expect(picture).to_have_js_property("naturalWidth", 800)
                await look(f"stats-{name}")
                box = await picture.bounding_box()
                assert box is not None
                assert 200 < box["width"] <= size["width"]
                assert abs(box["width"] / box["height"] - 800 / 480) < 0.02
            await season.club["Ann"].slash("history", person=bob)
            await look("history-1")
            await ann.press("Next")
            await expect(ann.messages.last).to_contain_text("Page 2 of")
            await look("history-2")
            await season.club["Ann"].slash("league log")
            await look("log")
        assert opened.wrong == []
