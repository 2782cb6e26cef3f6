"""A move's commit on PostgreSQL, compared with SQLite's. `python -m benchmarks.growing.commits`

Both write to the same disk and wait for it: SQLite with `synchronous=FULL`, PostgreSQL with `fsync` and `synchronous_commit`,
each as the bot is shipped. The moves alternate.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from statistics import median
from time import perf_counter

from benchmarks.growing.moves import Matches
from benchmarks.results import Row, report
from benchmarks.timing import p95
from bot.storage.store import open_store
from bot.tables.ports import Commit
from tests.postgres import MISSING, find_postgres, open_postgres

MOVES, WARM_UP = 1500, 50
MOST_MEDIAN, MOST_P95 = 2.5, 4.0


async def measure(moves: int = MOVES) -> list[Row]:
    """Return the figures as rows of the table of results; none where PostgreSQL isn't installed."""
    if find_postgres() is None:
        print(MISSING)
        return []
    with open_postgres(is_durable=True) as cluster, tempfile.TemporaryDirectory(prefix="ramino-sqlite-") as folder:
        sqlite, postgres = f"sqlite:///{folder}/ramino.db", cluster.new_database()
        async with _player(sqlite) as in_sqlite, _player(postgres) as in_postgres:
            for _ in range(moves + WARM_UP):
                await in_sqlite.play_one()
                await in_postgres.play_one()
    ours, usual = in_postgres.seconds[WARM_UP:], in_sqlite.seconds[WARM_UP:]
    return [
        _row(f"a move's commit on PostgreSQL, median of {moves}", median(ours), median(usual), MOST_MEDIAN),
        _row("the same, p95", p95(ours), p95(usual), MOST_P95),
    ]


class _Player:
    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self.seconds: list[float] = []

    async def start(self) -> None:
        self._table = await self._matches.start()

    async def play_one(self) -> None:
        before = len(self.seconds)
        self._table = await self._matches.play(self._table)
        del self.seconds[before + 1 :]  # of two people who are ready, count one


@asynccontextmanager
async def _player(url: str) -> AsyncIterator[_Player]:
    """Open a table in this database, and yield who plays there and notes how long each commit takes."""
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(open_store(url))
        player, commit_at_once = _Player(Matches(store, count(1))), store.log.commit

        async def commit(commit: Commit) -> None:
            began = perf_counter()
            await commit_at_once(commit)
            player.seconds.append(perf_counter() - began)

        await player.start()
        vars(store.log)["commit"] = commit
        yield player


def _row(figure: str, ours: float, usual: float, most: float) -> Row:
    return Row(
        figure,
        f"{ours * 1000:.2f} ms (fsync and synchronous_commit on)",
        f"SQLite, synchronous=FULL: {usual * 1000:.2f} ms",
        f"≤ {most:g} ×",
        f"{ours / usual:.2f} ×",
        ours / usual <= most,
    )


if __name__ == "__main__":
    report(asyncio.run(measure()), title="a move's commit")
