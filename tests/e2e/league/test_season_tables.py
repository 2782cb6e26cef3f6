"""The table of a season that has ended is posted where it belongs, once, whatever happens to the bot meanwhile."""

import asyncio
import time

import pytest
from msgspec.structs import replace

from bot.league.days import day_of
from bot.league.league import League, OnDay
from tests.e2e.support.clock import Clock
from tests.e2e.support.club import Club, until
from tests.e2e.support.league_reading import read
from tests.e2e.support.played_season import store_season
from tests.people import Json

CUP = League(server=0, name="Cup")
POST = ("POST", "/channels/[0-9]+/messages$")


def yesterday() -> OnDay:
    return OnDay(day_of(round(time.time() * 1000), "UTC") - 1)


def tables(club: Club, channel: str) -> list[Json]:
    """The tables of seasons that have ended, in a channel, as everybody sees them."""
    return [one for one in club["Finn"].messages(channel) if " to <t:" in read(one) and not one["flags"] & 64]


def untold(club: Club) -> list[tuple[int, ...]]:
    return club.query('SELECT league, number FROM seasons WHERE NOT told AND "end" IS NOT NULL')


async def posted(club: Club, channel: str, count: int = 1) -> list[Json]:
    """Exactly so many, and nothing that remains to be told."""
    await club["Finn"].until(lambda: len(tables(club, channel)) >= count)
    await until(lambda: not untold(club))
    assert len(tables(club, channel)) == count
    return tables(club, channel)


async def test_a_season_ends_with_its_day_and_its_table_is_posted(club: Club) -> None:
    await store_season(club, replace(CUP, season_end=yesterday()), matches=40, people=12)
    async with club.bot() as bot:
        for _ in range(2):
            await bot.league_clock.run_once()
            [table] = await posted(club, "rummy")
        assert "Season: 1" in read(table)
        assert "Season: 2" in read((await club["Bob"].slash("leaderboard")).message)


async def only_in(club: Club, channel: str) -> None:
    await club["Ann"].slash("league edit", league="cup", channel=club["Ann"].channel_id(channel))


@pytest.mark.parametrize("channel", ["rummy", "lounge"], ids=["its_channel", "where_he_is"])
@pytest.mark.parametrize("command", ["season-end", "archive"])
async def test_what_an_organiser_ends_is_posted_once_and_he_is_sent_where(club: Club, channel: str, command: str) -> None:
    await store_season(club, CUP, matches=10, people=6)
    async with club.bot() as bot:
        if channel == "rummy":
            await only_in(club, channel)
        await club.control("gateway", {"do": "duplicate"})
        reply = await club["Ann"].slash(f"league {command}", league="cup", in_="lounge")
        assert f"<#{club['Ann'].channel_id(channel)}>" in read(reply.message)
        [table] = await posted(club, channel)
        assert "Season: 1" in read(table)
        await bot.league_clock.run_once()
        await posted(club, channel)
        assert not tables(club, {"rummy": "lounge", "lounge": "rummy"}[channel])
        assert len(club.query("SELECT * FROM seasons")) == (2 if command == "season-end" else 1)


@pytest.mark.parametrize("applied", [True, False], ids=["arrived", "not_arrived"])
@pytest.mark.parametrize("command", ["season-end", "archive"])
async def test_a_bot_killed_between_the_end_and_the_posting_posts_the_table_once(
    club: Club, applied: bool, command: str
) -> None:
    await store_season(club, CUP, matches=10, people=6)
    bot = await club.start_bot()
    await club.add_fault(*POST, delay=60, applied=applied)
    ending = asyncio.create_task(club["Ann"].slash(f"league {command}", league="cup", in_="lounge"))
    await until(lambda: untold(club) and len(tables(club, "lounge")) == applied)
    bot.kill()
    ending.cancel()
    await asyncio.gather(ending, return_exceptions=True)
    assert untold(club) == [(1, 1)]
    await club.clear_faults()
    await club.start_bot()
    await posted(club, "lounge")
    assert not tables(club, "rummy")


@pytest.mark.parametrize("applied", [True, False], ids=["arrived", "not_arrived"])
async def test_a_bot_killed_while_it_posts_what_has_ended_by_its_day_posts_it_once(club: Club, applied: bool) -> None:
    await store_season(club, replace(CUP, season_end=yesterday()), matches=10, people=6)
    await club.add_fault(*POST, delay=60, applied=applied)
    bot = await club.start_bot()
    await until(lambda: untold(club) and len(tables(club, "rummy")) == applied)
    bot.kill()
    assert untold(club) == [(1, 1)]
    await club.clear_faults()
    await club.start_bot()
    await posted(club, "rummy")


async def test_a_channel_that_takes_no_message_is_left_for_the_next_best(club: Club, clock: Clock) -> None:
    await store_season(club, CUP, replace(CUP, name="Open"), matches=10, people=6)
    async with club.bot() as bot:
        ann = club["Ann"]
        await only_in(club, "rummy")
        await club.control("channels/rummy/permissions", {"deny": ["send_messages"]})
        reply = await ann.slash("league season-end", league="cup", in_="lounge")
        assert f"<#{ann.channel_id('lounge')}>" in read(reply.message)
        await posted(club, "lounge", 1)
        await club.control(f"channels/{ann.channel_id('lounge')}", method="DELETE")
        for name in ("cup", "open"):
            reply = await ann.slash("league archive", league=name)
            assert "/leaderboard" in read(reply.message)
        assert untold(club) == []
        number = await club.last_request()
        clock.advance(2)
        await bot.league_clock.run_once()
        assert await club.requests(number) == [], "nowhere, and not tried again"
        assert "Cup" in read((await ann.slash("leaderboard", league="Cup", season="2")).message)


async def test_a_passing_fault_delays_the_table_by_a_minute(club: Club, clock: Clock) -> None:
    await store_season(club, CUP, matches=10, people=6)
    async with club.bot() as bot:
        await club.add_fault(*POST, times=2, drop=True)
        reply = await club["Ann"].slash("league season-end", league="cup")
        assert "/leaderboard" in read(reply.message)
        assert untold(club) == [(1, 1)]
        await bot.league_clock.run_once()
        number = await club.last_request()
        await bot.league_clock.run_once()
        assert await club.requests(number) == []
        assert untold(club) == [(1, 1)]
        clock.advance(1)
        await bot.league_clock.run_once()
        await posted(club, "rummy")


async def test_an_empty_season_of_a_server_that_never_played_is_sent_nowhere(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await club["Ann"].slash("league create", name="Cup", ends="monthly")
        clock.advance(40 * 24 * 60)
        number = await club.last_request()
        await bot.league_clock.run_once()
        assert await club.requests(number) == []
        assert untold(club) == []
        assert len(club.query("SELECT * FROM seasons")) >= 2


async def test_a_table_waits_until_the_bot_is_in_the_server(club: Club, clock: Clock) -> None:
    await store_season(club, replace(CUP, season_end=yesterday()), matches=10, people=6)
    async with club.bot() as bot:
        await club.control("guild", {"bot": False})
        await until(lambda: not bot.client.guilds)
        number = await club.last_request()
        await bot.league_clock.run_once()
        assert await club.requests(number) == []
        assert untold(club) == [(1, 1)]
        await club.control("guild", {"bot": True})
        await until(lambda: bot.client.guilds)
        await bot.league_clock.run_once()
        await posted(club, "rummy")
