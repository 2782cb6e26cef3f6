"""The writes to one message: edits and replies to presses take turns, so that no older state replaces a newer one.

A reply waits at most a second for its turn and then goes without it. When two writes have overlapped, or it is unknown whether
one has arrived, nobody knows what the message shows: it is *unsure*, and gets one more edit.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

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
        return PromisedEdit(self, key, has_turn)

    @asynccontextmanager
    async def turn(self, key: str) -> AsyncIterator[None]:
        """Wait until nobody else writes the message, and keep others from it until the end of the block."""
        message = self._messages.setdefault(key, _Message())
        has_turn = await self._begin(message, _EDIT_WAIT)
        try:
            yield
        finally:
            self._end(key, message, has_turn=has_turn)

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

    def end_promise(self, key: str, *, has_turn: bool) -> None:
        self._end(key, self._messages[key], has_turn=has_turn)

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

    def _end(self, key: str, message: _Message, *, has_turn: bool) -> None:
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
            self._writes.end_promise(self._key, has_turn=self._has_turn)
