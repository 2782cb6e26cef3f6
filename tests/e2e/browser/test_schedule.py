"""A tournament, looked at on the page of the playground: pictures in `var/artifacts/`, on a screen and on a phone."""

from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Browser

from tests.e2e.browser.test_deal import Opened, Seat
from tests.e2e.browser.test_league import SHAPES, WHOLE, browser, check_neat, shot
from tests.e2e.league.test_reminders import dated, reminders, want
from tests.e2e.league.test_schedule import pressed
from tests.e2e.league.test_tournaments import opened
from tests.e2e.support.clock import Clock
from tests.e2e.support.club import Club

__all__ = ["browser"]


@pytest.mark.parametrize("shape", SHAPES)
async def test_a_tournament_is_neat(club: Club, clock: Clock, browser: Browser, shape: str) -> None:
    async with club.bot() as bot, AsyncExitStack() as stack:
        seen = Opened(club, browser, stack)
        page = await seen.page("ann/rummy", WHOLE[shape])
        ann = Seat(page, "Ann")
        posted = await dated(club, 3, 30, 80)
        await want(club, "Ann")
        await shot(page, ann, f"tournament-{shape}-posted")
        await check_neat(page)
        await opened(club, posted, "Ann", "Bob")
        await club.told()
        await shot(page, ann, f"tournament-{shape}-lobby")
        await check_neat(page)
        await pressed(club["Ann"], posted, "My tables")
        await shot(page, ann, f"tournament-{shape}-mine")
        clock.minutes(4 * 60)
        await bot.league_clock.run_once()
        await pressed(club["Ann"], posted, "Not played yet")
        await shot(page, ann, f"tournament-{shape}-not-played")
        await check_neat(page)
        clock.minutes(24 * 60)
        await bot.league_clock.run_once()
        await club["Ann"].until(lambda: reminders(club, "Ann"))
        direct = await seen.page("ann/dm", WHOLE[shape])
        await shot(direct, Seat(direct, "Ann"), f"tournament-{shape}-reminder")
        await check_neat(direct)
        assert seen.wrong == []
