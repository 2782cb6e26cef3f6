"""Fixture: handlers that are called in the process."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.desk import Desk, open_desk
from tests.seeded_deals import seeded_deals


@pytest.fixture
async def desk(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Desk]:
    """A desk that deals by the name of the test: what one deal shows, every run shows."""
    with seeded_deals(request.node.nodeid):
        async with open_desk(tmp_path) as desk:
            yield desk
