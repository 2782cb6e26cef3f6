"""What the log of organisers needs from outside: its lines, and those of them that are still to be announced."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.league.organiser_actions import LogLine, NewLine


@dataclass(frozen=True, slots=True)
class LogPage:
    """Some lines of a log, the newest first, and how many it has in all; `skipped` are newer than these."""

    lines: tuple[LogLine, ...]
    total: int
    skipped: int


@dataclass(frozen=True, slots=True)
class WaitingLines:
    """Lines that are announced in one message, the oldest first. `batch` names the message; None if it is a new one."""

    lines: tuple[LogLine, ...]
    batch: int | None


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

    async def channels_to_post(self) -> list[tuple[int, int]]:
        """Return the server and the channel of each channel with lines that wait."""

    async def waiting_lines(self, channel: int, most: int) -> WaitingLines:
        """Return the oldest lines that wait, at most `most`; if a message with some of them has been begun, only these."""

    async def begin_post(self, channel: int, lines: Sequence[LogLine]) -> int:
        """Store that these lines are posted together, and return their batch."""

    async def finish_post(self, channel: int, batch: int, *, is_refused: bool) -> None:
        """Store that the lines of this batch are posted, or that Discord has refused them for good."""
