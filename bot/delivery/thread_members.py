"""The members of private threads, and the channels that threads belong to: asked of Discord and cached for ten minutes."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import TypeVar, cast

import aiohttp
import discord

from bot.delivery.budget import Budget, Priority

_T = TypeVar("_T")
_KEPT_SECONDS = 600.0
_MOST_KEPT = 20_000
_WAIT_SECONDS = 5.0
_NO_ANSWER = (discord.HTTPException, discord.InvalidData, aiohttp.ClientError, TimeoutError, OSError)


class ThreadMembers:
    """The answers of Discord about threads. Every doubt counts as a no, and only answers are kept."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._kept: dict[tuple[int, int], tuple[float, object]] = {}

    async def find_channel(self, guild: discord.Guild, channel: int) -> discord.abc.GuildChannel | discord.Thread | None:
        """Return a channel or thread of the server, also an archived one; None if it has been deleted, or in doubt."""
        found = guild.get_channel_or_thread(channel)
        if found is not None:
            return found
        return await self._ask((channel, 0), lambda: _found_or_none(guild.fetch_channel(channel)))

    async def includes(self, thread: discord.Thread, user: int) -> bool:
        """Return True if Discord says that this user is in the thread."""
        return await self._ask((thread.id, user), lambda: _found_or_none(thread.fetch_member(user))) is not None

    async def _ask(self, key: tuple[int, int], ask: Callable[[], Awaitable[_T | None]]) -> _T | None:
        """Return the kept answer for this key, or ask; None if Discord doesn't answer in time."""
        kept = self._kept.get(key)
        if kept is not None and monotonic() < kept[0]:
            return cast(_T | None, kept[1])
        try:
            async with asyncio.timeout(_WAIT_SECONDS), self._budget.request(Priority.HAND, f"THREAD MEMBER {key}"):
                answer = await ask()
        except _NO_ANSWER:
            return None
        self._kept.pop(key, None)
        while len(self._kept) >= _MOST_KEPT:
            del self._kept[next(iter(self._kept))]  # the oldest
        self._kept[key] = monotonic() + _KEPT_SECONDS, answer
        return answer


async def _found_or_none(asked: Awaitable[_T]) -> _T | None:
    """Return the answer; None if there is none, or if Discord does not let the bot know: asking again would not help soon."""
    try:
        return await asked
    except (discord.NotFound, discord.Forbidden):
        return None
