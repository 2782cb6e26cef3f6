"""Files that the bot sends: exports for everyone and a person's own data; and how a person deletes their data."""

import asyncio
import json
import re
from contextlib import AsyncExitStack

import pytest

from bot import app
from bot.competition.match_history import MOST_EXPORTS
from bot.league.league import League
from playground.interactions import payload
from playground.rest import uploads
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refused
from tests.e2e.support.league_messages import ask, attached_files, read
from tests.e2e.support.seasons import store_season, table_rows
from tests.messages.league.exported_files import (
    Json,
    read_export,
    rows_of,
    totals_from_matches,
    totals_from_standings,
    unzipped,
)

LEAGUE = League(server=0, name="Mondays & co", rated=True)


@pytest.mark.journey
async def test_an_export_is_one_zip_with_standings_matches_and_a_readme(club: Club) -> None:
    history = await store_season(club, LEAGUE, matches=40, people=8, names=["=1+1", "Zoë; “x”"])
    async with club.bot():
        shown = table_rows(read((await club["Ann"].slash("leaderboard")).message))
        message = await ask(club["Ann"], "league export", league="mondays & co")
        assert message["flags"] & 64
        assert "40 matches exported." in read(message)
        [(name, data)] = (await attached_files(club, message)).items()
        files = unzipped(data)
        assert (name, list(files)) == ("ramino-export.zip", ["README.md", "standings.csv", "matches.json", "matches.csv"])
        assert all(f"`{file}`" in files["README.md"].decode() for file in files if file != "README.md")
        found = read_export(data)
        standings = rows_of(found, 1, 1)
        assert [f"{row['position']}." for row in standings] == [line.split()[0] for line in shown]
        assert {row["name"] for row in standings} >= {"Ann", "'=1+1", "Zoë; “x”"}
        assert {*found["people"].values()} >= {"Ann", "=1+1", "Zoë; “x”"}
        assert totals_from_matches(found, 1, 1) == totals_from_standings(found, 1, 1)
        assert not any(re.search(rb"(?<![.0-9])[0-9]{16,}", file) for file in files.values()), "no Discord id"
        assert [one["match"]["number"] for one in found["matches"]] == [match.number for match in history]
        assert await export_of(club, "Bob", league="Mondays & co") == found


@pytest.mark.usefixtures("repeats_at_once")
async def test_an_export_whose_files_discord_fails_to_take_is_answered(club: Club) -> None:
    await store_season(club, LEAGUE, matches=10, people=8)
    async with club.bot():
        await club.add_fault(None, "/", times=0, files=True, status=500)
        answer = await club["Ann"].slash("league export")
        assert "Discord doesn't take files at the moment." in read(answer.message)


async def test_at_most_three_exports_wait_in_a_server(club: Club, bot: app.Bot) -> None:
    server, history = int(club.pg.world.guild.id), bot.services.match_history
    async with AsyncExitStack() as waiting:
        tasks = [asyncio.create_task(waiting.enter_async_context(history.exporting(server))) for _ in range(MOST_EXPORTS)]
        await asyncio.sleep(0)
        await check_refused(club, club["Bob"], "league export", "3")
        for task in tasks[1:]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    assert (await ask(club["Bob"], "league export"))["attachments"]


async def export_of(club: Club, name: str, **options: object) -> Json:
    """Let a person export, and return what is in the zip."""
    [data] = (await attached_files(club, await ask(club[name], "league export", **options))).values()
    return read_export(data)


async def all_parts(club: Club, limit: int, command: str) -> list[tuple[str, bytes]]:
    """Return the name and content of each part. Check their sizes, and that a part beyond the last gives the last one."""
    found = list[tuple[str, bytes]]()
    for part in (*range(1, 100), 99):
        message = await ask(club["Ann"], command, part=part)
        of = re.search(r"part (\d+) of (\d+)", read(message))
        [(name, data)] = (await attached_files(club, message)).items()
        assert len(data) <= limit * 4 // 5
        if part > int(of[2]):
            assert (name, data) == found[-1]
            return found
        assert int(of[1]) == part
        found.append((name, data))
    raise AssertionError("the parts don't end")


async def test_an_export_that_is_too_large_for_discord_is_refused_and_own_data_has_parts(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (payload, uploads):
        monkeypatch.setattr(module, "FILE_LIMIT", 4_000)
    history = await store_season(club, LEAGUE, matches=80, people=8)
    async with club.bot():
        message = await ask(club["Ann"], "league export", league="mondays & co")
        assert not message["attachments"]
        assert read(message) == "That's too much for one file on Discord. Export less with `league:` or `season:`."
        found = await all_parts(club, 4_000, "privacy my-data")
        read_back = [json.loads(data) for _, part in found for data in unzipped(part).values()]
        matches = [one["number"] for part in read_back for one in part["matches"]]
        assert matches == [match.number for match in history if match.seat_of(1) is not None]
