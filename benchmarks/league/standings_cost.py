"""The cost of standings and corrections in a database of 100,000 matches, and whether it is higher than in a small one.

`python -m benchmarks.league.standings_cost`
"""

import asyncio
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from typing import TypeVar

from bot.storage.schema.results import rated, results
from sqlalchemy import Connection, bindparam, select

from benchmarks.league.large_history import LARGEST, Size
from benchmarks.league.large_server import LargeServer, fill_server
from benchmarks.results import Row, report
from benchmarks.timing import milliseconds
from bot.league.corrections import Reinstate, Void
from bot.storage.database import Database
from bot.storage.engine import open_engine
from bot.storage.schema.people import people

LARGE = Size(matches=100_000, people=5000, leagues=200, largest=5000)
SMALL = Size(matches=10_000, people=800, leagues=20, largest=500)
ROUNDS, BACK, CORRECTIONS, PAGE = 60, 1000, 8, 15
_ROW = select(people).where(people.c.number == bindparam("of_number"))
_BACK = select(results.c.ended).where(results.c.server == LARGEST).order_by(results.c.ended.desc()).offset(BACK).limit(1)
_OF_DECK = rated.c.server == LARGEST, rated.c.deck == "french52"
_RATED = select(rated.c.match).where(*_OF_DECK, rated.c.ended <= _BACK.scalar_subquery()).order_by(rated.c.ended.desc())
_STEPS = select(rated.c.match, rated.c.steps).where(*_OF_DECK)
T = TypeVar("T")


class Timed(Database):
    """A database that records how long each transaction took, in milliseconds."""

    def __init__(self, file: Path) -> None:
        super().__init__(open_engine(f"sqlite:///{file}"))
        self.took: list[float] = []

    async def transaction(self, work: Callable[[Connection], T]) -> T:
        begun = time.perf_counter()
        try:
            return await super().transaction(work)
        finally:
            self.took.append((time.perf_counter() - begun) * 1000)


async def measure(large: Size = LARGE, small: Size = SMALL) -> list[Row]:
    """Return the figures as rows of the table of results."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        begun = time.perf_counter()
        databases = [Timed(folder / f"{size.matches}.db") for size in (small, large)]
        for database in databases:
            stack.push_async_callback(database.close)
        servers = [await fill_server(*one) for one in zip(databases, (small, large), strict=True)]
        making = time.perf_counter() - begun
        return [*await _pages(*servers), *await _voiding(servers[1], databases[1], making)]


async def _pages(in_small: LargeServer, in_large: LargeServer) -> list[Row]:
    small, large = in_small.size, in_large.size
    times: dict[str, list[float]] = {"look-up": [], "small": [], "large": []}
    for turn in range(ROUNDS + 5):
        times["look-up"].append(await milliseconds(lambda turn=turn: _look_up(in_large, 1 + turn)))  # type: ignore[misc]
        times["small"].append(await milliseconds(lambda: _page(in_small)))
        times["large"].append(await milliseconds(lambda: _page(in_large)))
    look_up, few, many = (median(took[5:]) for took in times.values())  # the first ones fill the caches
    rows = len((await in_large.standings.table(LARGEST, await in_large.league())).rows)
    return [
        Row(
            figure=f"a page of a season of {large.largest:,} matches and {rows} people, of {large.matches:,} in the database",
            value=f"{many:.2f} ms",
            against=f"a row by its primary key: {look_up:.2f} ms",
            target="≤ 15 ×",
            measured=f"{many / look_up:.1f} ×",
            met=many <= 15 * look_up,
        ),
        Row(
            figure="the same",
            value=f"{many:.2f} ms",
            against=f"of {small.largest:,} matches, {small.matches:,} in the database: {few:.2f} ms",
            target="≤ 1.5 ×",
            measured=f"{many / few:.2f} ×",
            met=many <= 1.5 * few,
        ),
    ]


async def _voiding(bot: LargeServer, database: Timed, making: float) -> list[Row]:
    """Void and reinstate the match to which 1,000 others are newer, several times."""
    number = await database.transaction(lambda connection: connection.execute(_RATED.limit(1)).scalar_one())
    before = await database.transaction(lambda connection: set(connection.execute(_STEPS).all()))
    await bot.corrections.correct(LARGEST, number, Void(), by=1, why="measured")
    moved = len(before - await database.transaction(lambda connection: set(connection.execute(_STEPS).all())))
    await bot.corrections.correct(LARGEST, number, Reinstate(), by=1, why="measured")
    took, wrote, longest = [], [], []
    for turn in range(CORRECTIONS):
        database.took.clear()
        change = Reinstate() if turn % 2 else Void()
        took.append(await milliseconds(lambda c=change: bot.corrections.correct(LARGEST, number, c, by=1, why="measured")))  # type: ignore[misc]
        wrote.append(database.took[-1])
        longest.append(max(database.took))
    return [
        Row(
            figure=f"voiding a match {BACK:,} results back, the slowest of {CORRECTIONS}",
            value=f"{max(took):.0f} ms, median {median(took):.0f}",
            against=f"the ratings of {moved} matches move; the databases were made in {making:.0f} s",
            target="≤ 2 s",
            measured=f"{max(took) / 1000:.2f} s",
            met=max(took) <= 2000,
        ),
        Row(
            figure="the transaction that writes it, the slowest",
            value=f"{max(wrote):.1f} ms, median {median(wrote):.1f}",
            against=f"the longest of all, one that reads: {max(longest):.0f} ms",
            target="≤ 50 ms",
            measured=f"{max(wrote):.1f} ms",
            met=max(wrote) <= 50,
        ),
    ]


async def _page(bot: LargeServer) -> None:
    """Read what a command needs: the league by its name, its standings, and the names of the people on a page."""
    ladder = await bot.standings.table(LARGEST, await bot.league("the TABLE"))
    for row in ladder.rows[:PAGE]:
        bot.store.people[row.person]


async def _look_up(bot: LargeServer, number: int) -> None:
    await bot.database.transaction(lambda connection: connection.execute(_ROW, {"of_number": number}).one())


def main() -> None:
    report(asyncio.run(measure()), title="the league")


if __name__ == "__main__":
    main()
