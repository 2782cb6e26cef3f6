"""Makes the automatic backups: one when the newest is old enough, never faster than the disk, and never in the event loop."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import structlog

from bot.storage.backup import BackupFolder

_log = structlog.get_logger(__name__)
_HOUR = 3_600_000
FIRST_WAIT = 60.0
"""Seconds after the start, in which the tables are shown again."""
_CHECK_PAUSE = 600.0  # seconds
_RETRY_PAUSE = 3600.0  # seconds


@dataclass(eq=False)
class BackupClock:
    """One for the process. `now` returns the time in epoch milliseconds; `on_outcome` is called after each attempt."""

    _backups: BackupFolder
    _hours: int
    _keep: int
    _now: Callable[[], int]
    _on_outcome: Callable[[bool], None]

    async def run(self) -> None:
        """Make each backup when it is due, until cancelled. A failure is logged and tried again an hour later."""
        await asyncio.sleep(FIRST_WAIT)
        while True:
            succeeded = await self.back_up_if_due()
            await asyncio.sleep(_CHECK_PAUSE if succeeded else _RETRY_PAUSE)

    async def back_up_if_due(self) -> bool:
        """Return False if a backup was due and could not be made."""
        at = self._now()
        try:
            newest = await self._backups.newest()
            if newest is not None and at - self._hours * _HOUR < newest <= at:  # one from the future shows a wrong clock
                return True
            await self._backups.write(at, self._keep)
        except OSError as error:
            _log.error("no backup was made; trying again", reason=str(error), seconds=_RETRY_PAUSE)
        except Exception:
            _log.exception("no backup was made; trying again", seconds=_RETRY_PAUSE)
        else:
            _log.info("a backup was made", milliseconds=self._now() - at)
            self._on_outcome(True)
            return True
        self._on_outcome(False)
        return False
