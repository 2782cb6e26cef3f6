"""The courier: after each commit, it brings the messages of a table (channel and hands) up to date.

One run at a time for each table, from a stored cursor. The next run shows everything that happens during a run.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import structlog

from bot.delivery.discord_api import TEMPORARY_ERRORS, DiscordApi, NotInServer
from bot.delivery.ports import Surfaces
from bot.delivery.table.promised_edits import PromisedEdit
from bot.delivery.table.table_sync import TableSync
from bot.messages.table.render_context import Eligibility
from bot.messages.words import Languages
from bot.tables.events import Event
from bot.tables.ports import EventLog, People, UnreadableLogError
from bot.tables.service import Tables
from bot.tables.table import Table

_log = structlog.get_logger(__name__)
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0


class Courier:
    """One for the process, with a task for each table that is behind."""

    def __init__(
        self,
        tables: Tables,
        log: EventLog,
        surfaces: Surfaces,
        people: People,
        api: DiscordApi,
        languages: Languages,
        eligibility: Eligibility,
    ) -> None:
        self._log = log
        self._surfaces = surfaces
        self._new_sync: Callable[[int], TableSync] = lambda number: TableSync(
            number, tables, surfaces, people, api, languages, eligibility
        )
        self._syncs: dict[int, TableSync] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._ready = asyncio.Event()
        tables.add_listener(self._record_events)

    async def resume(self, server: int | None = None) -> None:
        """Show what was not shown when the process ended, of this server or of all. Call it once Discord is connected."""
        self._ready.set()
        for number in await self._surfaces.tables_behind(server):
            self.sync(number)

    def sync(self, number: int) -> None:
        """Start to bring this table up to date, unless that is under way. Cannot fail."""
        if number not in self._tasks:
            self._sync_of(number)
            self._tasks[number] = asyncio.create_task(self._run(number), name=f"courier of table {number}")

    def promise_edit(self, number: int, key: str) -> PromisedEdit:
        """Promise that the reply to a press will show this message, so that the courier need not edit it."""
        return self._sync_of(number).promised.add(key)

    def place(self, table: Table) -> int:
        """Return the channel or thread in which the table is played, as far as is known."""
        sync = self._syncs.get(table.number)
        return table.channel if sync is None else sync.place or table.channel

    @property
    def behind(self) -> int:
        """How many tables are not shown as they are."""
        return len(self._tasks)

    async def idle(self) -> None:
        """Return when everything is shown."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def close(self, seconds: float) -> None:
        """Finish what can be finished in this time; the rest is shown after the next start."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.idle(), seconds)
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _record_events(self, table: Table, events: tuple[Event, ...]) -> None:
        self._sync_of(table.number).record_events(table.version, events)
        self.sync(table.number)

    def _sync_of(self, number: int) -> TableSync:
        if number not in self._syncs:
            self._syncs[number] = self._new_sync(number)
        return self._syncs[number]

    async def _run(self, number: int) -> None:
        await self._ready.wait()
        sync, pause = self._syncs[number], _FIRST_PAUSE
        try:
            while not await self._try_to_update(sync, pause):
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
        finally:
            del self._tasks[number]
        if sync.is_over:
            self._syncs.pop(number, None)

    async def _try_to_update(self, sync: TableSync, pause: float) -> bool:
        """Bring the table up to date; return False if something failed that may succeed after a pause (in seconds)."""
        try:
            await sync.load(self._log)
            while sync.is_behind:
                await sync.run()
                await sync.catch_up(self._log)
        except UnreadableLogError as error:
            _log.error("a table cannot be shown", table=sync.number, reason=str(error))
        except (NotInServer, *TEMPORARY_ERRORS) as error:
            _log.warning("showing a table again later", table=sync.number, seconds=pause, error=str(error))
            return False
        except Exception:  # a fault of ours or of the database must not leave the table silent
            _log.exception("showing a table failed; again later", table=sync.number, seconds=pause)
            sync.reset()
            return False
        return True
