"""Two bots with one token and two databases: each says so in its log, once."""

import json
from pathlib import Path

from tests.databases import new_database
from tests.e2e.support.club import Club
from tests.people import Reply

SAID = "another bot with the same token"


def _reports(club: Club) -> list[str]:
    return [line["level"] for line in map(json.loads, club.bot_log.splitlines()) if SAID in line["event"]]


async def _ask(club: Club, times: int) -> list[Reply]:
    return [await club["Ann"].slash("help") for _ in range(times)]


async def test_another_bot_on_another_database_is_reported_once_by_each(club: Club, tmp_path: Path) -> None:
    new_database(tmp_path / "other.db")
    first = await club.start_bot()
    second = await club.start_bot(DATABASE_URL=f"sqlite:///{tmp_path / 'other.db'}")
    assert {reply.outcome for reply in await _ask(club, 40)} == {"message"}
    assert await first.stop() == 0
    assert await second.stop() == 0
    assert 1 <= len(_reports(club)) <= 2  # a bot that was always first has noticed nothing
    assert set(_reports(club)) == {"error"}


async def test_repeated_events_and_repeated_answers_are_no_other_bot(club: Club) -> None:
    bot = await club.start_bot()
    for _ in range(3):
        await club.control("gateway", {"do": "duplicate"})
        await _ask(club, 1)
    for do in ({"drop": True}, {"status": 502}):
        await club.add_fault("POST", "/callback$", applied=True, **do)
        await _ask(club, 1)
    assert await bot.stop() == 0
    assert not _reports(club)
    assert "reply did not arrive" in club.bot_log
