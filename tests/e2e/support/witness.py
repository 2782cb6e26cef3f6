"""A person at their Discord, with everything that they have seen."""

import time
from dataclasses import dataclass
from typing import Any

import aiohttp

from tests.people import Json, Person, Reply


@dataclass(frozen=True, slots=True)
class Seen:
    """A message or a list of choices, as one person saw it at a time (epoch ms)."""

    at: float
    message: Json


class Witness(Person):
    """A person who remembers every state of every message that they saw, and every list of choices."""

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
