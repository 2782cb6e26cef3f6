"""People who play the deal of a day by a fixed policy. `python -m tests.tables.days_people URL DAY PERSON MOVES` is one.

It goes on with the person's deal and is killed after so many moves, or says what the result is.
"""

import asyncio
import os
import signal
import sys

from bot.league.days import DAY_MS
from bot.players.choice import Level
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import TAKE_BACK
from bot.storage.store import open_store
from bot.tables.daily import deals_of, game_of
from bot.tables.events import DayDeal
from bot.tables.match_requests import Play
from bot.tables.private_tables import PrivateMatch, PrivateTables
from bot.tables.table import Phase, Table
from tests.rummy.presets import NAMES, variant
from tests.tables.table_service import TableService, eager

SECRET = "5c" * 32
PRESETS = {name: variant(name) for name in NAMES}
MONDAY = 20_787
SERVER = 10


def deal_of(day: int, *, is_ranked: bool = True) -> PrivateMatch:
    """Return the match that is the deal of a day."""
    game = game_of(day, PRESETS)
    opponents = (Level.NORMAL,) * game.computers
    return PrivateMatch(
        SERVER, 20, game.variant, game.preset, opponents, day=DayDeal(day, deals_of(SECRET, day), is_ranked=is_ranked)
    )


async def begin(service: TableService, person: int, day: int) -> Table:
    """Begin the deal of a day, or go on with it, on that day at the earliest."""
    service.now = max(service.now, day * DAY_MS)
    return await PrivateTables(service.tables).start_day(person, deal_of(day), at=service.now)


async def play_move(service: TableService, table: Table, move: str | None = None) -> tuple[Table, str]:
    """Play this move of the person, or what an eager one plays; return the table and the move."""
    assert table.match is not None
    assert table.match.seat_to_act() == 0, "the person sits first"
    options = {str(one): one for one in sorted(legal_moves(table.match, 0), key=str) if one != TAKE_BACK}
    chosen = eager(list(options.values())) if move is None else options[move]
    return await service.tables.change(table.number, table.seats.people[0], Play(chosen, table.step)), str(chosen)


async def main(url: str, day: int, person: int, moves: int) -> None:
    async with open_store(url, synchronous="NORMAL") as store:
        service = TableService(store)
        await service.tables.load()
        table = await begin(service, person, day)
        while table.phase == Phase.DEAL:
            if not moves:
                os.kill(os.getpid(), signal.SIGKILL)
            table, _ = await play_move(service, table)
            moves -= 1
        attempt = await store.days.attempt(person, day)
        events = [str(event) for event in await store.log.read_events(table.number)]
        print(attempt and attempt.points, *events[-4:], sep="\n", flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:])))
