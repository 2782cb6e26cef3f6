"""How long computers that choose their moves keep the event loop waiting, while people play at private tables.

Each table has one person and as many *normal* computers as its game allows, and is played at a steady pace on a real database.
Rounds alternate with computers that choose without thinking, and with nothing at all, because commits, the rules and a busy
machine make the event loop wait, too. `python -m benchmarks.players.longest_wait`
"""

import asyncio
import secrets
import tempfile
import time
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles

from benchmarks.players.strength import preset, presets
from benchmarks.results import Row, report
from benchmarks.timing import event_loop_waits
from bot.interpreter import exempt_existing_objects, favour_event_loop
from bot.players.choice import Level
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import DRAW, SeatMove
from bot.rummy.view import View
from bot.storage.store import open_store
from bot.tables.computer_players import OwnComputers
from bot.tables.match_requests import Play, Ready
from bot.tables.ports import ClockAndSeeds
from bot.tables.private_tables import PrivateMatch, PrivateTables, opponent_counts
from bot.tables.service import Pauses, Tables
from bot.tables.table import Phase, Table

TABLES, ROUNDS, SECONDS, MOST = 20, 9, 8.0, 5.0
_TURN = 2.0
"""Seconds from one turn of a person to the next."""
_DAY = 86_400_000


class Thoughtless(OwnComputers):
    """Computers that draw and discard the drawn card, in the same thread and with as many commits."""

    def choose(self, view: View, level: Level) -> SeatMove | None:
        return self.minimal(view)


def measure(tables: int = TABLES, rounds: int = ROUNDS, seconds: float = SECONDS) -> list[Row]:
    """Return the figure as a row of the table of results."""
    return [asyncio.run(_measure(tables, rounds, seconds))]


async def _measure(tables: int, rounds: int, seconds: float) -> Row:
    favour_event_loop()
    exempt_existing_objects()
    thinking, thoughtless, idle = list[list[float]](), list[list[float]](), list[list[float]]()
    for _ in range(rounds):
        idle.append(await _waits(tables, seconds, None))
        thoughtless.append(await _waits(tables, seconds, Thoughtless(_seed)))
        thinking.append(await _waits(tables, seconds, OwnComputers(_seed)))
    ours, without = _longest(thinking), _longest(thoughtless)
    return Row(
        figure=f"longest wait of the event loop at {tables} private tables with {tables / _TURN:.0f} turns of people a second",
        value=f"{ours:.1f} ms (median of {rounds} rounds of {seconds:.0f} s; p99.9 {_p999(thinking):.1f})",
        against=f"computers that don't think: {without:.1f} ms (p99.9 {_p999(thoughtless):.1f}); "
        f"idle: {_longest(idle):.1f} (p99.9 {_p999(idle):.1f})",
        target=f"≤ {MOST:.0f} ms more",
        measured=f"{ours - without:+.1f} ms",
        met=ours - without <= MOST,
    )


def _longest(rounds: Sequence[Sequence[float]]) -> float:
    """Return the longest wait of the median round: the machine may have been busy in one of them."""
    return median(map(max, rounds))


def _p999(rounds: Sequence[Sequence[float]]) -> float:
    return quantiles([wait for waits in rounds for wait in waits], n=1000)[-1]


async def _waits(tables: int, seconds: float, computers: OwnComputers | None) -> list[float]:
    """Return how long the event loop waited each time (ms), while these computers play; with None, nobody plays."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_store(f"sqlite:///{Path(folder) / 'bot.db'}") as store:
            source = ClockAndSeeds(lambda: round(time.time() * 1000), _seed)
            service = Tables(store.log, source, Pauses(lobby=_DAY, deal=_DAY), players=computers or Thoughtless(_seed))
            until = time.monotonic() + seconds
            if computers is None:
                async with event_loop_waits() as waits:
                    await asyncio.sleep(seconds)
                return waits
            games = cycle(presets())
            opened = [await _start(service, person, next(games)) for person in range(1, tables + 1)]
            async with event_loop_waits() as waits:
                await asyncio.gather(*(_play(service, table, until) for table in opened))
            return waits


async def _start(service: Tables, person: int, game: str) -> Table:
    variant = preset(game)
    wanted = PrivateMatch(1, 1, variant, variant, (Level.NORMAL,) * opponent_counts(variant)[-1])
    table, _ = await PrivateTables(service).start(person, wanted, at=round(time.time() * 1000))
    return table


async def _play(service: Tables, table: Table, until: float) -> None:
    """Draw and discard at a steady pace."""
    person = table.seats.people[0]
    await asyncio.sleep(_TURN * (person % TABLES) / TABLES)
    while time.monotonic() < until and table.phase != Phase.OVER:
        turn = table.current_turn
        while table.phase == Phase.DEAL and table.current_turn == turn:
            table = await service.change(table.number, person, Play(_move(table)))
        if table.phase == Phase.PAUSE:
            table = await service.change(table.number, person, Ready(table.deal_number))
        await asyncio.sleep(_TURN)


def _move(table: Table) -> SeatMove:
    """Return a draw from the stock, or the last of the discards."""
    assert table.match is not None
    moves = legal_moves(table.match, table.match.seat_to_act())
    return DRAW if DRAW in moves else moves[-1]


def _seed() -> str:
    return secrets.token_hex(32)


def main() -> None:
    report(measure(), title="the event loop while computers think")


if __name__ == "__main__":
    main()
