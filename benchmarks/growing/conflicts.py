"""How many transactions on PostgreSQL are run again while tables apart are played. `python -m benchmarks.growing.conflicts`

PostgreSQL refuses one of two transactions that don't fit together. Two processes' pools play, each at its own tables, all in
different servers, without a pause. The people and servers are some of many that the bot has known for long: of new ones the
rows are side by side, and who looks for one of them in an index has read where others write.
"""

import asyncio
import random
from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial
from time import perf_counter

from benchmarks.growing.moves import SERVER_BITS, Matches
from benchmarks.results import Row, report
from bot.storage.store import Store, open_store
from bot.tables.table import Table
from tests.databases import execute
from tests.postgres import MISSING, find_postgres, open_postgres

PROCESSES, TABLES, MOVES = 2, 8, 300
KNOWN = 40_000
MOST = 0.03
_HISTORY = (
    "INSERT INTO people (discord_id, name, locale) SELECT n, 'P' || n, 'en-US' FROM generate_series(1, 2 * {known}) n",
    "INSERT INTO tables (server, channel, opened, closed, told, last)"
    f" SELECT n::bigint << {SERVER_BITS}, 1, n, n, 1, 1 FROM generate_series(1, {{known}}) n",
    "INSERT INTO events SELECT n, 1, 1, n, '{{}}' FROM generate_series(1, {known}) n",
    "INSERT INTO seatings SELECT n, (n + 1) / 2 FROM generate_series(1, 2 * {known}) n",
    f"INSERT INTO ledger (server, number, at, kind, entry) SELECT n::bigint << {SERVER_BITS}, 1, 1, 'over', '{{{{}}}}'"
    " FROM generate_series(1, {known}) n",
    "ANALYZE",
)
"""Makes so many tables of two people each, which are over."""


async def measure(tables: int = TABLES, moves: int = MOVES, known: int = KNOWN) -> list[Row]:
    """Return the figures as rows of the table of results; none where PostgreSQL isn't installed."""
    if find_postgres() is None:
        print(MISSING)
        return []
    with open_postgres(is_durable=True) as cluster:
        async with AsyncExitStack() as stack:
            url = cluster.new_database()
            for statement in _HISTORY:
                execute(url, statement.format(known=known))
            stores = [await stack.enter_async_context(open_store(url)) for _ in range(PROCESSES)]
            dice = random.Random(1)
            processes = [Matches(store, iter(partial(dice.randrange, 1, known), 0)) for store in stores]
            runs = _Runs(stores)
            started = await asyncio.gather(*(process.start() for process in processes for _ in range(tables)))
            where = f"{len(started)} tables in different servers, {PROCESSES} processes"
            opening, runs = runs.row(f"opening {where}, at the same instant", None), _Runs(stores)

            async def play(process: Matches, table: Table) -> None:
                for _ in range(moves):
                    table = await process.play(table)

            began = perf_counter()
            await asyncio.gather(*(play(processes[nth // tables], table) for nth, table in enumerate(started)))
            pace = len(started) * moves / (perf_counter() - began)
            return [runs.row(f"moves at {where}, {pace:.0f} a second", MOST), opening]


class _Runs:
    """The transactions since it was made."""

    def __init__(self, stores: Sequence[Store]) -> None:
        self._stores = stores
        self._before = self._now()

    def _now(self) -> tuple[int, int]:
        databases = [store.database for store in self._stores]
        return sum(one.runs for one in databases), sum(one.runs_again for one in databases)

    def row(self, figure: str, most: float | None) -> Row:
        runs, again = (now - before for now, before in zip(self._now(), self._before, strict=True))
        share = again / (runs - again)
        return Row(
            f"transactions run again: {figure}",
            f"{again} of {runs - again}",
            "-",
            "-" if most is None else f"≤ {most:.0%}",
            f"{share:.1%}",
            most is None or share <= most,
        )


if __name__ == "__main__":
    report(asyncio.run(measure()), title="transactions run again")
