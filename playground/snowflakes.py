"""Ids: unique, growing, and carrying the moment they were made, as Discord's do."""

from collections.abc import Callable

DISCORD_EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """Hands out ids. discord.py computes when a token expires from its id, so the time in it is the real one."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> str:
        now = (int(self._clock() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last = max(now, self._last + 1)
        return str(self._last)

    def never_below(self, snowflake: str) -> None:
        """Make no id that is not newer than this one (the world's file may hold it)."""
        self._last = max(self._last, int(snowflake))


def moment(snowflake: str) -> float:
    """When this id was made, in seconds since 1970."""
    return ((int(snowflake) >> 22) + DISCORD_EPOCH_MS) / 1000
