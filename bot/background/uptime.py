"""When the bot could be reached: time in which it was down, or Discord couldn't be reached, is given back to the clocks.

    down ── Discord is connected: all clocks get the time back ──▶ up ── the connection ends ──▶ down

While it is up, the time is stored every few seconds, so that a start knows since when the bot was down.
"""

from collections.abc import Callable
from contextlib import suppress

import structlog

from bot.tables.ports import Heartbeat
from bot.tables.refusals import Refused
from bot.tables.requests import GiveTimeBack, SetBack
from bot.tables.service import Tables

_log = structlog.get_logger(__name__)
_BEAT_MS = 5000


class Uptime:
    """One for the process. `is_connected` says whether players can reach the bot now; `now` is in epoch milliseconds."""

    def __init__(
        self, heartbeat: Heartbeat, tables: Tables, now: Callable[[], int], is_connected: Callable[[], bool] = lambda: True
    ) -> None:
        self._heartbeat = heartbeat
        self._tables = tables
        self._now = now
        self._is_connected = is_connected
        self._was_up = False
        self._last: int | None = None  # when the bot was up last; None until it is read
        self._stored = 0

    async def is_up(self) -> bool:
        """Return whether the bot can be reached, once the clocks are right. Ask before a clock is taken to have run out."""
        if not self._is_connected():
            self._was_up = False
            return False
        now = self._now()
        if not self._was_up:
            await self._give_time_back(now)
        self._was_up, self._last = True, now
        if not 0 <= now - self._stored < _BEAT_MS:
            await self._heartbeat.beat(now)
            self._stored = now
        return True

    async def follow_clock(self, by: int) -> None:
        """Move the clocks of all tables, because the machine's clock was set forward by so many milliseconds, or back."""
        now = self._now()
        await self._change_all(GiveTimeBack(now - by, now) if by > 0 else SetBack(-by, now))
        self._last = now

    async def _give_time_back(self, now: int) -> None:
        if self._last is None:
            self._last = await self._heartbeat.last()
        since = self._last
        if since is None or since >= now:
            return
        await self._change_all(GiveTimeBack(since, now))
        _log.info("the clocks of the tables got time back", seconds=(now - since) // 1000)

    async def _change_all(self, request: GiveTimeBack | SetBack) -> None:
        for table in list(self._tables.in_play):
            if table.turn_clock is not None:
                with suppress(Refused):
                    await self._tables.change(table.number, None, request)
