"""Fixtures of stores on real databases, for the tests of tables, leagues and deadlines."""

from collections.abc import AsyncIterator

import pytest

from bot.storage.store import Store, open_store
from tests.tables.table_service import TableService


@pytest.fixture
async def empty_store(url: str) -> AsyncIterator[Store]:
    """A store that knows nobody."""
    async with open_store(url, synchronous="NORMAL") as store:
        yield store


@pytest.fixture
async def store(empty_store: Store) -> Store:
    """A store that knows Ann, Ben, Cem and Dee, with the numbers 1 to 4."""
    for number, name in enumerate(("Ann", "Ben", "Cem", "Dee"), start=1):
        assert (await empty_store.people.add_or_update(100 + number, name, "en-US")).number == number
    return empty_store


@pytest.fixture
def service(store: Store) -> TableService:
    """The tables on that store."""
    return TableService(store)
