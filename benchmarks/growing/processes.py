"""How many moves a second one process and two make, without a limit of requests. `python -m benchmarks.growing.processes`

Bots, PostgreSQL, the playground and everybody who plays are on this machine, so the bots' CPU time says more than the moves.
"""

import asyncio
import os
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.growing.several_bots import Bots, Players, open_bots
from benchmarks.results import Row, report
from tests.postgres import MISSING, find_postgres

ROUNDS, PLAY, AT_ONCE = 3, 10.0, 100.0  # seconds; turns a second, more than there can be
MOST_AGAIN = 0.03


@dataclass(frozen=True, slots=True)
class Played:
    """What was played: moves a second, the bots' CPU milliseconds of a move, and transactions run and run again."""

    pace: float
    cpu: float
    runs: int
    again: int


async def measure(rounds: int = ROUNDS, play: float = PLAY) -> list[Row]:
    """Return the figures as rows of the table of results; none where PostgreSQL isn't installed."""
    if find_postgres() is None:
        print(MISSING)
        return []
    one, two = list[Played](), list[Played]()
    async with open_bots(1, BENCH_BUDGET="no") as (bots, players):
        for _ in range(rounds):
            one.append(await _play(bots, players, play))
            second = await bots.start()
            await bots.until_shared()
            two.append(await _play(bots, players, play))
            await bots.stop(second)
            await bots.until_shared()
    (by_one, cpu_of_one), (by_two, cpu_of_two) = (
        (median(it.pace for it in played), median(it.cpu for it in played)) for played in (one, two)
    )
    runs, again = (sum(getattr(it, name) for it in two) for name in ("runs", "again"))
    return [
        Row(
            f"moves a second by two processes on {os.cpu_count()} cores, with the playground and PostgreSQL",
            f"{by_two:.0f} ({cpu_of_two:.1f} ms of the bots' CPU for a move), median of {rounds} rounds of {play:.0f} s",
            f"by one: {by_one:.0f} ({cpu_of_one:.1f} ms)",
            "-",
            f"{by_two / by_one:.2f} ×",
            True,
        ),
        Row(
            "transactions and reads run again meanwhile, by two processes",
            f"{again} of {runs}",
            f"by one: {sum(it.again for it in one)} of {sum(it.runs for it in one)}",
            f"≤ {MOST_AGAIN:.0%}",
            f"{again / runs:.1%}",
            again / runs <= MOST_AGAIN,
        ),
    ]


async def _play(bots: Bots, players: Players, play: float) -> Played:
    cpu, (runs, again), turns, began = _cpu_seconds(bots), await bots.runs(), players.turns, time.monotonic()
    await players.play_at_pace(AT_ONCE, play)
    seconds, cpu = time.monotonic() - began, _cpu_seconds(bots) - cpu
    runs_now, again_now = await bots.runs()
    moves = 2 * (players.turns - turns)
    return Played(moves / seconds, cpu / moves * 1000, runs_now - runs, again_now - again)


def _cpu_seconds(bots: Bots) -> float:
    """Return how much CPU time the processes have used, as the kernel reports it."""
    fields = [Path(f"/proc/{process.pid}/stat").read_text("utf-8").rpartition(")")[2].split() for process in bots.running]
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    report(asyncio.run(measure()), title="several processes")
