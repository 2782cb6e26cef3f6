"""Posted schedules: rendered again when a table opens or closes, when a match is corrected, and when a date has passed."""

from bot.competition.league_directory import LeagueDirectory
from bot.competition.schedule_ports import PostedSchedule
from bot.competition.tournaments import Tournaments
from bot.delivery.discord_api import DiscordApi, Undelivered, rendered
from bot.delivery.league.public_pages import PublicPages


class LiveSchedulePosts:
    def __init__(self, leagues: LeagueDirectory, tournaments: Tournaments, pages: PublicPages, api: DiscordApi) -> None:
        self._leagues = leagues
        self._tournaments = tournaments
        self._pages = pages
        self._api = api

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
        view, _ = await self._pages.schedule_layout(stored, schedule)
        try:
            await self._api.edit(posted.channel, posted.message, rendered(view))
        except Undelivered as error:
            if not error.is_gone:
                raise
            await self._tournaments.stop_updating(posted)
        else:
            await self._tournaments.mark_rendered(posted, schedule)
