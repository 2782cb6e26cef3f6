"""The fixtures of the tests of leagues."""

import pytest

from bot.storage.store import Store
from tests.competition.club import Club
from tests.league.random_season import BEGIN, PEOPLE
from tests.tables.house import HOUR
from tests.tables.stores import empty_store, house, store, url

__all__ = ["empty_store", "house", "store", "url"]


@pytest.fixture
async def club(empty_store: Store) -> Club:
    """A server with as many people as a random season needs."""
    club = Club(empty_store, BEGIN - HOUR)
    await club.meet(PEOPLE)
    return club
