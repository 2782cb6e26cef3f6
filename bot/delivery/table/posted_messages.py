"""The messages of one table as they are posted, while the courier brings them up to date."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from bot.delivery.ports import DeliveryState, Surface, Surfaces
from bot.delivery.table.promised_edits import PromisedEdits
from bot.messages.components import DATABASE_MARKER

POSTED_AGAIN = "again"
"""The state of a message that was deleted by hand and posted again; it is not posted a third time."""
PLACE = "place"
"""The key under which the table's thread or channel is stored."""
GONE = "gone"
"""The state of a thread or channel that has been deleted."""


@dataclass(slots=True)
class PostedMessages:
    """The messages by key. What is `put` is stored by the next `save`.

    `number` is the table's number; `opened_at` is when it was opened (epoch ms).
    """

    number: int
    opened_at: int
    stored: DeliveryState
    promised: PromisedEdits
    changed: set[str] = field(default_factory=set)
    replaced: list[tuple[int, int]] = field(default_factory=list)
    """Channel and message of hands that have a newer message and must be deleted."""

    def get(self, key: str) -> Surface | None:
        return self.stored.surfaces.get(key)

    def put(self, surface: Surface) -> None:
        self.stored.surfaces[surface.key] = surface
        self.changed.add(surface.key)

    def forget_all_but(self, is_needed: Callable[[str], bool]) -> None:
        """Drop messages from memory, but not from storage: a long match gathers hundreds."""
        for key in [key for key in self.stored.surfaces if not is_needed(key) and key not in self.changed]:
            del self.stored.surfaces[key]

    def nonce(self, key: str) -> str:
        """Return the nonce of this message of this table: the same whenever it is posted, until a backup is restored."""
        name = f"{self.number}/{self.opened_at}/{key}{DATABASE_MARKER.get()}"
        return hashlib.blake2s(name.encode(), digest_size=10).hexdigest()

    async def save_messages(self, surfaces: Surfaces) -> None:
        """Store the messages that have changed; the cursor stays as it is."""
        if self.changed:
            await surfaces.save(self.number, None, self._changed())
        self.changed.clear()

    async def save(self, surfaces: Surfaces, cursor: int) -> None:
        """Store the messages that have changed, and the cursor, in one transaction: everything up to it is shown."""
        if cursor != self.stored.cursor or self.changed or self.stored.is_restored:
            await surfaces.save(self.number, cursor, self._changed())
        self.stored = replace(self.stored, cursor=cursor, is_restored=False)
        self.changed.clear()

    def _changed(self) -> list[Surface]:
        return [surface for key in sorted(self.changed) if (surface := self.get(key)) is not None]

    async def is_shown(self, key: str, version: int) -> bool:
        """Return True if a reply to a press has brought this message up to this version. Wait for a reply under way."""
        edits = await self.promised.take(key)
        for edited in filter(None, edits):
            self._learn(key, edited.channel, edited.message)
        surface = self.get(key)
        last = edits[0] if len(edits) == 1 else None
        return last is not None and surface is not None and last.message == surface.message and last.version >= version

    def _learn(self, key: str, channel: int, message: int) -> None:
        """Record a message in which a button was pressed: it exists, even if the process ended before it was stored."""
        known = self.get(key)
        if known is None:
            self.put(Surface(key, channel, message))
        elif known.message is not None and known.channel == channel and known.message < message:
            self.replaced.append((channel, known.message))
            self.put(replace(known, message=message))
