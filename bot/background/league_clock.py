"""What the league says by itself: seasons whose day has come end, live standings and schedules move, players are reminded."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from bot.background.retry_pauses import Again
from bot.delivery.discord_api import PASSING, Undelivered
from bot.delivery.league.live_schedules import LiveSchedules
from bot.delivery.league.live_standings import LiveBoards
from bot.delivery.league.reminders import Reminding
from bot.delivery.league.season_tables import FinalTables
from bot.interactions.services import Desk

_log = structlog.get_logger(__name__)
EVERY = 60.0
"""Seconds: live standings are not redrawn more often."""
_LOOK = 10.0


class Gazette:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._tables = FinalTables(desk)
        self._boards = LiveBoards(desk)
        self._schedules = LiveSchedules(desk)
        self._reminding = Reminding(desk)
        self._again = Again(desk.now)

    async def run(self, every: float = EVERY) -> None:
        """Looks at once, and then every few seconds, until it is cancelled. A fault is logged, and the next time comes."""
        while True:
            try:
                await self.issue(every)
            except Exception:
                _log.exception("the league could not be told")
            await asyncio.sleep(min(every, _LOOK))

    async def issue(self, every: float = EVERY) -> None:
        """Once: all that there is to say now."""
        await self._desk.organising.end_due()
        for stored, table in await self._desk.organising.untold():
            season = (stored.number, table.season.number)
            if self._desk.delivery.in_server(stored.league.server):
                await self._said(("season", *season), partial(self._tables.tell, *season))
        for board in await self._boards.behind(round(every * 1000)):
            await self._said(("board", board.message), partial(self._boards.redraw, board))
        for posted in await self._schedules.behind(round(every * 1000)):
            await self._said(("schedule", posted.message), partial(self._schedules.redraw, posted))
        for reminder in await self._reminding.due():
            what = ("reminder", reminder.fixture.number, reminder.person)
            await self._said(what, partial(self._reminding.remind, reminder))

    async def _said(self, what: tuple[object, ...], telling: Callable[[], Awaitable[object]]) -> None:
        """One thing that cannot be told holds the others up no more than its own fault does, and is not tried all the time."""
        if not self._again.may(what):
            return
        try:
            await telling()
        except PASSING as error:
            pause = self._again.later(what)
            _log.warning("something of the league could not be told yet", what=what, error=str(error), again_in=pause // 1000)
        except Undelivered as error:
            pause = self._again.much_later(what)
            _log.warning("something of the league is not taken", what=what, reason=str(error), again_in=pause // 1000)
        except Exception:
            pause = self._again.much_later(what)
            _log.exception("something of the league could not be told", what=what, again_in=pause // 1000)
        else:
            self._again.done(what)
