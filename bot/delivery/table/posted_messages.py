"""What has been told of one table, as the courier works on it: its messages, what changed about them, who answers a press."""

import asyncio
import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from bot.tables.ports import Surface, Surfaces, Told

Shown = tuple[int, int, int]
"""Channel, message and the version of the table that stands in it."""

_ANSWER_SECONDS = 20.0
AGAIN = "again"
PLACE = "place"
GONE = "gone"


@dataclass(slots=True)
class Board:
    """The messages of a table by key. What is `put` is stored with the cursor at the end of a run."""

    number: int
    opened: int
    told: Told
    changed: set[str] = field(default_factory=set)
    answers: dict[str, list[asyncio.Future[Shown | None]]] = field(default_factory=dict)
    replaced: list[tuple[int, int]] = field(default_factory=list)
    """Channel and message of hands that were posted anew elsewhere and are to be taken away."""

    def get(self, key: str) -> Surface | None:
        return self.told.surfaces.get(key)

    def put(self, surface: Surface) -> None:
        self.told.surfaces[surface.key] = surface
        self.changed.add(surface.key)

    def keep_in_mind(self, needed: Callable[[str], bool]) -> None:
        """Forget the other messages, but for what is stored of them: a long match gathers hundreds."""
        for key in [key for key in self.told.surfaces if not needed(key) and key not in self.changed]:
            del self.told.surfaces[key]

    def nonce(self, key: str) -> str:
        """The same for the same message of the same table, whoever posts it and whenever."""
        return hashlib.blake2s(f"{self.number}/{self.opened}/{key}".encode(), digest_size=10).hexdigest()

    async def save(self, surfaces: Surfaces, cursor: int) -> None:
        kept = [surface for key in sorted(self.changed) if (surface := self.get(key)) is not None]
        if cursor != self.told.cursor or self.changed:
            await surfaces.save(self.number, cursor, kept)
        self.told = replace(self.told, cursor=cursor)
        self.changed.clear()

    async def is_shown(self, key: str, version: int) -> bool:
        """Whether the answer to a press has brought this message up to this version; waits for one that is under way."""
        pending = self.answers.pop(key, [])
        if not pending:
            return False
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*pending), _ANSWER_SECONDS)
        shown = [answer.result() for answer in pending if answer.done() and not answer.cancelled()]
        for channel, message, _version in filter(None, shown):
            self._found(key, channel, message)
        surface = self.get(key)
        last = shown[0] if len(shown) == 1 else None
        return last is not None and surface is not None and last[1] == surface.message and last[2] >= version

    def _found(self, key: str, channel: int, message: int) -> None:
        """A message that was pressed is there: perhaps posted when the process ended, before this was stored."""
        known = self.get(key)
        if known is None:
            self.put(Surface(key, channel, message))
        elif known.message is not None and known.channel == channel and known.message < message:
            self.replaced.append((channel, known.message))
            self.put(replace(known, message=message))

    def overwritten(self, key: str) -> None:
        """The courier has just edited this message: an answer given meanwhile may stand in it no more."""
        self.answers.pop(key, None)

    def forget_answers(self, version: int) -> None:
        """Drop the answers that nobody asked about, up to this version of the table."""
        for key in [key for key, answers in self.answers.items() if all(_is_past(answer, version) for answer in answers)]:
            del self.answers[key]


def _is_past(answer: asyncio.Future[Shown | None], version: int) -> bool:
    if not answer.done():
        return False
    shown = answer.result()
    return shown is None or shown[2] <= version
