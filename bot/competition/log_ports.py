"""What the log of organisers needs from outside: its lines."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.league.organiser_actions import LogLine, NewLine


@dataclass(frozen=True, slots=True)
class LogPage:
    """Some lines of a log, the newest first, and how many it has in all; `skipped` are newer than these."""

    lines: tuple[LogLine, ...]
    total: int
    skipped: int


CheckLine = Callable[[Sequence[LogLine]], object]
"""Gets the lines about a match. Raises Refused if another one doesn't fit."""


class OrganiserLog(Protocol):
    """The log of a server. The lines of actions are stored by these; this port adds those about protests."""

    async def add(self, line: NewLine, check: CheckLine) -> None:
        """Store a line about a match. Raise what `check` raises, in the same transaction."""

    async def page(self, server: int, league: int | None, skipped: int, count: int) -> LogPage:
        """Return a page of the log of a server, or of a league; the last one if `skipped` is too high."""

    async def of_match(self, match: int) -> list[LogLine]:
        """Return the lines about a match, the oldest first."""

    async def last_end(self, league: int) -> LogLine | None:
        """Return the newest line about the end of a season of this league, or about its archiving; None without one."""

    async def lines(self, numbers: Collection[int]) -> list[LogLine]:
        """Return the lines with these numbers, the oldest first."""
