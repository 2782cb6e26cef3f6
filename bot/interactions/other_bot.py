"""The sign that another bot with the same token runs on another database: Discord refuses even our first answer as the second.

That happens when the old machine still runs after a move. Both bots get every interaction, and players get two hands. On the
same database a second bot is refused at its start (`bot/storage/database_lock.py`).
"""

import re
from types import SimpleNamespace

import aiohttp
import discord
import structlog

_log = structlog.get_logger(__name__)
ALREADY_ANSWERED = 40060
"""Discord's code for a second answer. Our own second answers get it too: after a cut connection, or for a repeated event."""
_ANSWER = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
_MOST_REMEMBERED = 1000


class OtherBot:
    """Counts our attempts to answer each of the newest interactions, and reports another bot once."""

    def __init__(self) -> None:
        self._attempts: dict[int, int] = {}
        self._is_reported = False

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Count the answers among the requests of this trace; discord.py repeats some by itself."""

        async def on_start(_session: object, _context: SimpleNamespace, about: aiohttp.TraceRequestStartParams) -> None:
            if about.method == "POST" and (found := _ANSWER.search(about.url.path)):
                self._count(int(found[1]))

        trace.on_request_start.append(on_start)

    def report(self, interaction: int, error: BaseException) -> None:
        """Log that another bot answers, if this error of an answer shows it and it hasn't been logged."""
        if not isinstance(error, discord.HTTPException) or error.code != ALREADY_ANSWERED or self._is_reported:
            return
        if self._attempts.get(interaction) == 1:
            self._is_reported = True
            _log.error(
                "another bot with the same token answers players, with a database of its own: players get two hands. "
                "Stop the other one (perhaps the old machine after a move), or reset the token in the developer portal "
                "and give the new one only to the bot that should run"
            )

    def _count(self, interaction: int) -> None:
        self._attempts[interaction] = self._attempts.get(interaction, 0) + 1
        if len(self._attempts) > _MOST_REMEMBERED:
            del self._attempts[next(iter(self._attempts))]
