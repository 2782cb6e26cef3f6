"""What the end-to-end tests share: a club of six people, and the bot in this process or in one of its own.

The log of the bot's requests of every test is kept in `var/artifacts/`, and held against Discord's description of its API.
"""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import structlog

from bot import app
from tests.e2e.support.clock import Clock
from tests.e2e.support.club import EVERYONE, Club, open_club

structlog.configure(  # a traceback with all that its frames hold takes seconds, and the bot's own log has none such
    processors=[
        structlog.processors.add_log_level,
        structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
    ]
)


@pytest.fixture
async def club(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Club]:
    """Six people in #rummy, and no bot yet."""
    async with open_club(tmp_path, *EVERYONE) as club:
        yield club
        file = request.path.relative_to(Path(__file__).parent).with_suffix("")
        name = f"{'-'.join(file.parts)}-{request.node.name}"
        problems = await club.keep_requests(re.sub(r"[^\w-]+", "_", name).strip("_"))
        assert not problems, "\n".join(problems)


@pytest.fixture
async def bot(club: Club) -> AsyncIterator[app.Bot]:
    """The bot in this process, connected."""
    async with club.bot() as parts:
        yield parts


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of every bot in this process that is assembled from now on."""
    clock = Clock()
    monkeypatch.setattr(app, "now", clock)
    return clock
