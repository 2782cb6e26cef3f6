"""Presses, forms and commands in direct messages, forwarded from the process that hears them to the one that answers.

Discord's documentation implies that all sessions of shard 0 hear them. If only one does, its process sends to the others, as it
came, what isn't its own. The owner answers it with the interaction's token.
"""

import contextvars
import hashlib
import zlib
from base64 import b85decode, b85encode
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog

from bot.discord.client import RummyClient
from bot.settings import Settings

_log = structlog.get_logger(__name__)
_MOST_REMEMBERED = 1000


def channel_of(settings: Settings) -> str:
    """Return the channel for forwarding; empty if nothing is forwarded.

    Only those who know the bot's token can find it: others in the same PostgreSQL neither hear presses nor forge any.
    """
    if not settings.forward_presses or settings.discord_token is None:
        return ""
    return "ramino_" + hashlib.sha256(b"presses" + settings.discord_token.get_secret_value().encode()).hexdigest()[:32]


class Forwarding:
    """Forwards what others answer, and knows what this process has begun to answer."""

    def __init__(self, client: RummyClient, send: Callable[[str], Awaitable[None]]) -> None:
        self._client, self._send = client, send
        self._context = contextvars.copy_context()  # it has the database's marker, which the listening task lacks
        self._parse = client._connection.parse_interaction_create
        client._connection.parsers["INTERACTION_CREATE"] = self._hear
        self._heard: dict[int, Any] = {}
        self._begun = deque[int](maxlen=_MOST_REMEMBERED)

    def _hear(self, data: Any) -> None:
        """Take an interaction from Discord, and keep it until `claim` is asked."""
        if data.get("guild_id") is None:
            self._heard[int(data["id"])] = data
        self._parse(data)

    def receive(self, text: str) -> None:
        """Take an interaction that a process has forwarded, perhaps this one. It isn't forwarded again."""
        if self._client.is_ready():
            self._context.run(self._parse, msgspec.json.decode(zlib.decompress(b85decode(text))))

    async def claim(self, interaction: int, is_ours: bool) -> bool:
        """Return True, once, if this process is to answer this interaction. Forward another process's. Never raise."""
        data = self._heard.pop(interaction, None)
        if is_ours:
            is_new = interaction not in self._begun
            self._begun.append(interaction)
            return is_new
        if data is not None:
            try:
                await self._send(b85encode(zlib.compress(msgspec.json.encode(data))).decode())
            except Exception as error:  # its text may contain the interaction
                _log.warning("a press was not forwarded", error=type(error).__name__)
        return False
