"""Live standings: updated when they change, at most once a minute, until they are gone."""

import asyncio

import pytest

from bot import app
from bot.league.league import League
from tests.e2e.support.club import Clock, Club, until
from tests.e2e.support.commands import check_refused
from tests.e2e.support.league_messages import EDIT, confirm, delete_message, edit_statuses, post_live_standings, read
from tests.e2e.support.seasons import store_season, table_rows
from tests.people import labels

MONDAYS = League(server=0, name="Mondays")
DAY = 24 * 60


async def change_standings(club: Club) -> None:
    """Change the standings by voiding or reinstating a match."""
    voided = club.corrections() % 2
    await club["Ann"].slash(f"league {'reinstate' if voided else 'void'}", match=1, why="only a trial")


@pytest.fixture
async def stored(club: Club) -> None:
    """A league with ten matches, stored before a bot starts."""
    await store_season(club, MONDAYS, matches=10, people=6)


@pytest.mark.journey
async def test_live_standings_update_when_they_change_and_stop_when_deleted(club: Club, stored: None, bot: app.Bot) -> None:
    await check_refused(club, club["Bob"], "leaderboard", "Manage Server", live=True)
    message, finn = await post_live_standings(club), club["Finn"]
    assert labels(message) == []
    assert await edit_statuses(club, bot.league_clock.run_once) == [], "nothing has changed"
    printing = asyncio.create_task(bot.league_clock.run(pause=0.1))
    before = table_rows(read(message))
    await change_standings(club)
    await finn.until(lambda: table_rows(read(finn.now(message))) != before)
    await change_standings(club)
    await finn.until(lambda: table_rows(read(finn.now(message))) == before)
    await delete_message(club, message)
    await change_standings(club)
    await until(lambda: club.query("SELECT * FROM posts WHERE kind = 'standings'") == [])
    printing.cancel()


async def test_live_standings_update_at_most_once_a_minute_also_after_a_restart(club: Club, clock: Clock) -> None:
    await store_season(club, MONDAYS, matches=10, people=6)
    async with club.bot() as bot:
        await post_live_standings(club)
        await change_standings(club)
        assert await edit_statuses(club, bot.league_clock.run_once) == [], "posted less than a minute ago"
        clock.advance(0.9)
        assert await edit_statuses(club, bot.league_clock.run_once) == []
        clock.advance(0.1)
        assert await edit_statuses(club, bot.league_clock.run_once) == [200]
        await change_standings(club)
        assert await edit_statuses(club, bot.league_clock.run_once) == []
        clock.advance(0.9)
    async with club.bot() as bot:
        assert await edit_statuses(club, bot.league_clock.run_once) == [], (
            "the previous process updated them less than a minute ago"
        )
        clock.advance(0.1)
        assert await edit_statuses(club, bot.league_clock.run_once) == [200]
        assert await edit_statuses(club, bot.league_clock.run_once) == []


async def test_the_bot_retries_at_growing_intervals_where_it_may_not_edit(
    club: Club, clock: Clock, capsys: pytest.CaptureFixture[str], stored: None, bot: app.Bot
) -> None:
    message, finn = await post_live_standings(club), club["Finn"]
    before = table_rows(read(message))
    await change_standings(club)
    await club.control("channels/rummy/permissions", {"deny": ["view_channel"]})

    async def an_hour() -> None:
        for _ in range(64):
            clock.advance(1)
            await bot.league_clock.run_once()

    capsys.readouterr()
    assert await edit_statuses(club, an_hour) == [403] * 7, "after 1, 2, 4 … 64 minutes"
    assert capsys.readouterr().out.count("not taken") == 7
    assert table_rows(read(finn.now(message))) == before
    await club.control("channels/rummy/permissions", {})
    clock.advance(DAY)
    assert await edit_statuses(club, bot.league_clock.run_once) == [200]
    assert table_rows(read(finn.now(message))) != before
    await change_standings(club)
    clock.advance(1)
    assert await edit_statuses(club, bot.league_clock.run_once) == [200], "the interval is back to one minute"


async def test_an_update_is_retried_every_minute_after_a_temporary_fault(
    club: Club, clock: Clock, stored: None, bot: app.Bot
) -> None:
    await post_live_standings(club)
    await change_standings(club)
    await club.add_fault(EDIT, "/channels/", times=3, drop=True)
    found = []
    for _ in range(5):
        clock.advance(1)
        found += await edit_statuses(club, bot.league_clock.run_once)
        assert await edit_statuses(club, bot.league_clock.run_once) == []
    assert found == [0, 0, 0, 200]


async def test_live_standings_end_when_their_channel_is_deleted(club: Club, clock: Clock, stored: None, bot: app.Bot) -> None:
    await post_live_standings(club)
    await change_standings(club)
    await club.control(f"channels/{club['Ann'].channel_id('rummy')}", method="DELETE")
    clock.advance(1)
    assert await edit_statuses(club, bot.league_clock.run_once) == [404]
    assert club.query("SELECT * FROM posts WHERE kind = 'standings'") == []


async def test_live_standings_of_an_archived_league_show_its_last_table_and_end(club: Club, clock: Clock) -> None:
    await store_season(club, MONDAYS, matches=30, people=20)
    async with club.bot() as bot:
        ann, finn = club["Ann"], club["Finn"]
        message = await post_live_standings(club)
        narrowed = await post_live_standings(club, variant="rami")
        assert narrowed["id"] != message["id"]
        shown = table_rows(read(message))
        await confirm(ann, "league archive", league="Mondays")
        clock.advance(1)
        assert await edit_statuses(club, bot.league_clock.run_once) == [200, 200]
        assert club.query("SELECT * FROM posts WHERE kind = 'standings'") == []
        for one in (message, narrowed):
            last = await finn.until(lambda one=one: finn.now(one) if "Updated <t:" not in read(finn.now(one)) else None)
            assert "Season 1" in read(last)
            assert labels(last) == ["Next"]
        assert [line.split()[1] for line in table_rows(read(finn.now(message)))] == [line.split()[1] for line in shown]
        own = await finn.press(message, "Next")
        assert own.message["flags"] & 64
        assert "Back" in labels(own.message)
        await change_standings(club)
        clock.advance(1)
        assert await edit_statuses(club, bot.league_clock.run_once) == []
        await check_refused(club, ann, "leaderboard", "Mondays", "archived", league="mondays", live=True)


async def test_a_bot_process_updates_live_standings_when_their_minute_is_over(club: Club) -> None:
    """The minute is over a few seconds after the start: the bot must not update before, and must check again."""
    await store_season(club, MONDAYS, matches=10, people=6)
    async with club.bot():
        message = await post_live_standings(club)
        before = table_rows(read(message))
        await change_standings(club)
    club.write_database("UPDATE posts SET at = at - 52000")
    [(at,)] = club.query("SELECT at FROM posts")
    await club.start_bot()
    finn = club["Finn"]
    await finn.until(lambda: table_rows(read(finn.now(message))) != before)
    [(now,)] = club.query("SELECT at FROM posts")
    assert 60_000 <= now - at < 90_000


async def test_posted_standings_drop_a_deleted_name_within_a_minute(club: Club, clock: Clock) -> None:
    await store_season(club, MONDAYS, matches=10, people=6, without="Finn")
    async with club.bot() as bot:
        posted, finn = await post_live_standings(club), club["Finn"]
        for name, statuses in (("Finn", []), ("Bob", [200])):
            assert "Bob" in read(finn.now(posted))
            clock.advance(1)
            assert await edit_statuses(club, bot.league_clock.run_once) == []
            await club[name].slash("privacy delete-me", sure=True)
            assert await edit_statuses(club, bot.league_clock.run_once) == statuses, "Finn isn't named there"
        assert "Bob" not in read(finn.now(posted))
        assert "a former" in read(finn.now(posted)), "names are cut where the movement since Monday takes room"
