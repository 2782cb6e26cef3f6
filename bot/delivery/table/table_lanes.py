"""The lanes of one table: what is being written or waits to be, by name."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from bot.delivery.lane import Lane

SAVE = "save"
"""The lane that stores what has been shown. It writes no message."""


class TableLanes:
    """One lane for each message that is behind. `on_end` is called with the name of a lane that has nothing more to write."""

    def __init__(self, table: int, on_end: Callable[[str], None]) -> None:
        self._table = table
        self._on_end = on_end
        self.by_name: dict[str, Lane] = {}
        self._versions: dict[str, int] = {}  # the version of the first event that a lane must show
        self._progress = asyncio.Event()
        self._is_cancelled = False

    @property
    def is_writing(self) -> bool:
        """True if a message is being written, or waits for anything but its delay."""
        return any(name != SAVE and not lane.is_delayed for name, lane in self.by_name.items())

    @property
    def first_unshown(self) -> int | None:
        """The version of the first event that a lane has yet to show; None if there is none."""
        return min(self._versions.values(), default=None)

    def tasks(self, *, with_delayed: bool) -> list["asyncio.Task[None]"]:
        """Return the tasks that are writing; those that only wait for a delay, if asked for."""
        return [lane.task for lane in self.by_name.values() if lane.task is not None and (with_delayed or not lane.is_delayed)]

    def want(self, name: str, write: Callable[[], Awaitable[None]], delay: float = 0.0, version: int | None = None) -> None:
        """Let a lane write after a delay (seconds). `version` is that of the event that it must show."""
        if self._is_cancelled:  # what was not shown must not be stored as shown
            return
        if name not in self.by_name:
            self.by_name[name] = Lane(self._table, name, write, partial(self._end, name))
        if version is not None:
            self._versions.setdefault(name, version)
        self.by_name[name].want(delay)

    def hurry(self) -> None:
        """Write what is delayed now."""
        for lane in list(self.by_name.values()):
            lane.hurry()

    def cancel(self) -> None:
        """Stop all lanes, for good."""
        self._is_cancelled = True
        for lane in list(self.by_name.values()):
            lane.cancel()

    async def until(self, is_true: Callable[[], bool], longest: float) -> None:
        """Wait until this is true, at most so long (seconds). It is looked at when a lane makes progress."""
        try:
            async with asyncio.timeout(longest):
                while not is_true():
                    await self._progress.wait()
        except TimeoutError:
            return

    def report_progress(self) -> None:
        """Let those who wait for another message look again."""
        self._progress.set()
        self._progress = asyncio.Event()

    def _end(self, name: str) -> None:
        del self.by_name[name]
        self._versions.pop(name, None)
        self.report_progress()
        self._on_end(name)
