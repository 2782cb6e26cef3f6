"""What every layout needs to draw: the table, the words of a language, the names of its people, and where it is played."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.messages.names import Names
from bot.messages.words import Words
from bot.tables.table import Table


def _no_lines(_say: Words) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class WhereItCounts:
    """In which leagues a match counts, or will. `lines` says so in any language: a hand and the channel may differ in it."""

    lines: Callable[[Words], Sequence[str]] = _no_lines
    moves_standings: bool = True


class Eligibility(Protocol):
    """What the table's messages ask of the league; `bot.messages.league` implements it, and `bot.app` injects it."""

    async def where_it_counts(self, table: Table) -> WhereItCounts: ...


@dataclass(frozen=True, slots=True)
class RenderContext:
    """`server` is the name of the Discord server, `place` the id of the channel or thread where the match is played.

    `counts` is set where a lobby or a result is rendered.
    """

    table: Table
    say: Words
    names: Names
    server_name: str
    channel: int
    counts: WhereItCounts = WhereItCounts()

    @property
    def title(self) -> str:
        """`Rami, table 12`"""
        return self.say("{game}, table {number}", game=self.table.variant.title, number=self.table.number)
