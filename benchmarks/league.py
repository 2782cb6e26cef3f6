"""The cost of standings and corrections in a database of 100,000 matches, and whether it is higher than in a small one.

`python -m benchmarks.league`
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median
from typing import TypeVar

from sqlalchemy import Connection, bindparam, select

from benchmarks.league_history import BEGIN, LARGEST, YEAR, Size, fill
from benchmarks.results import Row, record, show
from bot.competition.corrections import Corrections
from bot.competition.league_directory import LeagueDirectory
from bot.competition.standings import Standings
from bot.league.corrections import Reinstate, Void
from bot.storage.database import Database
from bot.storage.engine import open_engine
from bot.storage.league.leagues import StoredLeagues
from bot.storage.league.server_history import StoredMatchArchive
from bot.storage.migrate import migrate
from bot.storage.people.people import StoredPeople
from bot.storage.schema.people import people
from bot.storage.schema.results import rated, results

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


@dataclass(frozen=True, slots=True)
class Bot:
    database: Timed
    people: StoredPeople
    leagues: LeagueDirectory
    standings: Standings
    corrections: Corrections


async def measure(large: Size = LARGE, small: Size = SMALL) -> list[Row]:
    """Return the figures as rows of the table of results."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        begun = time.perf_counter()
        bots = [await _bot(stack, folder / f"{size.matches}.db", size) for size in (small, large)]
        making = time.perf_counter() - begun
        return [*await _pages(*bots, large, small), *await _voiding(bots[1], making)]


async def _bot(stack: AsyncExitStack, file: Path, size: Size) -> Bot:
    database = Timed(file)
    stack.push_async_callback(database.close)
    await migrate(database)
    await fill(database, size)
    leagues, archive = StoredLeagues(database), StoredMatchArchive(database)
    return Bot(
        database,
        StoredPeople(database),
        LeagueDirectory(leagues, _now),
        Standings(leagues, archive, _now),
        Corrections(leagues, archive, _now),
    )


async def _pages(in_small: Bot, in_large: Bot, large: Size, small: Size) -> list[Row]:
    times: dict[str, list[float]] = {"look-up": [], "small": [], "large": []}
    for turn in range(ROUNDS + 5):
        times["look-up"].append(await _timed(lambda turn=turn: _look_up(in_large, 1 + turn)))  # type: ignore[misc]
        times["small"].append(await _timed(lambda: _page(in_small)))
        times["large"].append(await _timed(lambda: _page(in_large)))
    look_up, few, many = (median(took[5:]) for took in times.values())  # the first ones fill the caches
    rows = len((await in_large.standings.table(LARGEST, await in_large.leagues.find(LARGEST))).rows)
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


async def _voiding(bot: Bot, making: float) -> list[Row]:
    """Void and reinstate the match to which 1,000 others are newer, several times."""
    number = await bot.database.transaction(lambda connection: connection.execute(_RATED.limit(1)).scalar_one())
    before = await bot.database.transaction(lambda connection: set(connection.execute(_STEPS).all()))
    await bot.corrections.correct(LARGEST, number, Void(), by=1, why="measured")
    moved = len(before - await bot.database.transaction(lambda connection: set(connection.execute(_STEPS).all())))
    await bot.corrections.correct(LARGEST, number, Reinstate(), by=1, why="measured")
    took, wrote, longest = [], [], []
    for turn in range(CORRECTIONS):
        bot.database.took.clear()
        change = Reinstate() if turn % 2 else Void()
        took.append(await _timed(lambda c=change: bot.corrections.correct(LARGEST, number, c, by=1, why="measured")))  # type: ignore[misc]
        wrote.append(bot.database.took[-1])
        longest.append(max(bot.database.took))
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


async def _page(bot: Bot) -> None:
    """Read what a command needs: the league by its name, its standings, and the names of the people on a page."""
    ladder = await bot.standings.table(LARGEST, await bot.leagues.find(LARGEST, "the TABLE"))
    for row in ladder.rows[:PAGE]:
        await bot.people.get(row.person)


async def _look_up(bot: Bot, number: int) -> None:
    await bot.database.transaction(lambda connection: connection.execute(_ROW, {"of_number": number}).one())


async def _timed(work: Callable[[], Awaitable[object]]) -> float:
    """Return how long the work takes, in milliseconds."""
    begun = time.perf_counter()
    await work()
    return (time.perf_counter() - begun) * 1000


def _now() -> int:
    return BEGIN + YEAR


def main() -> None:
    rows = asyncio.run(measure())
    show(rows)
    record(rows, title="the league", today=date.today())
    sys.exit(0 if all(row.met for row in rows) else 1)


if __name__ == "__main__":
    main()
