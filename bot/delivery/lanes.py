"""The lanes of a table: what is being written or waits to be, each message on its own; and the turns of those who write it.

Edits and replies to presses take turns, so that no older state replaces a newer one. A reply waits at most a second for its
turn and then goes without it. When two writes have overlapped, or it is unknown whether one has arrived, nobody knows what the
message shows: it is *unsure*, and gets one more edit.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial

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
        self.task: asyncio.Task[None] | None = None  # while something is wanted or being written
        self._is_writing = False

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
        if self.task is None:
            self.task = asyncio.create_task(self._run(), name=self._name)

    def hurry(self) -> None:
        """Write what is wanted without further delay; after a failure, without a pause."""
        self._earliest = 0.0
        if self._due is not None:
            self.want()
            self._sooner.set()

    def cancel(self) -> None:
        """Stop, whatever is wanted."""
        if self.task is not None:
            self.task.cancel()

    async def _run(self) -> None:
        pause = _FIRST_PAUSE
        try:
            while self._due is not None:
                await self._until_due()
                self._due, self._is_writing = None, True
                pause = await self._try_to_write(pause)
                self._is_writing = False
        finally:
            self.task, self._due = None, None
            self._on_end()

    async def _until_due(self) -> None:
        loop = asyncio.get_running_loop()
        while self._due is not None and (left := max(self._due, self._earliest) - loop.time()) > 0:
            self._sooner.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._sooner.wait()

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


_REPLY_WAIT = 1.0  # seconds
_EDIT_WAIT = 20.0  # seconds; longer than discord.py repeats a reply


@dataclass(slots=True)
class _Message:
    """The writes of one message. Versions are those of the table; `shown` is 0 while the message is unsure.

    `is_written` says that something was sent since it was last checked whether the message is unsure.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    writers: int = 0
    sent: int = 0
    shown: int = 0
    is_overlapped: bool = False
    is_written: bool = False


class MessageWrites:
    """The writes of one table's messages, by the key of the message.

    `on_unsure` is called with a key whose message may not show what was sent last. `on_kept` is called with a key and the
    channel and the id of the message that a reply has written; it returns whether that is still the key's message.
    """

    def __init__(self, on_unsure: Callable[[str], None], on_kept: Callable[[str, int, int], bool]) -> None:
        self._messages: dict[str, _Message] = {}
        self._on_unsure = on_unsure
        self._on_kept = on_kept

    async def promise(self, key: str) -> "PromisedEdit":
        """Promise that the reply to a press will write this message. Wait for its turn, but not for long."""
        message = self._messages.setdefault(key, _Message())
        has_turn = await self._begin(message, _REPLY_WAIT)
        return PromisedEdit(self, key, message, has_turn)

    @asynccontextmanager
    async def turn(self, key: str) -> AsyncIterator[None]:
        """Wait until nobody else writes the message, and keep others from it until the end of the block."""
        message = self._messages.setdefault(key, _Message())
        has_turn = await self._begin(message, _EDIT_WAIT)
        try:
            yield
        finally:
            self.end(key, message, has_turn=has_turn)

    def is_shown(self, key: str, version: int) -> bool:
        """Return True if the message shows this version of the table, or a newer one, for sure."""
        message = self._messages.get(key)
        return message is not None and message.shown >= version

    def send(self, key: str, version: int) -> bool:
        """Record that this version is being sent. Return False if a newer one was: then it must not be sent."""
        message = self._messages.setdefault(key, _Message())
        if version < message.sent:
            return False
        message.sent, message.shown, message.is_written = version, 0, True
        return True

    def confirm(self, key: str, version: int) -> None:
        """Record that Discord has confirmed the version; unless writes overlapped, the message shows it."""
        message = self._messages.get(key)
        if message is not None and not message.is_overlapped and version >= message.sent:
            message.shown = version

    def give_up(self, key: str) -> None:
        """Record that nothing more can be done for what was sent: the message is not unsure."""
        if key in self._messages:
            self._messages[key].shown = self._messages[key].sent

    def forget_shown(self, key: str) -> None:
        """Record that nobody knows what the message shows."""
        if key in self._messages:
            self._messages[key].shown, self._messages[key].is_written = 0, True

    def keep(self, key: str, channel: int, message: int, version: int) -> None:
        if self._on_kept(key, channel, message):
            self.confirm(key, version)

    def forget(self, key: str) -> None:
        """Drop what is known of a message that has been replaced or is not written any more."""
        message = self._messages.get(key)
        if message is not None and message.writers == 0:
            del self._messages[key]

    async def _begin(self, message: _Message, longest: float) -> bool:
        """Wait at most this long (seconds) for the turn; return whether it has come."""
        has_turn = True
        try:
            async with asyncio.timeout(longest):
                await message.lock.acquire()
        except TimeoutError:
            has_turn = False
        message.writers += 1
        if message.writers > 1:
            message.is_overlapped = True
        return has_turn

    def end(self, key: str, message: _Message, *, has_turn: bool) -> None:
        message.writers -= 1
        if has_turn:
            message.lock.release()
        if message.writers:
            return
        if message.is_overlapped and message.is_written:
            message.shown = 0
        is_unsure = message.is_written and message.shown < message.sent
        message.is_overlapped = message.is_written = False
        if is_unsure:
            self._on_unsure(key)


@dataclass(slots=True)
class PromisedEdit:
    """One promise. It must be kept or withdrawn: the message's next write waits for it."""

    _writes: MessageWrites
    _key: str
    _message: _Message
    _has_turn: bool
    _is_ended: bool = False

    def send(self, version: int) -> bool:
        """Record that the reply is being sent. Return False if a newer state has been sent: then it must not be."""
        return self._writes.send(self._key, version)

    def keep(self, channel: int, message: int, version: int) -> None:
        """Record that the message shows this version."""
        if not self._is_ended:
            self._writes.keep(self._key, channel, message, version)
            self.withdraw()

    def withdraw(self) -> None:
        """End the promise: nothing was written, or nobody knows. Do nothing after `keep`."""
        if not self._is_ended:
            self._is_ended = True
            self._writes.end(self._key, self._message, has_turn=self._has_turn)
