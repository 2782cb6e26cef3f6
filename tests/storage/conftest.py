"""Each test has a database file of its own; NORMAL spares the disk where no test asks for more."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.store import Store, open_store


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'var' / 'ramino.db'}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with open_store(url, synchronous="NORMAL") as store:
        yield store
