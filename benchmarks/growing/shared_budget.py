"""Discord's limit of 50 requests a second for all processes together. `python -m benchmarks.growing.shared_budget`

Three processes play more than may be sent. Their requests are counted in every second that begins with one: when the budgets
let them start, and when they arrive, which is later if the machine is busy.
"""

import asyncio
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.delivery.budget_load import LIMIT, MOST_REFUSED
from benchmarks.delivery.crowd import control
from benchmarks.growing.several_bots import open_bots
from benchmarks.results import Row, report
from tests.postgres import MISSING, find_postgres

PROCESSES, TURNS, PLAY = 3, 16.0, 30.0  # turns a second need some 52 requests; seconds
RATE, BURSTS = 45, 5


async def measure(play: float = PLAY) -> list[Row]:
    """Return the figures as rows of the table of results; none where PostgreSQL isn't installed."""
    if find_postgres() is None:
        print(MISSING)
        return []
    one, several = await _play(1, play), await _play(PROCESSES, play)
    by_process = ", ".join(str(count) for _, count in sorted(several.by_process.items()))
    share = several.refused / several.by_process.total()
    return [
        Row(
            f"requests of {PROCESSES} processes in any second, {several.turns / play:.1f} turns a second for {play:.0f} s",
            f"at most {several.started} start and {several.arrived} arrive, on average {several.by_process.total() / play:.0f} "
            f"(by process: {by_process})",
            f"of one: at most {one.started} and {one.arrived}, {one.turns / play:.1f} turns; answered 429: {share:.1%}",
            f"≤ {RATE} and bursts of {BURSTS}, < {MOST_REFUSED:.0%}",
            f"{several.started}, {share:.1%}",
            several.started <= RATE + BURSTS and share < MOST_REFUSED,
        )
    ]


@dataclass(frozen=True, slots=True)
class Requests:
    """The requests during play: the most that started and arrived within a second, and how many were answered 429."""

    turns: int
    by_process: Counter[str]
    started: int
    arrived: int
    refused: int


async def _play(processes: int, play: float) -> Requests:
    async with open_bots(processes) as (bots, players):
        await control(players.bot, "limits", LIMIT)
        await control(players.bot, "requests", method="DELETE")
        began = time.time()
        await players.play_at_pace(TURNS, play)
        started = _most_in_a_second(bots.starts(began))
        log = await control(players.bot, "requests", method="GET")
    counted = [entry for entry in log if not entry["path"].startswith(("/interactions/", "/webhooks/"))]
    arrived = _most_in_a_second([entry["at"] for entry in counted])
    refused = sum(entry["status"] == 429 for entry in counted)
    return Requests(players.turns, Counter(entry["process"] for entry in counted), started, arrived, refused)


def _most_in_a_second(times: Sequence[float]) -> int:
    times = sorted(times)
    return max(bisect_left(times, at + 1.0) - nth for nth, at in enumerate(times))


if __name__ == "__main__":
    report(asyncio.run(measure()), title="the budget of several processes")
