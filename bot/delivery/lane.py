"""A lane: the task that brings one message up to date, while it is behind."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from bot.delivery.discord_api import TEMPORARY_ERRORS, NotInServer, NotYetDelivered

_log = structlog.get_logger(__name__)
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0


class Lane:
    """One thing to write, apart from all others: its delays and failures hold up nothing else.

    Whatever is wanted during a write is written by the next one, together. A write that fails is repeated after growing pauses,
    until the bot turns out not to be in the server: then the lane waits for `want`.
    """

    def __init__(self, table: int, key: str, write: Callable[[], Awaitable[None]], on_end: Callable[[], None]) -> None:
        self._log = _log.bind(table=table, message=key)
        self._name = f"{key} of table {table}"
        self._write = write
        self._on_end = on_end
        self._due: float | None = None  # the loop's time at which to write; None: nothing is wanted
        self._earliest = 0.0  # the loop's time before which a failed write is not repeated
        self._sooner = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_writing = False

    @property
    def task(self) -> "asyncio.Task[None] | None":
        """The task, while something is wanted or being written."""
        return self._task

    @property
    def is_delayed(self) -> bool:
        """True if the lane only waits until what is wanted is due."""
        is_waiting = self._due is not None and not self._is_writing and not self._earliest
        return is_waiting and (self._due or 0.0) > asyncio.get_running_loop().time()

    def want(self, delay: float = 0.0) -> None:
        """Write after this delay (seconds), or sooner if that was wanted already. Cannot fail."""
        due = asyncio.get_running_loop().time() + delay
        if self._due is None or due < self._due:
            self._due = due
            self._sooner.set()
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name=self._name)

    def hurry(self) -> None:
        """Write what is wanted without further delay; after a failure, without a pause."""
        self._earliest = 0.0
        if self._due is not None:
            self.want()
            self._sooner.set()

    def cancel(self) -> None:
        """Stop, whatever is wanted."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        pause = _FIRST_PAUSE
        try:
            while self._due is not None:
                await self._until_due()
                self._due, self._is_writing = None, True
                pause = await self._try_to_write(pause)
                self._is_writing = False
        finally:
            self._task, self._due = None, None
            self._on_end()

    async def _until_due(self) -> None:
        loop = asyncio.get_running_loop()
        while self._due is not None and (left := max(self._due, self._earliest) - loop.time()) > 0:
            self._sooner.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._sooner.wait(), left)

    async def _try_to_write(self, pause: float) -> float:
        """Write, and return the pause (seconds) after the next failure."""
        try:
            await self._write()
        except NotInServer as error:
            self._log.warning("a table waits for its server", error=str(error))
            self._due = None
            return _FIRST_PAUSE
        except (NotYetDelivered, *TEMPORARY_ERRORS) as error:
            self._log.warning("showing a table again later", seconds=pause, error=str(error))
        except Exception:  # a fault of ours or of the database must not leave the table silent
            self._log.exception("showing a table failed; again later", seconds=pause)
        else:
            self._earliest = 0.0
            return _FIRST_PAUSE
        self._earliest = asyncio.get_running_loop().time() + pause
        self.want(pause)
        return min(2 * pause, _LONGEST_PAUSE)
