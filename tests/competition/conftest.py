"""The fixtures of the tests of leagues."""

from collections.abc import Iterator
from unittest import mock

import pytest

from bot.storage.store import Store
from tests.competition.league_server import LeagueServer
from tests.interactions.conftest import desk
from tests.league.random_season import BEGIN, PEOPLE
from tests.seeded_deals import deal_one_run
from tests.tables.stores import empty_store, service, store
from tests.tables.table_service import HOUR

__all__ = ["desk", "empty_store", "service", "store"]


@pytest.fixture(autouse=True)
def short_deals() -> Iterator[None]:
    """Let somebody go out soon in every deal: these tests are about what comes of results."""
    with mock.patch("bot.rummy.decide.deal_cards", deal_one_run):
        yield


@pytest.fixture
async def server(empty_store: Store) -> LeagueServer:
    """A server with as many people as a random season needs."""
    server = LeagueServer(empty_store, BEGIN - HOUR)
    await server.meet(PEOPLE)
    return server
