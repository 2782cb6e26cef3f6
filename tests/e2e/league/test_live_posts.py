"""Live standings and posted schedules: updated when they change, at most once a minute, until they are gone."""

import asyncio
import re
from collections.abc import Awaitable, Callable

import pytest

from bot import app
from bot.league.league import League
from tests.e2e.support.club import Clock, Club, until
from tests.e2e.support.commands import check_refused, press_forged
from tests.e2e.support.hand_controls import newest_with
from tests.e2e.support.league_messages import EDIT, confirm, delete_message, edit_statuses, post_live_standings, read
from tests.e2e.support.schedules import (
    fixture_button,
    open_buttons,
    open_fixture,
    own_page,
    post_schedule,
    press_old_button,
    private_page,
    save_quick_game,
    show_schedule,
    store_fixtures,
)
from tests.e2e.support.seasons import store_season, table_rows
from tests.e2e.support.tables import cancel_table, play_match
from tests.people import Json, labels, parts

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

    async def five_hours() -> None:
        for _ in range(300):
            clock.advance(1)
            await bot.league_clock.run_once()

    capsys.readouterr()
    assert await edit_statuses(club, five_hours) == [403] * 9, "after 1, 2, 4 … 256 minutes"
    assert capsys.readouterr().out.count("not taken") == 9
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


@pytest.mark.thorough
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


async def open_from_own_page(club: Club, message: Json, host: str, *guests: str) -> None:
    """Let the host open a table from their own page, so that the press doesn't update the posted message."""
    mine = await private_page(club[host], message, "My matches")
    assert (await club[host].press(mine, fixture_button(mine, host, *guests))).outcome == "update"


async def update_statuses(club: Club, bot: app.Bot, message: Json) -> list[int]:
    """Run the league's clock once, and return the status of each edit of this message that the bot tried."""
    since = await club.last_request()
    await bot.league_clock.run_once()
    return [
        one["status"]
        for one in await club.requests(since)
        if one["method"] == "PATCH" and one["path"].endswith(f"/messages/{message['id']}")
    ]


async def test_the_schedule_shows_changes_of_its_tables_at_most_once_a_minute(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await save_quick_game(club)
        posted, finn = await post_schedule(club, variant="Quick"), club["Finn"]
        assert await update_statuses(club, bot, posted) == [], "nothing has changed"
        await open_from_own_page(club, posted, "Ann", "Bob")
        assert await update_statuses(club, bot, posted) == [], "posted less than a minute ago"
        clock.advance(1)
        assert await update_statuses(club, bot, posted) == [200]
        assert "open, table `2`" in read(finn.now(posted))
        assert await update_statuses(club, bot, posted) == []
        lobby = await club["Bob"].until(lambda: newest_with(club["Bob"].messages("rummy"), "join"))
        await club["Bob"].press(lobby, "Join")
        await club["Ann"].press(lobby, "Start")
        await club.until_sent(2)
        await play_match(club, {"Ann": "dm", "Bob": "dm"}, table=2)
        await open_from_own_page(club, posted, "Cleo", "Dan")
        await cancel_table(club, "Cleo", table=3)
    async with club.bot() as bot:
        assert await update_statuses(club, bot, posted) == [], "the previous process updated it less than a minute ago"
        clock.advance(1)
        assert await update_statuses(club, bot, posted) == [200]
        text = read(finn.now(posted))
        assert "1 of 6 played" in text
        assert re.search(r"(Ann|Bob) \(-?\d+\) (beat|and) (Ann|Bob) \(-?\d+\)( tied)?, match `2`", text)
        assert "open, table" not in text, "the cancelled table can be opened again"
        await club["Ann"].slash("league void", match=2, why="only a trial")
        clock.advance(1)
        await bot.league_clock.run_once()
        assert "0 of 6 played" in read(finn.now(posted))
        assert "Ann – Bob: match `2` was voided" in read(finn.now(posted))
        assert len(open_buttons(await own_page(club, posted, "Ann"))) == 3


async def test_an_old_button_under_the_posted_schedule_updates_it_immediately(club: Club, clock: Clock) -> None:
    """Earlier versions of the bot posted schedules with a button for each table."""
    async with club.bot() as bot:
        posted = await post_schedule(club)
        await press_old_button(club, posted, "Ann", "Ann", "Bob")
        clock.advance(1)
        assert await update_statuses(club, bot, posted) == []
        assert "open, table `1`" in read(club["Finn"].now(posted))


async def test_the_newest_message_updates_and_the_older_one_links_to_it(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        first, finn = await post_schedule(club), club["Finn"]
        second = (await club["Ann"].slash("league schedule", live=True)).message
        await finn.until(lambda: "is now in a newer message" in read(finn.now(first)))
        assert not [it for it in parts(finn.now(first)["components"]) if it.get("custom_id")]
        assert f"/{second['id']}" in str(finn.now(first)["components"]), "the old message has a link to the new one"
        await open_from_own_page(club, second, "Ann", "Bob")
        clock.advance(1)
        assert await update_statuses(club, bot, second) == [200]
        assert "open, table" in read(finn.now(second))
        await delete_message(club, second)
        await cancel_table(club, "Ann")
        clock.advance(1)
        assert await update_statuses(club, bot, second) == [404]
        third = (await club["Ann"].slash("league schedule", live=True)).message
        await open_from_own_page(club, third, "Ann", "Bob")
        clock.advance(1)
        assert await update_statuses(club, bot, third) == [200]
        assert read(finn.now(third)).count("open, table") == 1


async def test_a_replaced_schedule_says_so_and_loses_its_buttons(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        old, finn = await post_schedule(club), club["Finn"]
        await store_fixtures(club, "Ann", "Bob", "Cleo")
        clock.advance(1)
        assert await update_statuses(club, bot, old) == [200]
        assert "Another schedule" in read(finn.now(old))
        new = await show_schedule(club)
        await open_from_own_page(club, old, "Ann", "Bob")
        clock.advance(1)
        assert await update_statuses(club, bot, new) == [200]
        assert "open, table" in read(finn.now(new))


@pytest.mark.thorough
async def test_a_table_belongs_to_its_fixture_after_the_bot_was_killed_while_opening_it(club: Club, clock: Clock) -> None:
    process = await club.start_bot()
    posted, finn = await post_schedule(club), club["Finn"]
    mine, bobs = await own_page(club, posted, "Ann"), await own_page(club, posted, "Bob")
    button = fixture_button(mine, "Ann", "Bob")
    await club.add_fault("POST", "/callback$", times=0, delay=60)
    pressing = asyncio.create_task(club["Ann"].press(mine, button))
    await until(lambda: club.query("SELECT number FROM tables"))
    process.kill()
    await asyncio.gather(pressing, return_exceptions=True)
    await club.clear_faults()
    async with club.bot() as bot:
        await club.until_sent()
        assert club.query('SELECT "table" FROM fixtures WHERE "table" IS NOT NULL') == [(1,)]
        lobby = await club["Bob"].until(lambda: newest_with(club["Bob"].messages("rummy"), "join"))
        assert "reserved for Ann and Bob" in read((await club["Cleo"].press(lobby, "Join")).message)
        assert "already open: it's table 1" in read((await club["Bob"].press(bobs, button)).message)
        assert (await club["Bob"].press(lobby, "Join")).outcome == "update"
        clock.advance(1)
        assert await update_statuses(club, bot, posted) == [200]
        assert "open, table `1`" in read(finn.now(posted))


@pytest.mark.parametrize("post", [post_live_standings, post_schedule])
async def test_a_post_drops_a_deleted_name_within_a_minute(
    club: Club, clock: Clock, post: Callable[[Club], Awaitable[Json]]
) -> None:
    if post is post_live_standings:
        await store_season(club, MONDAYS, matches=10, people=6, without="Finn")
    async with club.bot() as bot:
        posted, finn = await post(club), club["Finn"]
        for name, statuses in (("Finn", []), ("Bob", [200])):
            assert "Bob" in read(finn.now(posted))
            clock.advance(1)
            assert await edit_statuses(club, bot.league_clock.run_once) == []
            await club[name].slash("privacy delete-me", sure=True)
            assert await edit_statuses(club, bot.league_clock.run_once) == statuses, "Finn isn't named there"
        assert "Bob" not in read(finn.now(posted))
        assert "a former" in read(finn.now(posted)), "names are cut where the movement since Monday takes room"


async def test_a_table_that_waits_for_a_deleted_person_is_cancelled(club: Club, clock: Clock) -> None:
    async with club.bot():
        posted, ann = await post_schedule(club), club["Ann"]
        lobby = await open_fixture(club, posted, "Ann", "Bob")
        await club["Bob"].slash("privacy delete-me", sure=True)
        await club.until_sent()
        assert "cancelled" in read(ann.now(lobby))
        assert club["Bob"].id not in read(ann.now(lobby))
        assert labels(ann.now(lobby)) == []
        mine = await private_page(ann, posted, "My matches")
        assert not any("a former player" in label for label in labels(mine))
        (fixture,) = club.query('SELECT number FROM fixtures WHERE "table" IS NOT NULL')
        old = await press_forged(club, "Ann", posted, f"f:{fixture[0]}")
        assert "One of the players has left" in read(old["message"])
        assert club.query("SELECT count(*) FROM tables") == [(1,)]


async def test_a_reserved_seat_of_a_deleted_person_is_shown_as_a_former_players(club: Club) -> None:
    async with club.bot():
        lobby = await open_fixture(club, await post_schedule(club), "Ann", "Bob")
    # The state that a bot leaves when it is killed while it deletes Bob's data:
    club.write_database("UPDATE people SET discord_id = NULL, name = '' WHERE name = 'Bob'")
    async with club.bot():
        assert "reserved for Ann and a former player" in read((await club["Cleo"].press(lobby, "Join")).message)
