"""Tells what has happened: after each commit it brings the channel and the hands up to date, from a stored cursor.

Telling is pulling: what a message should show is worked out from the events, so doing it twice does no harm. One run a table
at a time; what happens in the meantime is told in the next run, together.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import structlog

from bot.competition.eligibility import Counting
from bot.delivery.discord_api import PASSING, Delivery, NotInServer
from bot.delivery.table.table_sync import Telling
from bot.messages.words import Languages
from bot.tables.events import Event
from bot.tables.ports import EventLog, People, Surfaces, UnreadableLogError
from bot.tables.service import Tables
from bot.tables.table import Table

_log = structlog.get_logger(__name__)
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0


class Courier:
    """One for the process; a task for each table that has something to be told."""

    def __init__(
        self,
        tables: Tables,
        log: EventLog,
        surfaces: Surfaces,
        people: People,
        delivery: Delivery,
        languages: Languages,
        counting: Counting,
    ) -> None:
        self._log = log
        self._surfaces = surfaces
        self._make: Callable[[int], Telling] = lambda number: Telling(
            number, tables, surfaces, people, delivery, languages, counting
        )
        self._tellings: dict[int, Telling] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._ready = asyncio.Event()
        tables.listen(self._heard)

    async def resume(self) -> None:
        """Once Discord is connected: tell what had not been told when the process ended."""
        self._ready.set()
        for number in await self._surfaces.behind():
            self.poke(number)

    def poke(self, number: int) -> None:
        """Tell this table what there is to tell, if it is not being told already. Cannot fail."""
        if number not in self._tasks:
            self._tellings.setdefault(number, self._make(number))
            self._tasks[number] = asyncio.create_task(self._run(number), name=f"courier of table {number}")

    def answering(self, number: int, key: str) -> "Answering":
        """Promises that a press will be answered by redrawing this surface, so that the courier need not."""
        return Answering(self._tellings.setdefault(number, self._make(number)), key)

    def place(self, table: Table) -> int:
        """The channel or thread in which the table is played, as far as is known."""
        telling = self._tellings.get(table.number)
        return table.channel if telling is None else telling.place or table.channel

    async def idle(self) -> None:
        """Returns when everything has been told."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def close(self, seconds: float) -> None:
        """Finish what can be finished in this time; the rest is told after the next start."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.idle(), seconds)
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _heard(self, table: Table, events: tuple[Event, ...]) -> None:
        self._tellings.setdefault(table.number, self._make(table.number)).hear(table.version, events)
        self.poke(table.number)

    async def _run(self, number: int) -> None:
        await self._ready.wait()
        telling, pause = self._tellings[number], _FIRST_PAUSE
        try:
            while not await self._told(telling, pause):
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
        finally:
            del self._tasks[number]
        if telling.is_over:
            self._tellings.pop(number, None)

    async def _told(self, telling: Telling, pause: float) -> bool:
        """Tell what there is to tell; whether nothing went wrong that may go better later."""
        try:
            await telling.load(self._log)
            while telling.is_behind:
                await telling.tell()
                await telling.catch_up(self._log)
        except UnreadableLogError as error:
            _log.error("a table cannot be told", table=telling.number, reason=str(error))
        except (NotInServer, *PASSING) as error:
            _log.warning("telling again later", table=telling.number, seconds=pause, error=str(error))
            return False
        except Exception:  # a fault of ours or of the database must not leave the table silent
            _log.exception("telling failed; again later", table=telling.number, seconds=pause)
            telling.forget()
            return False
        return True


class Answering:
    """The promise to redraw one message of a table by the answer to a press; kept by `shown`, or taken back."""

    def __init__(self, telling: Telling, key: str) -> None:
        self._telling = telling
        self._key = key
        self._answer = telling.expect(key)

    def shown(self, channel: int, message: int, version: int) -> None:
        """This message stands at this version of the table."""
        if not self._answer.done():
            self._answer.set_result((channel, message, version))

    def withdraw(self) -> None:
        """Nothing was redrawn. Does nothing after `shown`."""
        if not self._answer.done():
            self._telling.withdraw(self._key, self._answer)
