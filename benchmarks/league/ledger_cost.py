"""What it costs to fold the ledger of a server with 20,000 and with 100,000 matches, and to correct a match of it.

`python -m benchmarks.league.ledger_cost`
"""

import asyncio
import gc
import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from benchmarks.league.large_history import LARGEST, Size
from benchmarks.league.large_server import LargeServer, fill_server
from benchmarks.results import Row, report
from benchmarks.timing import event_loop_waits, milliseconds, resident_kib
from bot.interpreter import exempt_existing_objects, favour_event_loop
from bot.league.corrections import Reinstate, Void
from bot.storage.sqlite_database import SqliteDatabase, open_engine

SIZES = (
    Size(matches=20_100, people=1200, leagues=2, largest=20_000, members=1000),
    Size(matches=100_100, people=3000, leagues=2, largest=100_000, members=2500),
)
CORRECTIONS, LONGEST_WAIT = 8, 50  # the second one in milliseconds


async def measure() -> list[Row]:
    """Return the figures as rows of the table of results."""
    favour_event_loop()
    rows, loop = list[Row](), asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1, mp_context=get_context("spawn")) as beside:
        for size in SIZES:
            file = Path(folder) / f"{size.matches}.db"
            await loop.run_in_executor(beside, _fill, file, size)
            database = SqliteDatabase(open_engine(f"sqlite:///{file}"))
            rows += await _rows(LargeServer(database, size))
            await database.close()
    return rows


def _fill(file: Path, size: Size) -> None:
    """Fill a database in another process, so that this one's memory is only that of the fold."""

    async def fill() -> None:
        database = SqliteDatabase(open_engine(f"sqlite:///{file}"))
        await fill_server(database, size)
        await database.close()

    asyncio.run(fill())


async def _rows(server: LargeServer) -> list[Row]:
    matches = f"of {server.size.largest:,} matches"
    stored = await server.league()
    assert stored is not None
    exempt_existing_objects()
    gc.collect()
    before = resident_kib()
    async with event_loop_waits() as waits:
        folding = await milliseconds(lambda: _fold(server))
        memory = (resident_kib() - before) / 1024
        rating = await milliseconds(lambda: server.history.ladder(LARGEST))
        first = await milliseconds(lambda: server.standings.table(LARGEST, stored))
        later = await milliseconds(lambda: server.standings.table(LARGEST, stored))
        changes = [Reinstate() if turn % 2 else Void() for turn in range(CORRECTIONS)]
        correcting, after = list[float](), list[float]()
        for change in changes:
            correcting.append(await milliseconds(lambda change=change: _correct(server, change)))  # type: ignore[misc]
            after.append(await milliseconds(lambda: server.history.ladder(LARGEST)))
    grown = (resident_kib() - before) / 1024
    return [
        Row(
            figure=f"a fold from scratch, {matches}, with ratings",
            value=f"{(folding + rating) / 1000:.2f} s, {grown:.0f} MiB",
            against=f"without ratings: {folding / 1000:.2f} s, {memory:.0f} MiB",
            target="≤ 30 s, ≤ 250 MiB",
            measured=f"{(folding + rating) / 1000:.2f} s, {grown:.0f} MiB",
            met=folding + rating <= 30_000 and grown <= 250,
        ),
        Row(
            figure=f"the first page of the standings after that, {matches}",
            value=f"{first:.0f} ms",
            against=f"a later page: {later:.2f} ms",
            target="≤ 2 s, ≤ 5 ms",
            measured=f"{first / 1000:.2f} s, {later:.2f} ms",
            met=first <= 2000 and later <= 5,
        ),
        Row(
            figure=f"a correction of the match in the middle, {matches}, the slowest of {CORRECTIONS}",
            value=f"{max(correcting) / 1000:.2f} s",
            against=f"the ratings after it: {max(after) / 1000:.2f} s",
            target="≤ 2 s",
            measured=f"{max(correcting) / 1000:.2f} s",
            met=max(correcting) <= 2000,
        ),
        Row(
            figure=f"the longest pause of the event loop meanwhile, {matches}",
            value=f"{max(waits):.0f} ms",
            against="",
            target=f"≤ {LONGEST_WAIT} ms",
            measured=f"{max(waits):.0f} ms",
            met=max(waits) <= LONGEST_WAIT,
        ),
    ]


async def _fold(server: LargeServer) -> None:
    async with server.store.ledgers.of(LARGEST) as ledger:
        assert len(ledger.matches()) == server.size.largest


async def _correct(server: LargeServer, change: Void | Reinstate) -> None:
    await server.corrections.correct(LARGEST, server.size.largest // 2, change, by=1, why="measured")


def main() -> None:
    report(asyncio.run(measure()), title="the ledger of a server")


if __name__ == "__main__":
    main()
