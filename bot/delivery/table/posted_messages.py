"""The messages of one table as they are posted: where they are, and which of them must be stored or deleted."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from bot.messages.components import DATABASE_MARKER
from bot.storage.surfaces import DeliveryState, Surface, Surfaces

POSTED_AGAIN = "again"
"""The state of a message that was deleted by hand and posted again; it is not posted a third time."""
PLACE = "place"
"""The key under which the table's thread or channel is stored."""
ROUND = "round "
"""How the keys of the messages of rounds begin."""
_REPLACED = "replaced "
"""How the keys of messages begin that must be deleted."""
GONE = "gone"
"""The state of a thread or channel that has been deleted."""


@dataclass(slots=True)
class PostedMessages:
    """The messages of a table by key. What is `put` is stored by the next `save`. `opened_at` is an epoch time (ms)."""

    number: int
    opened_at: int
    stored: DeliveryState
    changed: set[str] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)

    @property
    def cursor(self) -> int:
        """The version up to which everything is shown, or given up."""
        return self.stored.cursor

    def get(self, key: str) -> Surface | None:
        return self.stored.surfaces.get(key)

    def surfaces(self) -> list[Surface]:
        """Return all messages in memory."""
        return list(self.stored.surfaces.values())

    def replaced(self) -> list[Surface]:
        """Return the messages that must be deleted."""
        return [surface for surface in self.stored.surfaces.values() if surface.key.startswith(_REPLACED)]

    def replace(self, channel: int, message: int) -> None:
        """Record that a message must be deleted; this is stored until it is."""
        self.put(Surface(f"{_REPLACED}{message}", channel, message))

    def drop(self, key: str) -> None:
        """Forget a message, here and in storage."""
        del self.stored.surfaces[key]
        if key in self.changed:
            self.changed.remove(key)
        else:
            self.dropped.add(key)

    def put(self, surface: Surface) -> None:
        self.stored.surfaces[surface.key] = surface
        self.changed.add(surface.key)

    def round_message(self) -> tuple[int, int] | None:
        """Return the channel and the id of the newest message of a round, or None."""
        rounds = (one for one in self.stored.surfaces.values() if one.key.startswith(ROUND))
        found = [(one.message, one.channel) for one in rounds if one.message is not None]
        return max(found)[::-1] if found else None

    def ids(self) -> set[int]:
        """Return the ids of all messages in memory."""
        return {surface.message for surface in self.stored.surfaces.values() if surface.message is not None}

    def forget_all_but(self, is_needed: Callable[[str], bool]) -> list[str]:
        """Drop messages from memory, but not from storage: a long match gathers hundreds. Return their keys."""
        dropped = [key for key in self.stored.surfaces if not is_needed(key) and key not in self.changed]
        for key in dropped:
            del self.stored.surfaces[key]
        return dropped

    def nonce(self, key: str) -> str:
        """Return the nonce of this message of this table: the same whenever it is posted, until a backup is restored."""
        name = f"{self.number}/{self.opened_at}/{key}{DATABASE_MARKER.get()}"
        return hashlib.blake2s(name.encode(), digest_size=10).hexdigest()

    async def save(self, surfaces: Surfaces, cursor: int | None = None) -> None:
        """Store what has changed and, if everything up to it is shown, the cursor, in one transaction."""
        keys, dropped = sorted(self.changed), sorted(self.dropped)
        moves = cursor is not None and (cursor != self.stored.cursor or self.stored.is_restored)
        if not moves and not keys and not dropped:
            return
        self.changed.clear()
        self.dropped.clear()
        try:
            await surfaces.save(self.number, cursor, [self.stored.surfaces[key] for key in keys], dropped)
        except BaseException:
            self.changed.update(key for key in keys if key in self.stored.surfaces)
            self.dropped.update(dropped)
            raise
        if cursor is not None:
            self.stored = replace(self.stored, cursor=cursor, is_restored=False)

    def learn(self, key: str, channel: int, message: int) -> bool:
        """Record a message that a reply has written: it exists, even if the process ended before it was stored.

        Return False for an old message, which a newer one has replaced.
        """
        known = self.get(key)
        if known is None:
            self.put(Surface(key, channel, message))
        elif known.message is not None and known.channel == channel and known.message < message:
            self.replace(channel, known.message)
            self.put(replace(known, message=message))
        elif known.message != message:
            return False
        return True
