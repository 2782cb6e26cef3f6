"""Pages, leaderboards and exports in a server with 100,000 matches: their time and their memory.

`python -m benchmarks.league.reads`
"""

import asyncio
import resource
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.league.large_history import BEGIN, LARGEST, Size
from benchmarks.league.large_server import ROOT, LargeServer, fill_server
from benchmarks.results import Row, report
from benchmarks.timing import event_loop_waits, milliseconds, resident_kib
from bot.interpreter import exempt_existing_objects
from bot.league.corrections import Void
from bot.league.days import day_of
from bot.messages.league.export import ExportWriter
from bot.messages.names import names_of
from bot.messages.words import Languages
from bot.storage.sqlite_database import SqliteDatabase, open_engine

LARGE = Size(matches=100_000, people=3000, leagues=2, largest=100_000, members=2500)
SMALL = Size(matches=1000, people=130, leagues=2, largest=1000, members=100)
TURNS, ROUNDS, SECONDS = 25, 6, 1.0


class Bot:
    """A large server, and what reads its pages."""

    def __init__(self, server: LargeServer) -> None:
        self.server, self.store, self.size = server, server.store, server.size
        self.standings, self.history = server.standings, server.history

    def pages(self) -> dict[str, Callable[[], Awaitable[object]]]:
        """Return what reads each page; the person is the one with the fewest matches."""
        last, person = self.size.matches // 10, self.size.members
        return {
            "/history of everyone": lambda: self.history.page(LARGEST, None, 0, size=10),
            "its last page": lambda: self.history.page(LARGEST, None, last, size=10),
            "its middle page": lambda: self.history.page(LARGEST, None, last // 2, size=10),
            "/history of a person": lambda: self.history.page(LARGEST, person, 0, size=10),
            "/league log": lambda: self.store.ledgers.log_page(LARGEST, None, 0, 10),
            "/match": lambda: self.history.match(LARGEST, self.size.matches // 2),
            "/privacy my-data": lambda: self.store.privacy.read_personal_data(person),
        }


async def measure(large: Size = LARGE, small: Size = SMALL) -> list[Row]:
    """Return the figures as rows of the table of results."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        bots = [await _bot(stack, folder / f"{size.matches}.db", size) for size in (small, large)]
        exempt_existing_objects()
        return [
            *await _page_rows(*bots),
            *await _leaderboards(bots[1]),
            await _export(bots[1]),
        ]


async def _bot(stack: AsyncExitStack, file: Path, size: Size) -> Bot:
    database = SqliteDatabase(open_engine(f"sqlite:///{file}"))
    stack.push_async_callback(database.close)
    bot = Bot(await fill_server(database, size))
    for number in range(1, 60, 3):
        await bot.server.corrections.correct(LARGEST, size.matches - number, Void(), by=1, why="measured")
    return bot


async def _page_rows(small: Bot, large: Bot) -> list[Row]:
    rows = []
    in_large = large.pages()
    for name, read in small.pages().items():
        few, many = list[float](), list[float]()
        for _ in range(TURNS + 3):
            few.append(await milliseconds(read))
            many.append(await milliseconds(in_large[name]))
        one, other = median(few[3:]), median(many[3:])
        rows.append(
            Row(
                figure=f"{name}, of {large.size.matches:,} matches in one server",
                value=f"{other:.2f} ms",
                against=f"of {small.size.matches:,}: {one:.2f} ms",
                target="≤ 5 ×",
                measured=f"{other / one:.1f} ×",
                met=other <= 5 * one,
            )
        )
    return rows


async def _leaderboards(bot: Bot) -> list[Row]:
    stored, rows = await bot.server.league(), []
    for name, options in (("variant:rami", {"variant": "rami"}), ("since: the first day", {"since": day_of(BEGIN, "UTC")})):
        read = partial(bot.standings.table, LARGEST, stored, **options)
        async with event_loop_waits() as waits:
            first = await milliseconds(lambda read=read: asyncio.gather(*(read() for _ in range(8))))  # type: ignore[misc]
        again = await milliseconds(read)
        rows.append(
            Row(
                figure=f"/leaderboard {name}, for 8 people at the same time",
                value=f"{first / 1000:.2f} s",
                against=f"the next page: {again:.1f} ms; the event loop waited at most {max(waits):.0f} ms",
                target="≤ 2 s, ≤ 50 ms",
                measured=f"{first / 1000:.2f} s, {max(waits):.0f} ms",
                met=first <= 2000 and max(waits) <= 50,
            )
        )
    return rows


async def _export(bot: Bot) -> Row:
    stored = await bot.server.league()
    say = Languages.read(ROOT / "data/locales").for_locale("en-US")
    people, export = await bot.history.people_in_matches(LARGEST), await bot.history.export(LARGEST, stored)
    names = names_of(bot.store.people, people, say)
    rows = await bot.standings.season_rows(LARGEST, stored)
    tables = [(term, rows[term.number, term.season.number]) for term in export.terms]
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
    began_with, most, count = resident_kib(), 0, 0
    with tempfile.TemporaryFile() as file:
        async with event_loop_waits() as waits:
            with await asyncio.to_thread(ExportWriter, file, tables, people, names, say) as writer:
                async for matches in bot.history.exported_pages(export):
                    await asyncio.to_thread(writer.add, matches, ())
                    most, count = max(most, resident_kib() - began_with), count + len(matches)
                await asyncio.to_thread(writer.finish, None)
        size = file.tell() / 2**20
    took = time.perf_counter() - began
    peak = max(most, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    return Row(
        figure=f"memory of /league export of {count:,} matches",
        value=f"{peak:.0f} MiB",
        against=f"{took:.0f} s for a zip of {size:.0f} MiB; the event loop waited at most {max(waits):.0f} ms",
        target="≤ 200 MiB more, ≤ 50 ms",
        measured=f"{peak:.0f} MiB, {max(waits):.0f} ms",
        met=peak <= 200 and max(waits) <= 50,
    )


def main() -> None:
    report(asyncio.run(measure()), title="reads in a large server")


if __name__ == "__main__":
    main()
