"""Fixtures: a browser, and the playground's page in it."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Browser, async_playwright

from tests.e2e.browser.page import Pages
from tests.e2e.support.club import Club

QUIET = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-quic"]


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield browser
        await browser.close()


@pytest.fixture
async def pages(club: Club, browser: Browser) -> AsyncIterator[Pages]:
    """The pages of the club. An error in their scripts fails the test."""
    async with AsyncExitStack() as stack:
        pages = Pages(club, browser, stack)
        yield pages
    assert pages.errors == []
