"""An upgrade of two processes, one after the other, while many play. `python -m benchmarks.growing.upgrade`

For each press it is known when it was made and whether it was answered; for each partition, when its lock changed hands. A lost
press is one that nobody answers, so that Discord says that it failed; the player presses again.
"""

import asyncio
import time
from collections import defaultdict
from dataclasses import dataclass, field
from statistics import median

import psycopg

from benchmarks.growing.several_bots import TABLES, Bots, Players, open_bots
from benchmarks.results import Row, report
from bot.rummy.events import CardDiscarded, CardDrawn
from bot.storage.ownership import OWNERS
from bot.tables.partitions import PARTITIONS
from tests.databases import execute
from tests.postgres import MISSING, find_postgres

PROCESSES, TURNS, BETWEEN = 2, 8.0, 8.0  # turns a second; seconds between two steps of the upgrade
NEAR = 1.0  # second before and after a handover, which takes at most one
_LOOK = 0.05
_LOCKS = """SELECT objid, pid FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND application_name = %s AND objid < %s"""


@dataclass
class Handovers:
    """When partitions changed hands: from when (epoch seconds) the old process no longer had it until the new one had it."""

    times: dict[int, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))

    async def watch(self, database: str) -> None:
        """Look again and again, until cancelled."""
        seen: dict[int, tuple[int, float]] = {}
        async with await psycopg.AsyncConnection.connect(database, autocommit=True) as connection:
            while True:
                owners = dict(await (await connection.execute(_LOCKS, (OWNERS, PARTITIONS))).fetchall())
                now = time.time()
                for partition, owner in owners.items():
                    if partition in seen and seen[partition][0] != owner:
                        self.times[partition].append((seen[partition][1], now))
                    seen[partition] = owner, now
                await asyncio.sleep(_LOOK)

    def is_near(self, partition: int, at: float) -> bool:
        """Return True if a press at this time came shortly before, in or shortly after a handover of its table."""
        return any(begin - NEAR <= at <= end + NEAR for begin, end in self.times[partition])

    def longest(self) -> float:
        return max(end - begin for times in self.times.values() for begin, end in times)


async def measure(between: float = BETWEEN) -> list[Row]:
    """Return the figures as rows of the table of results; none where PostgreSQL isn't installed."""
    if find_postgres() is None:
        print(MISSING)
        return []
    handovers = Handovers()
    async with open_bots(PROCESSES) as (bots, players):
        before = _count_moves(bots)
        watching = asyncio.create_task(handovers.watch(bots.database))
        began = time.monotonic()
        upgrading, playing = asyncio.create_task(_upgrade(bots, between)), list[asyncio.Task[None]]()
        while not upgrading.done():
            playing.append(asyncio.create_task(players.play_at_pace(TURNS, 1.0)))
            await asyncio.wait((upgrading,), timeout=1.0)
        seconds = time.monotonic() - began
        await asyncio.gather(upgrading, *playing)
        await players.until(lambda: len(players.ready) == TABLES)
        watching.cancel()
        moves = _count_moves(bots) - before
    return [_lost(players, handovers, seconds), _doubled(players, moves)]


async def _upgrade(bots: Bots, between: float) -> None:
    for old in bots.running:
        await asyncio.sleep(between)
        await bots.start()
        await asyncio.sleep(between)
        await bots.stop(old)
    await asyncio.sleep(between)


def _count_moves(bots: Bots) -> int:
    kinds = " OR ".join(f"event LIKE '%\"{kind.__name__}\"%'" for kind in (CardDrawn, CardDiscarded))
    return int(execute(bots.database, f"SELECT count(*) FROM events WHERE {kinds}")[0][0])


def _lost(players: Players, handovers: Handovers, seconds: float) -> Row:
    lost = [press for press in players.presses if not press.is_answered]
    far = [press for press in lost if not handovers.is_near(press.table % PARTITIONS, press.at)]
    changed = [end - begin for times in handovers.times.values() for begin, end in times]
    return Row(
        f"an upgrade of {PROCESSES} processes at {players.turns / seconds:.1f} turns a second, {seconds:.0f} s: "
        f"presses lost before and after the three seconds of a handover of their table",
        f"{len(far)} of {len(players.presses)} ({len(lost)} lost in one, and made again)",
        f"{len(changed)} handovers of a partition: median {median(changed):.1f} s, longest {handovers.longest():.1f} s",
        "0",
        str(len(far)),
        not far,
    )


def _doubled(players: Players, moves: int) -> Row:
    made = sum(press.is_answered for press in players.presses)
    doubled = players.doubled + max(0, moves - players.moves)
    return Row(
        "moves or hands doubled meanwhile",
        f"{moves} moves stored, {players.doubled} hands in two messages",
        f"{players.moves} moves wanted; {len(players.presses)} presses, {made} of them answered",
        "0",
        str(doubled),
        doubled == 0,
    )


if __name__ == "__main__":
    report(asyncio.run(measure()), title="a rolling upgrade")
