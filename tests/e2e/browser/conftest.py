"""Fixture: the playground's page in a browser."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Browser

from tests.e2e.browser.page import Pages
from tests.e2e.support.club import Club


@pytest.fixture
async def pages(club: Club, browser: Browser) -> AsyncIterator[Pages]:
    """The pages of the club. An error in their scripts fails the test."""
    async with AsyncExitStack() as stack:
        pages = Pages(club.pg.url, browser, stack)
        yield pages
    assert pages.errors == []
