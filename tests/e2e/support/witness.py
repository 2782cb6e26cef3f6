"""A person at their Discord who remembers everything that they saw."""

import time
from dataclasses import dataclass
from typing import Any

import aiohttp

from tests.people import Json, Person, Reply


@dataclass(frozen=True, slots=True)
class Seen:
    """A message, or anything else the bot said, as one person had it before him at a moment (epoch ms)."""

    at: float
    message: Json


class Witness(Person):
    """A person who forgets nothing: every state of every message that he saw, and every list that he was offered."""

    def __init__(self, session: aiohttp.ClientSession, url: str, name: str) -> None:
        super().__init__(session, url, name)
        self.seen: list[Seen] = []

    async def act(self, kind: int, channel: str, data: Json, **more: Any) -> Reply:
        reply = await super().act(kind, channel, data, **more)
        for said in (reply.message, {"choices": reply.choices} if reply.choices else {}):
            if said:
                self.seen.append(Seen(time.time() * 1000, said))
        return reply

    def _hear(self, event: str, data: Any) -> None:
        super()._hear(event, data)
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self.seen.append(Seen(time.time() * 1000, data))

    def pinged_in(self, channel: str) -> int:
        """How often he was called in this channel ("dm" is the bot)."""
        where = self.channel_id(channel)
        return sum(ping["channel_id"] == where for ping in self.pings)
