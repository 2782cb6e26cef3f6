"""Plays the turns of computers, and of people who are away, after a pause as a person would make it.

One task for each table where such a turn is awaited. Which ones that are follows from the tables, so a start goes on with them.
Tables that are one person's alone aren't among them: there the computers play in the transaction of that person's press.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from bot.tables.events import Event
from bot.tables.refusals import MovedOn, TableIsOver
from bot.tables.service import Tables
from bot.tables.table import Table
from bot.tables.time_requests import PlayOn
from bot.wording.sentence import Refused

_log = structlog.get_logger(__name__)
_RETRY_AFTER = 5.0  # seconds


class ComputerTurns:
    """One for the process. `pause` returns how long the next computer thinks, in seconds.

    `is_up` says whether the bot can be reached and the clocks are right: before, no turn is played.
    """

    def __init__(self, tables: Tables, pause: Callable[[], float], is_up: Callable[[], Awaitable[bool]]) -> None:
        self._tables = tables
        self._is_up = is_up
        self._pause = pause
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._is_running = False
        tables.add_listener(self._follow)

    async def run(self) -> None:
        """Play until cancelled."""
        self._is_running = True
        try:
            for table in list(self._tables.in_play):
                self._follow(table, ())
            await asyncio.Event().wait()
        finally:
            self._is_running = False
            for task in list(self._tasks.values()):
                task.cancel()

    def _follow(self, table: Table, _events: tuple[Event, ...]) -> None:
        """Play on at this table if nobody else does."""
        if not self._is_running or table.is_private or table.number in self._tasks or not table.plays_by_itself():
            return
        task = asyncio.create_task(self._play(table.number), name=f"computers of table {table.number}")
        self._tasks[table.number] = task

    async def _play(self, number: int) -> None:
        try:
            while (table := self._tables.in_play.get(number)) is not None and table.plays_by_itself():
                await asyncio.sleep(self._pause())
                try:
                    if not await self._is_up():
                        continue
                    await self._tables.change(number, None, PlayOn())
                except Exception as error:
                    if isinstance(error, Refused) and isinstance(error.refusal, MovedOn | TableIsOver):
                        continue  # somebody came back, or the match is over
                    _log.exception("a computer's turn failed; trying again", table=number, seconds=_RETRY_AFTER)
                    await asyncio.sleep(_RETRY_AFTER)
        finally:
            self._tasks.pop(number, None)
