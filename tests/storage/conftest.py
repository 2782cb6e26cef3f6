"""Each test has its own database; synchronous = NORMAL spares the disk."""

from collections.abc import AsyncIterator

import pytest

from bot.storage.store import Store, open_store


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with open_store(url, synchronous="NORMAL") as store:
        yield store
