"""Fixtures of the end-to-end tests: a club of six people, and the bot in this process.

Each test's log of requests is saved in `var/artifacts/` and checked against Discord's description of its API.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from discord import http

from bot import app
from bot.background import table_clock
from bot.discord import error_boundary
from tests.e2e.support.club import EVERYONE, Clock, Club, open_club
from tests.e2e.support.tables import one_turn_deals
from tests.seeded_deals import seeded_deals


@pytest.fixture(autouse=True)
def deals(request: pytest.FixtureRequest) -> Iterator[None]:
    """Deal by the name of the test: what one deal shows, every run shows."""
    with seeded_deals(request.node.nodeid):
        yield


@pytest.fixture
def short_deals() -> Iterator[None]:
    """Let the first turn of every deal go out."""
    with one_turn_deals():
        yield


@pytest.fixture(autouse=True)
def patience(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> float:
    """How many seconds Discord waits for an answer. The bots of this process defer it a little before.

    A busy machine stands still for seconds now and then. Where the time is what is tested, Discord waits for three, as it does.
    """
    seconds = 3.0 if "tests/e2e/faults/" in request.node.nodeid else 30.0
    monkeypatch.setattr(error_boundary, "_DEFER_AFTER", 0.8 * seconds)
    monkeypatch.setattr(error_boundary, "_EXPIRES", seconds)
    return seconds


@pytest.fixture
async def club(tmp_path: Path, request: pytest.FixtureRequest, patience: float) -> AsyncIterator[Club]:
    """A server with six people in #rummy, and no bot yet; with the parameter `postgres`, on that database."""
    is_postgres = getattr(request, "param", "sqlite") == "postgres"
    url = request.getfixturevalue("postgres").new_database() if is_postgres else ""
    async with open_club(tmp_path, *EVERYONE, answer_within=patience, url=url) as club:
        yield club
        file = request.path.relative_to(Path(__file__).parent).with_suffix("")
        name = f"{'-'.join(file.parts)}-{request.node.name}"
        problems = await club.save_requests(re.sub(r"[^\w-]+", "_", name).strip("_"))
    if is_postgres:
        request.getfixturevalue("postgres").give_back(url)
    assert not problems, "\n".join(problems)


@pytest.fixture
async def bot(club: Club) -> AsyncIterator[app.Bot]:
    """A connected bot in this process."""
    async with club.bot() as parts:
        yield parts


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of each bot that is assembled in this process during the test, and is looked at often."""
    clock = Clock()
    monkeypatch.setattr(app, "now", clock)
    monkeypatch.setattr(app, "steady", clock.steady)
    for pause in ("_CLOCK_PAUSE", "_DOWN_PAUSE"):
        monkeypatch.setattr(table_clock, pause, 0.02)
    return clock


@pytest.fixture
def repeats_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let discord.py repeat a request that failed at once: five attempts would take 25 seconds."""
    hasty = {"sleep": lambda seconds: asyncio.sleep(min(seconds, 0.02))}
    monkeypatch.setattr(http, "asyncio", SimpleNamespace(**(vars(asyncio) | hasty)))
