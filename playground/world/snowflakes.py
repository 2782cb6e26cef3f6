"""Ids: unique, growing, and carrying the time of their creation, as Discord's do."""

from collections.abc import Callable

DISCORD_EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """The source of new ids. Their time must be the real one: discord.py computes from it when a token expires."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> str:
        now = (int(self._clock() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last = max(now, self._last + 1)
        return str(self._last)

    def next_moment(self) -> str:
        """Return an id of a millisecond of its own: nobody presses twice within one, however busy the machine is."""
        self._last |= (1 << 22) - 1
        return self.next()

    def skip_to(self, snowflake: str) -> None:
        """Make only newer ids than this one, which the world's file holds already."""
        self._last = max(self._last, int(snowflake))


def created_at(snowflake: str) -> float:
    """Return when this id was made, in seconds since 1970."""
    return ((int(snowflake) >> 22) + DISCORD_EPOCH_MS) / 1000
