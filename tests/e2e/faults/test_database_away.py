"""PostgreSQL goes away and comes back: presses are refused meanwhile, the host sees it, and play goes on."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.e2e.faults.test_health import CARD, figure, get
from tests.e2e.support.checks import check_posted_once
from tests.e2e.support.club import Club, until
from tests.e2e.support.tables import draw_from_stock, play_match, play_turn, start_match
from tests.people import said
from tests.postgres import Postgres

REFUSAL = "Not stored: Ramino's database is away. Try again in a minute."
LOG = ["the database can't be reached; moves are refused", "the database can be reached again"]
pytestmark = pytest.mark.parametrize("club", ["postgres"], indirect=True)


@asynccontextmanager
async def stopped(postgres: Postgres) -> AsyncIterator[None]:
    await asyncio.to_thread(postgres.stop)
    try:
        yield
    finally:
        await asyncio.to_thread(postgres.start)


async def draw_soon(club: Club) -> None:
    """Press **Draw** until it works, within the ten seconds that the bot has to take its tables over again."""
    before, person = club.event_count(), club.on_turn()
    async with asyncio.timeout(10):
        while club.event_count() == before:
            await draw_from_stock(person)
    assert club.event_count() == before + 1


def unusual(club: Club) -> list[str]:
    lines = map(json.loads, club.bot_log.splitlines())
    return [line["event"] for line in lines if line["level"] not in ("debug", "info")]


async def test_a_database_that_is_away_refuses_presses_and_play_goes_on_when_it_is_back(
    club: Club, postgres: Postgres, port: int
) -> None:
    await club.start_bot(HEALTH_PORT=str(port), LOG_LEVEL="DEBUG")
    await start_match(club, "Ann", "Bob", deals=1)
    await play_turn(club)
    await club.until_sent()
    before = club.event_count()
    async with stopped(postgres):
        for _ in range(3):
            assert said((await club["Ann"].slash("table new")).message) == REFUSAL
        with pytest.raises(AssertionError, match="Autocomplete"):
            await club["Ann"].autocomplete("rules", "variant", "ra")
        await until(lambda: get(port, "/healthz")[0] == 503)
        assert "Connection refused" in get(port, "/healthz")[1]
        await asyncio.sleep(12)  # longer than the pauses of what the bot does by itself
    assert club.event_count() == before
    await draw_soon(club)
    await until(lambda: get(port, "/healthz")[0] == 200)
    await play_match(club, {"Ann": "dm", "Bob": "dm"})
    check_posted_once(club)
    figures = get(port, "/metrics")[1]
    assert 0 < figure(figures, "ramino_database_runs_again_total") < figure(figures, "ramino_database_runs_total")
    assert unusual(club) == LOG
    for secret in ("Ann", "Bob", club["Ann"].id, club["Bob"].id):
        assert secret not in club.bot_log
    assert not CARD.search(club.bot_log)


async def test_after_a_restart_of_the_database_the_next_press_works_and_the_bot_can_be_stopped(
    club: Club, postgres: Postgres
) -> None:
    bot = await club.start_bot()
    await start_match(club, "Ann", "Bob", deals=1)
    await play_turn(club)
    await club.until_sent()
    await asyncio.to_thread(postgres.restart)
    await draw_soon(club)
    assert await bot.stop() == 0
    assert not [line for line in unusual(club) if line not in LOG]
