"""Edits that replies to button presses have promised: the courier need not make them itself."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

_LONGEST_WAIT = 20.0  # seconds


@dataclass(frozen=True, slots=True)
class Edited:
    """The message that a reply has edited or posted, and the version of the table that it shows."""

    channel: int
    message: int
    version: int


class PromisedEdits:
    """The promises for the messages of one table, by the key of the message."""

    def __init__(self) -> None:
        self._promises: dict[str, list[asyncio.Future[Edited | None]]] = {}

    def add(self, key: str) -> "PromisedEdit":
        """Promise that the reply to a press will show this message as it is then."""
        edited: asyncio.Future[Edited | None] = asyncio.get_running_loop().create_future()
        self._promises.setdefault(key, []).append(edited)
        return PromisedEdit(self, key, edited)

    def has_promise(self, key: str) -> bool:
        return key in self._promises

    async def take(self, key: str) -> list[Edited | None]:
        """Wait for the edits promised for this message, at most 20 seconds, and forget them. None: a promise was withdrawn."""
        promises = self._promises.pop(key, [])
        if not promises:
            return []
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*promises), _LONGEST_WAIT)
        return [promise.result() for promise in promises if promise.done() and not promise.cancelled()]

    def drop(self, key: str) -> None:
        """Forget the edits promised for a message that the courier has just edited: they may be overwritten by now."""
        self._promises.pop(key, None)

    def drop_up_to(self, version: int) -> None:
        """Drop messages whose promises were all withdrawn, or kept by this version."""
        for key in [key for key, promises in self._promises.items() if all(_is_past(one, version) for one in promises)]:
            del self._promises[key]

    def withdraw(self, key: str, edited: asyncio.Future[Edited | None]) -> None:
        promises = self._promises.get(key, [])
        if edited in promises:
            promises.remove(edited)
        if not promises:
            self._promises.pop(key, None)
        edited.set_result(None)


@dataclass(frozen=True, slots=True)
class PromisedEdit:
    """One promise. It must be kept or withdrawn; the courier waits for it."""

    _all: PromisedEdits
    _key: str
    _edited: "asyncio.Future[Edited | None]"

    def keep(self, channel: int, message: int, version: int) -> None:
        """Record that the message shows this version."""
        if not self._edited.done():
            self._edited.set_result(Edited(channel, message, version))

    def withdraw(self) -> None:
        """Record that nothing was edited (refused, or the reply was lost). Do nothing after `keep`."""
        if not self._edited.done():
            self._all.withdraw(self._key, self._edited)


def _is_past(promise: "asyncio.Future[Edited | None]", version: int) -> bool:
    if not promise.done():
        return False
    edited = promise.result()
    return edited is None or edited.version <= version
