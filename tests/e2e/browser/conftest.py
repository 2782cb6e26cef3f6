"""Fixtures: the playground's page in a browser, and a language for its club."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.e2e.browser.page import Language, Pages
from tests.e2e.support.club import EVERYONE, Club
from tests.messages.longer_words import LOCALE, LongerWords, write_longer_words


@pytest.fixture
async def pages(club: Club, browser: Browser) -> AsyncIterator[Pages]:
    """The pages of the club. An error in their scripts fails the test."""
    async with AsyncExitStack() as stack:
        pages = Pages(club.pg.url, browser, stack)
        yield pages
    assert pages.errors == []


@pytest.fixture
async def language(club: Club, tmp_path: Path) -> Language:
    """What the club speaks: the language whose words are longer."""
    for name in EVERYONE:
        await club.control(f"people/{name}", {"locale": LOCALE})
    await club.control("guild", {"locale": LOCALE})
    return Language("longer", LongerWords(), write_longer_words(tmp_path / "locales"))
