"""A server's whole history in memory for a moment, without stopping everybody else when it is forgotten."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bot.competition.ports import MatchArchive, ServerHistory


@asynccontextmanager
async def long_history(
    archive: MatchArchive, server: int, *, since: int = 0, cached_since: int | None = None
) -> AsyncIterator[ServerHistory]:
    """Yield the history of a server without the cards of its deals, and empty it afterwards. Times are epoch milliseconds.

    With `cached_since`, it has the cached totals, and the rated matches since then.
    """
    history = await archive.history(server, since=since, cached_since=cached_since, with_deals=False)
    try:
        yield history
    finally:
        await asyncio.to_thread(free_gradually, history.matches, history.cached.rated)


def free_gradually(*collections: list[Any] | dict[Any, Any]) -> None:
    """Empty these collections, one entry at a time.

    Python frees a list with all its entries in one go: with 100,000 matches, every thread waits up to 0.1 s.
    """
    for one in collections:
        take = one.pop if isinstance(one, list) else one.popitem
        while one:
            take()
