"""Posted schedules: rendered again when a table opens or closes, when a match is corrected, and when a date has passed."""

from collections.abc import Callable
from contextlib import suppress

from discord import ui

from bot.competition.league_directory import LeagueDirectory
from bot.competition.ports import StoredLeague
from bot.competition.schedule_ports import PostedSchedule, StoredSchedule
from bot.competition.tournaments import Tournaments
from bot.delivery.discord_api import DiscordApi, Undelivered, rendered
from bot.messages.league.schedule import SchedulePress, moved_schedule_layout, schedule_layout
from bot.messages.league.schedule_lines import schedule_context
from bot.messages.words import Languages, Words
from bot.tables.ports import KnownPeople


class LiveSchedulePosts:
    """`now` is the time in epoch milliseconds."""

    def __init__(
        self,
        leagues: LeagueDirectory,
        tournaments: Tournaments,
        people: KnownPeople,
        api: DiscordApi,
        languages: Languages,
        now: Callable[[], int],
    ) -> None:
        self._leagues = leagues
        self._tournaments = tournaments
        self._people = people
        self._api = api
        self._languages = languages
        self._now = now

    async def layout(self, stored: StoredLeague, schedule: StoredSchedule) -> tuple[ui.LayoutView, int]:
        """Render a schedule for everyone; return it with the time (epoch ms) as of which it is rendered."""
        say, now = self._say(stored.league.server), self._now()
        context = schedule_context(stored, schedule, await self._tournaments.results(schedule), self._people, say, now)
        return schedule_layout(context, SchedulePress(stored.number), say), now

    async def record_post(self, stored: StoredLeague, schedule: StoredSchedule, at: int, channel: int, message: int) -> None:
        """Keep this message up to date from now on, and let the message that showed the schedule before lead to it."""
        before = await self._tournaments.record_post(schedule, at, channel, message)
        if before is None:
            return
        server = stored.league.server
        with suppress(Undelivered):
            view = moved_schedule_layout(stored.name, server, channel, message, self._say(server))
            await self._api.edit(*before, rendered(view))

    async def stale(self, pause: int) -> list[PostedSchedule]:
        """Return the posted schedules that are stale and were last updated at least `pause` ms ago."""
        found = await self._tournaments.stale_posts(pause)
        return [posted for posted in found if self._api.in_server(posted.server)]

    async def update(self, posted: PostedSchedule) -> None:
        """Render the schedule again; for the last time if a newer one has replaced it.

        Raise Undelivered if Discord refuses the edit.
        """
        schedule = await self._tournaments.claim_post(posted)
        if schedule is None:
            return
        stored = await self._leagues.get(posted.server, posted.league)
        view, _ = await self.layout(stored, schedule)
        try:
            await self._api.edit(posted.channel, posted.message, rendered(view))
        except Undelivered as error:
            if not error.is_gone:
                raise
            await self._tournaments.stop_updating(posted)
        else:
            await self._tournaments.mark_rendered(posted, schedule)

    def _say(self, server: int) -> Words:
        return self._languages.for_locale(self._api.server_locale(server))
