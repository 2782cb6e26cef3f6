"""The context that a layout of a table is rendered with: the table, the words of a language, names, server and channel."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.messages.names import Names
from bot.messages.words import Words
from bot.tables.rules.match_length import NO_ESTIMATES, TurnEstimates
from bot.tables.table import Table


def _no_lines(_say: Words) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class WhereItCounts:
    """The leagues in which a match counts or will count. `lines` renders them in a language."""

    lines: Callable[[Words], Sequence[str]] = _no_lines
    moves_standings: bool = True


class Eligibility(Protocol):
    """The port through which a table's messages ask the league; `bot.messages.league` implements it, `bot.app` injects it."""

    async def where_it_counts(self, table: Table) -> WhereItCounts: ...


@dataclass(frozen=True, slots=True)
class RenderContext:
    """The context of one rendering. `channel` is the id of the channel or thread where the match is played.

    `counts` is set if a lobby or a result is rendered, and `may_open_thread` if a lobby is: then the bot may open a thread in
    the table's channel. `turns` are the measured lengths of matches.
    """

    table: Table
    say: Words
    names: Names
    server_name: str
    channel: int
    counts: WhereItCounts = WhereItCounts()
    may_open_thread: bool = False
    turns: TurnEstimates = NO_ESTIMATES

    @property
    def title(self) -> str:
        """The title of the table: `Rami, table 12`."""
        return self.say("{game}, table {number}", game=self.table.variant.title, number=self.table.number)
