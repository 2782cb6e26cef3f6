"""The cost of standings in a database of 100,000 matches, and whether it is higher than in a small one.

`python -m benchmarks.league.standings_cost`
"""

import asyncio
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

from sqlalchemy import bindparam, select

from benchmarks.league.large_history import LARGEST, Size
from benchmarks.league.large_server import LargeServer, fill_server
from benchmarks.results import Row, report
from benchmarks.timing import milliseconds
from bot.storage.schema import people
from bot.storage.sqlite_database import SqliteDatabase, open_engine

LARGE = Size(matches=100_000, people=5000, leagues=200, largest=5000)
SMALL = Size(matches=10_000, people=800, leagues=20, largest=500)
ROUNDS, PAGE = 60, 15
_ROW = select(people).where(people.c.number == bindparam("of_number"))


async def measure(large: Size = LARGE, small: Size = SMALL) -> list[Row]:
    """Return the figures as rows of the table of results."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        databases = [SqliteDatabase(open_engine(f"sqlite:///{folder}/{size.matches}.db")) for size in (small, large)]
        for database in databases:
            stack.push_async_callback(database.close)
        servers = [await fill_server(*one) for one in zip(databases, (small, large), strict=True)]
        return await _pages(*servers)


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
