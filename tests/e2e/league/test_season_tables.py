"""The table of an ended season, which is posted once and in the right channel, whatever happens to the bot."""

import asyncio
import time

import pytest
from msgspec.structs import replace

from bot.league.days import day_of, start_of_week, week_of
from bot.league.league import League, OnDay, Weekly
from tests.e2e.support.club import Clock, Club, until
from tests.e2e.support.league_messages import confirm, read
from tests.e2e.support.seasons import store_season
from tests.leagues import create_league, edit_league
from tests.people import Json

CUP = League(server=0, name="Cup")
POST = ("POST", "/channels/[0-9]+/messages$")


def yesterday() -> OnDay:
    return OnDay(day_of(round(time.time() * 1000), "UTC") - 1)


def season_tables(club: Club, channel: str) -> list[Json]:
    """Return the public messages in a channel that show the table of an ended season."""
    return [one for one in club["Finn"].messages(channel) if " to <t:" in read(one) and not one["flags"] & 64]


def unposted_seasons(club: Club) -> list[tuple[int, ...]]:
    waiting = "kind = 'season' AND message IS NULL"
    return club.query(f'SELECT "of", CAST(what AS INTEGER) FROM posts WHERE {waiting}')


async def check_posted(club: Club, channel: str, count: int = 1) -> list[Json]:
    """Wait until every ended season is posted, check that this channel has `count` tables, and return them."""
    await club["Finn"].until(lambda: len(season_tables(club, channel)) >= count)
    await until(lambda: not unposted_seasons(club))
    assert len(season_tables(club, channel)) == count
    return season_tables(club, channel)


async def test_a_season_ends_at_the_end_of_its_last_day_and_its_table_is_posted(club: Club) -> None:
    await store_season(club, replace(CUP, season_end=yesterday()), matches=40, people=12)
    async with club.bot() as bot:
        for _ in range(2):
            await bot.league_clock.run_once()
            [table] = await check_posted(club, "rummy")
        assert "Season: 1" in read(table)
        assert "Season: 2" in read((await club["Bob"].slash("leaderboard")).message)


async def test_a_bot_that_starts_late_ends_each_weekly_season_on_its_monday_and_posts_its_table(club: Club) -> None:
    await store_season(club, replace(CUP, season_end=Weekly()), matches=60, people=6)
    async with club.bot() as bot:
        await bot.league_clock.run_once()
        rows = club.query('SELECT "begin", "end" FROM seasons ORDER BY number')
        assert len(rows) >= 3
        assert [begin for begin, _ in rows[1:]] == [end for _, end in rows[:-1]]
        assert all(start_of_week(week_of(begin, "UTC"), "UTC") == begin for begin, _ in rows[1:])
        tables = await check_posted(club, "rummy", len(rows) - 1)
        assert [f"Season: {number} " in read(table) for number, table in enumerate(tables, start=1)] == [True] * len(tables)
        assert all("Champion" in read(table) for table in tables if "No matches counted" not in read(table))


async def restrict_cup_to(club: Club, channel: str) -> None:
    await edit_league(club["Ann"], "cup", channel=club["Ann"].channel_id(channel))


@pytest.mark.parametrize("channel", ["rummy", "lounge"], ids=["channel_of_the_league", "channel_of_the_command"])
@pytest.mark.parametrize("command", ["season-end", "archive"])
async def test_the_table_of_an_ended_season_is_posted_once_and_the_answer_names_the_channel(
    club: Club, channel: str, command: str
) -> None:
    await store_season(club, CUP, matches=10, people=6)
    async with club.bot() as bot:
        if channel == "rummy":
            await restrict_cup_to(club, channel)
        await club.control("gateway", {"do": "duplicate"})
        reply = await confirm(club["Ann"], f"league {command}", league="cup", in_="lounge")
        assert f"<#{club['Ann'].channel_id(channel)}>" in read(reply.message)
        [table] = await check_posted(club, channel)
        assert "Season: 1" in read(table)
        await bot.league_clock.run_once()
        await check_posted(club, channel)
        assert not season_tables(club, {"rummy": "lounge", "lounge": "rummy"}[channel])
        assert len(club.query("SELECT * FROM seasons")) == (2 if command == "season-end" else 1)


@pytest.mark.thorough
@pytest.mark.parametrize("applied", [True, False], ids=["arrived", "not_arrived"])
@pytest.mark.parametrize("command", ["season-end", "archive"])
async def test_a_bot_killed_between_ending_a_season_and_posting_it_posts_the_table_once(
    club: Club, applied: bool, command: str
) -> None:
    await store_season(club, CUP, matches=10, people=6)
    bot = await club.start_bot()
    await club.add_fault(*POST, delay=60, applied=applied)
    ending = asyncio.create_task(confirm(club["Ann"], f"league {command}", league="cup", in_="lounge"))
    await until(lambda: unposted_seasons(club) and len(season_tables(club, "lounge")) == applied)
    bot.kill()
    ending.cancel()
    await asyncio.gather(ending, return_exceptions=True)
    assert unposted_seasons(club) == [(1, 1)]
    await club.clear_faults()
    await club.start_bot()
    await check_posted(club, "lounge")
    assert not season_tables(club, "rummy")


@pytest.mark.thorough
@pytest.mark.parametrize("applied", [True, False], ids=["arrived", "not_arrived"])
async def test_a_bot_killed_while_posting_a_season_that_ended_by_date_posts_it_once(club: Club, applied: bool) -> None:
    await store_season(club, replace(CUP, season_end=yesterday()), matches=10, people=6)
    await club.add_fault(*POST, delay=60, applied=applied)
    bot = await club.start_bot()
    await until(lambda: unposted_seasons(club) and len(season_tables(club, "rummy")) == applied)
    bot.kill()
    assert unposted_seasons(club) == [(1, 1)]
    await club.clear_faults()
    await club.start_bot()
    await check_posted(club, "rummy")


async def test_a_table_goes_to_the_next_channel_if_the_bot_may_not_post_in_the_first(club: Club, clock: Clock) -> None:
    await store_season(club, CUP, replace(CUP, name="Open"), matches=10, people=6)
    async with club.bot() as bot:
        ann = club["Ann"]
        await restrict_cup_to(club, "rummy")
        await club.control("channels/rummy/permissions", {"deny": ["send_messages"]})
        reply = await confirm(ann, "league season-end", league="cup", in_="lounge")
        assert f"<#{ann.channel_id('lounge')}>" in read(reply.message)
        await check_posted(club, "lounge", 1)
        await club.control(f"channels/{ann.channel_id('lounge')}", method="DELETE")
        for name in ("cup", "open"):
            reply = await confirm(ann, "league archive", league=name)
            assert "/leaderboard" in read(reply.message)
        assert unposted_seasons(club) == []
        number = await club.last_request()
        clock.advance(2)
        await bot.league_clock.run_once()
        assert await club.requests(number) == [], "there is no channel left, and the bot doesn't try again"
        assert "Cup" in read((await ann.slash("leaderboard", league="Cup", season="2")).message)


async def test_a_temporary_fault_delays_the_table_by_a_minute(club: Club, clock: Clock) -> None:
    await store_season(club, CUP, matches=10, people=6)
    async with club.bot() as bot:
        await club.add_fault(*POST, times=2, drop=True)
        reply = await confirm(club["Ann"], "league season-end", league="cup")
        assert "/leaderboard" in read(reply.message)
        assert unposted_seasons(club) == [(1, 1)]
        await bot.league_clock.run_once()
        number = await club.last_request()
        await bot.league_clock.run_once()
        assert await club.requests(number) == []
        assert unposted_seasons(club) == [(1, 1)]
        clock.advance(1)
        await bot.league_clock.run_once()
        await check_posted(club, "rummy")


async def test_an_empty_season_of_a_server_without_matches_is_not_posted(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await create_league(club["Ann"], "Cup", season_end="monthly")
        await bot.league_clock.run_once()
        clock.advance(40 * 24 * 60)
        number = await club.last_request()
        await bot.league_clock.run_once()
        assert await club.requests(number) == []
        assert unposted_seasons(club) == []
        assert len(club.query("SELECT * FROM seasons")) >= 2


async def test_a_table_is_posted_when_the_bot_is_back_in_the_server(club: Club, clock: Clock) -> None:
    await store_season(club, replace(CUP, season_end=yesterday()), matches=10, people=6)
    async with club.bot() as bot:
        await club.control("guild", {"bot": False})
        await until(lambda: not bot.client.guilds)
        number = await club.last_request()
        await bot.league_clock.run_once()
        assert await club.requests(number) == []
        assert unposted_seasons(club) == [(1, 1)]
        await club.control("guild", {"bot": True})
        await until(lambda: bot.client.guilds)
        await bot.league_clock.run_once()
        await check_posted(club, "rummy")
