"""Posted schedules are redrawn when a table is opened or closed, when a match is put right, and when a date has passed."""

from bot.competition.schedule_ports import PostedSchedule
from bot.delivery.discord_api import Trouble, Undelivered
from bot.interactions.league.schedule_pages import SchedulePages
from bot.interactions.services import Desk

_GONE = (Trouble.MESSAGE_GONE, Trouble.CHANNEL_GONE)


class LiveSchedules:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._pages = SchedulePages(desk)

    async def behind(self, pause: int) -> list[PostedSchedule]:
        """Those that are to be redrawn, and were drawn at least so many milliseconds ago."""
        found = await self._desk.tournaments.behind(pause)
        return [posted for posted in found if self._desk.delivery.in_server(posted.server)]

    async def redraw(self, posted: PostedSchedule) -> None:
        """Once more, as it is now; for the last time if a newer one has replaced it. Raises what Discord has against it."""
        schedule = await self._desk.tournaments.to_redraw(posted)
        if schedule is None:
            return
        stored = await self._desk.records.league_numbered(posted.server, posted.league)
        reply = await self._pages.posted(stored, schedule)
        assert reply.view is not None
        try:
            await self._desk.delivery.edit(posted.channel, posted.message, reply.view)
        except Undelivered as error:
            if error.trouble not in _GONE:
                raise
            await self._desk.tournaments.gone(posted)
        else:
            await self._desk.tournaments.redrawn(posted, schedule)
