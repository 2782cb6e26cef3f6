"""The league's background work: ends seasons on their day, posts their tables, announces what organisers did, updates live
posts, sends reminders.

It also deletes what is kept of former people for a limit of rematches.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from bot.background.retry_pauses import RetryPauses
from bot.competition.personal_data import PersonalData
from bot.competition.season_end import SeasonEnds
from bot.delivery.discord_api import TEMPORARY_ERRORS, DiscordApi, Undelivered
from bot.delivery.league.announcement_posts import AnnouncementPosts
from bot.delivery.league.live_schedule_posts import LiveSchedulePosts
from bot.delivery.league.live_standings_posts import LiveStandingsPosts
from bot.delivery.league.reminders import ReminderPosts
from bot.delivery.league.season_table_posts import SeasonTablePosts

_log = structlog.get_logger(__name__)
UPDATE_PAUSE = 60.0
"""Seconds between two updates of the same live standings or schedule, at least."""
_CHECK_PAUSE = 10.0  # seconds


class LeagueClock:
    """One for the process. `now` returns the time in epoch milliseconds."""

    def __init__(
        self,
        season_ends: SeasonEnds,
        season_table_posts: SeasonTablePosts,
        announcements: AnnouncementPosts,
        live_standings: LiveStandingsPosts,
        live_schedules: LiveSchedulePosts,
        reminders: ReminderPosts,
        personal_data: PersonalData,
        api: DiscordApi,
        now: Callable[[], int],
    ) -> None:
        self._season_ends = season_ends
        self._season_tables = season_table_posts
        self._announcements = announcements
        self._live_standings = live_standings
        self._live_schedules = live_schedules
        self._reminders = reminders
        self._personal_data = personal_data
        self._api = api
        self._pauses = RetryPauses(now)

    async def run(self, pause: float = UPDATE_PAUSE) -> None:
        """Do what is due, now and every few seconds, until cancelled. An error is logged and does not end the loop."""
        while True:
            try:
                await self.run_once(pause)
            except Exception:
                _log.exception("the league's background work failed")
            await asyncio.sleep(min(pause, _CHECK_PAUSE))

    async def run_once(self, pause: float = UPDATE_PAUSE) -> None:
        """Do everything that is due now."""
        await self._personal_data.delete_expired_hashes()
        await self._season_ends.end_due_seasons()
        for withdrawn in await self._season_tables.withdrawn():
            if self._api.in_server(withdrawn.server):
                await self._attempt(("withdrawn", withdrawn.message), partial(self._season_tables.withdraw, withdrawn))
        for stored, table in await self._season_ends.unposted_tables():
            season = (stored.number, table.season.number)
            if self._api.in_server(stored.league.server):
                await self._attempt(("season", *season), partial(self._season_tables.post, *season))
        for server, channel in await self._announcements.channels():
            if self._api.in_server(server):
                await self._attempt(("announcement", channel), partial(self._announcements.post, server, channel))
        for standings in await self._live_standings.stale(round(pause * 1000)):
            await self._attempt(("standings", standings.message), partial(self._live_standings.update, standings))
        for schedule in await self._live_schedules.stale(round(pause * 1000)):
            await self._attempt(("schedule", schedule.message), partial(self._live_schedules.update, schedule))
        for reminder in await self._reminders.due():
            task = ("reminder", reminder.fixture.number, reminder.person)
            await self._attempt(task, partial(self._reminders.send, reminder))

    async def _attempt(self, task: tuple[object, ...], work: Callable[[], Awaitable[object]]) -> None:
        """Do one task, unless it has failed and its pause is not over. A failure does not hold up other tasks."""
        if not self._pauses.is_over(task):
            return
        try:
            await work()
        except TEMPORARY_ERRORS as error:
            pause = self._pauses.pause_briefly(task)
            _log.warning("a post of the league is not sent yet", what=task, error=str(error), again_in=pause // 1000)
        except Undelivered as error:
            pause = self._pauses.pause_longer(task)
            _log.warning("a post of the league is not taken", what=task, reason=str(error), again_in=pause // 1000)
        except Exception:
            pause = self._pauses.pause_longer(task)
            _log.exception("a post of the league failed", what=task, again_in=pause // 1000)
        else:
            self._pauses.clear(task)
