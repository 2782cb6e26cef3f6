"""Backups under a continuous writer: how many are damaged, and how much longer a move takes to be stored meanwhile.

The writer stores a move in each transaction, without a pause. Rounds with backups, one after the other, and rounds without
alternate, so that a busy machine slows both. `python -m benchmarks.backups`
"""

import asyncio
import sqlite3
import tempfile
import time
from contextlib import closing
from functools import partial
from pathlib import Path

from benchmarks.results import Row, report
from benchmarks.timing import p95
from bot.rummy.variant_reader import read_variant
from bot.storage.backup import fault_of, run_gently, write_backup
from bot.storage.store import Store, open_store
from bot.tables.events import SatDown, TableOpened
from bot.tables.ports import UNCHANGED, Commit

ROOT = Path(__file__).parents[1]
BACKUPS, ROUNDS, EVENTS = 200, 20, 50_000
TARGET = 2.0


async def measure(backups: int = BACKUPS, rounds: int = ROUNDS, events: int = EVENTS) -> list[Row]:
    """Return the figures as rows of the table of results. `events` are stored before the first backup."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "ramino.db"
        async with open_store(f"sqlite:///{database}") as store:
            writer = _Writer(store)
            await writer.open_table()
            await writer.store(events)
            with_backups: list[float] = []
            without: list[float] = []
            copies: list[Path] = []
            for nth in range(rounds):
                count = backups * (nth + 1) // rounds - len(copies)
                made = [Path(folder) / f"{len(copies) + one}.db" for one in range(count)]
                began = time.monotonic()
                with_backups += await writer.store_while(asyncio.create_task(run_gently(partial(_back_up, database, made))))
                without += await writer.store_while(asyncio.create_task(asyncio.sleep(time.monotonic() - began)))
                copies += made
            damaged = await asyncio.to_thread(lambda: sum(map(_is_damaged, copies)))
            size = database.stat().st_size / 1024**2
    ours, usual = p95(with_backups), p95(without)
    return [
        Row(
            figure=f"{len(copies)} backups under a continuous writer, damaged",
            value=str(damaged),
            against=f"database of {size:.0f} MiB",
            target="0",
            measured=str(damaged),
            met=damaged == 0,
        ),
        Row(
            figure="storing a move while backups are made, p95",
            value=f"{ours * 1000:.1f} ms",
            against=f"without backups: {usual * 1000:.1f} ms",
            target=f"≤ {TARGET:.0f} ×",
            measured=f"{ours / usual:.1f} ×",
            met=ours / usual <= TARGET,
        ),
    ]


class _Writer:
    """Stores events of one table, each in a transaction of its own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._table = self._version = 0

    async def open_table(self) -> None:
        rami = read_variant("rami", (ROOT / "data/variants/rami.toml").read_text(encoding="utf-8"), source="rami.toml")
        self._table, self._version = await self._store.log.open_table(TableOpened(1, 2, 1, rami, False, 3), due=10**15), 1

    async def store(self, count: int) -> None:
        """Store so many events in one transaction."""
        events = tuple(SatDown(person) for person in range(count))
        await self._store.log.commit(Commit(self._table, self._version + 1, events, 4, UNCHANGED))
        self._version += count

    async def store_while(self, other: "asyncio.Task[None]") -> list[float]:
        """Store event after event until the other work is over, and return how long each took, in seconds."""
        times = []
        while not other.done():
            began = time.perf_counter()
            await self.store(1)
            times.append(time.perf_counter() - began)
        await other
        return times


def _back_up(database: Path, targets: list[Path]) -> None:
    for target in targets:
        write_backup(database, target)


def _is_damaged(backup: Path) -> bool:
    """Open a backup as the bot would, check it, and read its events."""
    if fault_of(backup):
        return True
    with closing(sqlite3.connect(backup)) as connection:
        (count,), (last,) = (
            connection.execute(f"SELECT {what} FROM events").fetchone() for what in ("count(*)", "max(version)")
        )
        return bool(count != last)


def main() -> None:
    report(asyncio.run(measure()), title="backups")


if __name__ == "__main__":
    main()
