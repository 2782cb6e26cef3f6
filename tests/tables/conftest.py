"""The service is tested on a real database file."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.store import Store, open_store
from tests.databases import new_database
from tests.league.random_season import BEGIN, PEOPLE
from tests.tables.at_table import HOUR, House
from tests.tables.club import Club


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'ramino.db'}"


@pytest.fixture
async def bare(url: str, tmp_path: Path) -> AsyncIterator[Store]:
    """A store that has met nobody."""
    new_database(tmp_path / "ramino.db")
    async with open_store(url, synchronous="NORMAL") as store:
        yield store


@pytest.fixture
async def club(bare: Store) -> Club:
    club = Club(bare, BEGIN - HOUR)
    await club.meet(PEOPLE)
    return club


@pytest.fixture
async def store(url: str, tmp_path: Path) -> AsyncIterator[Store]:
    new_database(tmp_path / "ramino.db")
    async with open_store(url, synchronous="NORMAL") as store:
        for number, name in enumerate(("Ann", "Ben", "Cem", "Dee"), start=1):
            assert (await store.people.add_or_update(100 + number, name, "en-US")).number == number
        yield store


@pytest.fixture
def house(store: Store) -> House:
    return House(store)
