"""A tournament's messages on the playground's page, on a screen and on a phone, with pictures in `var/artifacts/`."""

from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Browser

from tests.e2e.browser.page import SHAPES, WHOLE, Pages, Seat, check_layout, take_picture
from tests.e2e.support.club import Clock, Club
from tests.e2e.support.schedules import open_fixture, post_dated_schedule, private_page, reminders, turn_reminders_on


@pytest.mark.parametrize("shape", SHAPES)
async def test_schedule_messages_fit_the_page(club: Club, clock: Clock, browser: Browser, shape: str) -> None:
    async with club.bot() as bot, AsyncExitStack() as stack:
        pages = Pages(club, browser, stack)
        page = await pages.open("ann/rummy", WHOLE[shape])
        ann = Seat(page, "Ann")
        posted = await post_dated_schedule(club, 3, 30, 80)
        await turn_reminders_on(club, "Ann")
        await take_picture(page, ann, f"tournament-{shape}-posted")
        await check_layout(page)
        await open_fixture(club, posted, "Ann", "Bob")
        await club.until_sent()
        await take_picture(page, ann, f"tournament-{shape}-lobby")
        await check_layout(page)
        await private_page(club["Ann"], posted, "My matches")
        await take_picture(page, ann, f"tournament-{shape}-mine")
        clock.advance(4 * 60)
        await bot.league_clock.run_once()
        await private_page(club["Ann"], posted, "Not played yet")
        await take_picture(page, ann, f"tournament-{shape}-not-played")
        await check_layout(page)
        await private_page(club["Ann"], posted, "Standings")
        await take_picture(page, ann, f"tournament-{shape}-standings")
        await check_layout(page)
        clock.advance(24 * 60)
        await bot.league_clock.run_once()
        await club["Ann"].until(lambda: reminders(club, "Ann"))
        direct = await pages.open("ann/dm", WHOLE[shape])
        await take_picture(direct, Seat(direct, "Ann"), f"tournament-{shape}-reminder")
        await check_layout(direct)
        assert pages.errors == []
