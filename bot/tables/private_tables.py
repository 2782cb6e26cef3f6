"""The matches that a person plays alone against computers, at a table that nobody else sees.

A person has at most one of them under way: a new one ends the one before, if the person was told that it would. The deal of a
day is played beside it, once.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from weakref import WeakValueDictionary

from bot.players.choice import Level
from bot.rummy.variant import Variant
from bot.tables.events import NO_CLOCK, DayDeal, OwnEnd, TableOpened
from bot.tables.lobby_requests import Start
from bot.tables.match_requests import Cancel, Forfeit
from bot.tables.rule_requests import AddComputer
from bot.tables.service import Tables
from bot.tables.table import Table
from bot.wording.sentence import Refused

MOST_OPPONENTS = 5
"""No game has more than six seats."""


@dataclass(frozen=True, slots=True)
class PrivateMatch:
    """What a person wants to play: the rules, the game that they were made from, and who plays.

    `own_end` is how the game ends by its own rules, None if the preset says so. `server` is 0 for direct messages. `day` is the
    deal of a day.
    """

    server: int
    channel: int
    variant: Variant
    preset: Variant
    opponents: Sequence[Level]
    own_end: OwnEnd | None = None
    day: DayDeal | None = None


class PrivateTables:
    """One for the process. A person's own requests are carried out one at a time."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def under_way(self, person: int) -> Table | None:
        """Return the person's own match that is under way; None if there is none."""
        own = await self._own(person)
        return next((table for table in own if table.match is not None and table.lobby.day is None), None)

    async def start(self, person: int, wanted: PrivateMatch, *, at: int, replaces: int | None = None) -> tuple[Table, bool]:
        """Start the match, and return its table and True. Raise Refused.

        If the person has a match under way, end it only if `replaces` is its number; otherwise return that one and False.
        `at` (epoch ms) is the time of the press.
        """
        async with self._locks.setdefault(person, asyncio.Lock()):
            known = await self.under_way(person)
            if known is not None and known.number != replaces:
                return known, False
            for table in await self._own(person):
                if table.match is None or table.lobby.day is None:
                    await end_private_table(self._tables, table)
            return await self._begin(person, wanted, at), True

    async def start_day(self, person: int, wanted: PrivateMatch, *, at: int) -> Table:
        """Begin the deal of a day, or go on with it or a later one, and end those of earlier days. Return its table.

        Raise Refused(DayBegun) if it is over, or was begun in another process. `at` (epoch ms) is the time of the press.
        """
        assert wanted.day is not None
        async with self._locks.setdefault(person, asyncio.Lock()):
            under_way = None
            for table in await self._own(person):
                if (day := table.lobby.day) is None:
                    continue
                if table.match is not None and day.day >= wanted.day.day:
                    under_way = table
                else:
                    await end_private_table(self._tables, table)
            return under_way or await self._begin(person, wanted, at)

    async def _begin(self, person: int, wanted: PrivateMatch, at: int) -> Table:
        opening = TableOpened(
            wanted.server,
            wanted.channel,
            person,
            wanted.variant,
            thread=False,
            at=at,
            preset=None if wanted.preset == wanted.variant else wanted.preset,
            own_end=wanted.own_end,
            clock=NO_CLOCK,
            is_private=True,
            day=wanted.day,
        )
        opened = await self._tables.open(opening)
        try:
            for level in wanted.opponents:
                await self._tables.change(opened.number, person, AddComputer(level))
            return await self._tables.change(opened.number, person, Start())
        except Refused:
            await end_private_table(self._tables, opened)
            raise

    async def _own(self, person: int) -> list[Table]:
        return [table for table in await self._tables.of_person(person) if table.is_private]


async def end_private_table(tables: Tables, table: Table) -> None:
    """End the match of a person's own table, or close its lobby, which a fault may have left behind."""
    person = table.seats.people[0]
    with suppress(Refused):  # it is over already
        await tables.change(table.number, person, Cancel(by_manager=False) if table.match is None else Forfeit())


def opponent_counts(variant: Variant) -> range:
    """Return against how many computers a person can play this game alone."""
    least, most = variant.players
    return range(max(1, least - 1), most)
