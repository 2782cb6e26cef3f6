"""The posted schedule, which updates when tables are opened, closed or played, and when a date has passed."""

import asyncio
import re
from datetime import UTC, datetime, timedelta

import pytest

from bot import app
from tests.e2e.support.club import Clock, Club, until
from tests.e2e.support.hand_controls import newest_with
from tests.e2e.support.league_messages import confirm, delete_message, newest, read
from tests.e2e.support.schedules import (
    fixture_button,
    open_buttons,
    own_page,
    post_schedule,
    press_old_button,
    private_page,
    save_quick_game,
)
from tests.e2e.support.tables import cancel_table, play_match
from tests.leagues import edit_league
from tests.people import Json, parts


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
        people = " ".join(f"<@{club[name].id}>" for name in ("Ann", "Bob", "Cleo"))
        await confirm(club["Ann"], "league schedule", people=people, replace=True)
        await finn.until(lambda: newest(finn)["id"] != old["id"])
        new = newest(finn)
        clock.advance(1)
        assert await update_statuses(club, bot, old) == [200]
        assert "Another schedule" in read(finn.now(old))
        await open_from_own_page(club, old, "Ann", "Bob")
        clock.advance(1)
        assert await update_statuses(club, bot, new) == [200]
        assert "open, table" in read(finn.now(new))


async def test_the_schedule_marks_tables_whose_date_has_passed(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        dates = [datetime.now(UTC) + timedelta(hours=hours) for hours in (2, 40, 80)]
        posted, finn = await post_schedule(club, dates=", ".join(f"{at:%Y-%m-%d %H:%M}" for at in dates)), club["Finn"]
        assert "overdue" not in read(posted)
        clock.advance(60)
        assert await update_statuses(club, bot, posted) == []
        clock.advance(61)
        assert await update_statuses(club, bot, posted) == [200]
        assert read(finn.now(posted)).count("overdue") == 1
        clock.advance(5)
        assert await update_statuses(club, bot, posted) == []
        listed = await private_page(club["Ann"], posted, "Not played yet")
        assert read(listed).index("overdue") < read(listed).index("Round 2")


async def test_the_bot_retries_at_growing_intervals_where_it_may_not_edit(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        posted = await post_schedule(club)
        await open_from_own_page(club, posted, "Ann", "Bob")
        await club.until_sent()
        await club.control("channels/rummy/permissions", {"deny": ["view_channel"]})
        tried = []
        for _ in range(60):
            clock.advance(1)
            tried += await update_statuses(club, bot, posted)
        assert tried == [403] * 6, "after 1, 2, 4, 8, 16 and 32 minutes"


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


async def test_the_schedule_of_a_renamed_or_archived_league_is_updated(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        posted, finn, ann = await post_schedule(club), club["Finn"], club["Ann"]
        clock.advance(1)
        await edit_league(ann, "Cup", least=2)
        assert await update_statuses(club, bot, posted) == [], "the schedule doesn't show this setting"
        await edit_league(ann, "Cup", name="Bowl")
        assert await update_statuses(club, bot, posted) == [200]
        assert "Bowl" in read(finn.now(posted))
        clock.advance(1)
        await edit_league(ann, "Bowl", scheme="card points")
        assert await update_statuses(club, bot, posted) == [200], "its winner depends on the points"
        mine = await own_page(club, posted, "Ann")
        assert len(open_buttons(mine)) == 3
        clock.advance(1)
        await confirm(ann, "league archive", league="Bowl")
        assert await update_statuses(club, bot, posted) == [200]
        reply = await ann.press(mine, open_buttons(mine)[0])
        assert reply.message["flags"] & 64
        clock.advance(1)
        assert await update_statuses(club, bot, posted) == []
