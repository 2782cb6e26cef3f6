"""Each test has its own database file; synchronous = NORMAL spares the disk."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.store import Store, open_store
from tests.databases import new_database


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'var' / 'ramino.db'}"


@pytest.fixture
async def store(url: str, tmp_path: Path) -> AsyncIterator[Store]:
    new_database(tmp_path / "var" / "ramino.db")
    async with open_store(url, synchronous="NORMAL") as store:
        yield store
