"""Matches of two on a store, played move by move as the bot plays them, without Discord."""

import secrets
import time
from collections.abc import Iterable

from bot.rummy.legal_moves import legal_moves
from bot.storage.store import Store
from bot.tables.events import Clock, Pace
from bot.tables.lobby_requests import Join, Start
from bot.tables.match_requests import Play, Ready
from bot.tables.ports import ClockAndSeeds
from bot.tables.service import Pauses, Tables
from bot.tables.table import Phase, Table
from tests.rummy.presets import variant
from tests.tables.opening import open_table
from tests.tables.table_service import eager

_HOUR = 3_600_000
SERVER_BITS = 22
"""The server of a table is its number, shifted by so many bits, as it would be if it were made a little later each time."""


class Matches:
    """The tables of one process. Each is in a server of its own, and has its own two people."""

    def __init__(self, store: Store, numbers: Iterable[int]) -> None:
        """`numbers` are those of the tables to come: from them follow the Discord ids of the server and the two people."""
        self._store, self._numbers = store, iter(numbers)
        source = ClockAndSeeds(self._now, lambda: secrets.token_hex(32))
        self.tables = Tables(store.log, source, Pauses(lobby=24 * _HOUR, deal=_HOUR))

    @staticmethod
    def _now() -> int:
        return time.time_ns() // 1_000_000

    async def start(self) -> Table:
        """Open a table, and start a match with a clock, as most are."""
        number = next(self._numbers)
        host, guest = [await self._person(2 * number - seat) for seat in (1, 0)]
        server, clock, now = number << SERVER_BITS, Clock(Pace.LIVE), self._now()
        table = await open_table(self.tables, server, 1, host, variant("rami"), thread=False, clock=clock, at=now)
        await self.tables.change(table.number, guest, Join())
        return await self.tables.change(table.number, host, Start())

    async def play(self, table: Table) -> Table:
        """Make one move. Between two deals, let both say that they are ready; after the match, start another one."""
        match table.phase:
            case Phase.DEAL:
                assert table.match is not None
                moves = legal_moves(table.match, table.match.seat_to_act() or 0)
                return await self.tables.change(table.number, table.person_to_act(), Play(eager(moves), table.step))
            case Phase.PAUSE:
                for person in table.seated_people():
                    table = await self.tables.change(table.number, person, Ready())
                return table
            case _:
                return await self.start()

    async def _person(self, discord_id: int) -> int:
        return (await self._store.people.add_or_update(discord_id, f"P{discord_id}", "en-US")).number
