"""Pages, leaderboards and exports in a server with 100,000 matches: their time, their memory, and what moves notice of them.

`python -m benchmarks.reads`
"""

import asyncio
import resource
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import date
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from benchmarks.league_history import BEGIN, LARGEST, YEAR, Size, fill
from benchmarks.results import Row, record, show
from bot.competition.corrections import Corrections
from bot.competition.league_directory import LeagueDirectory
from bot.competition.match_history import MatchHistory
from bot.competition.standings import Standings
from bot.league.corrections import Void
from bot.league.days import day_of
from bot.messages.league.export import ExportWriter, FileStems
from bot.messages.names import names_for
from bot.messages.words import Languages
from bot.rummy.variant.variant_reader import read_variant
from bot.storage.store import Store, open_store
from bot.tables.events import RulesAgreed, TableOpened
from bot.tables.ports import UNCHANGED, Commit

ROOT = Path(__file__).parents[1]
LARGE = Size(matches=100_000, people=3000, leagues=2, largest=100_000, members=2500)
SMALL = Size(matches=1000, people=130, leagues=2, largest=1000, members=100)
TURNS, ROUNDS, SECONDS = 25, 6, 1.0


class Bot:
    """The services of a bot that read."""

    def __init__(self, store: Store, size: Size) -> None:
        self.store, self.size = store, size
        self.leagues = LeagueDirectory(store.leagues, _now)
        self.standings = Standings(store.leagues, store.archive, _now)
        self.history = MatchHistory(store.archive)
        self.corrections = Corrections(store.leagues, store.archive, _now)
        self.table = self.version = 0

    async def open_table(self) -> None:
        rami = read_variant("rami", (ROOT / "data/variants/rami.toml").read_text(encoding="utf-8"), source="rami.toml")
        self.table = await self.store.log.open_table(TableOpened(9, 2, self.size.people, rami, False, 3), due=10**15)
        self.version = 1

    async def move(self) -> None:
        """Store an event of a table."""
        await self.store.log.commit(Commit(self.table, self.version + 1, (RulesAgreed(self.size.people),), 4, UNCHANGED))
        self.version += 1

    def pages(self) -> dict[str, Callable[[], Awaitable[object]]]:
        """Return what reads each page; the person is the one with the fewest matches."""
        last, person = self.size.matches // 10, self.size.members
        return {
            "/history of everyone": lambda: self.history.page(LARGEST, None, 0, size=10),
            "its last page": lambda: self.history.page(LARGEST, None, last, size=10),
            "its middle page": lambda: self.history.page(LARGEST, None, last // 2, size=10),
            "/history of a person": lambda: self.history.page(LARGEST, person, 0, size=10),
            "/league log": lambda: self.history.correction_log(LARGEST),
            "/match": lambda: self.history.match(LARGEST, self.size.matches // 2),
            "/privacy my-data": lambda: self.store.privacy.read_personal_data(person),
        }


async def measure(large: Size = LARGE, small: Size = SMALL) -> list[Row]:
    """Return the figures as rows of the table of results."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        bots = [await _bot(stack, folder / f"{size.matches}.db", size) for size in (small, large)]
        return [
            *await _page_rows(*bots),
            *await _leaderboards(bots[1]),
            *await _moves(bots[1]),
            await _export(bots[1]),
        ]


async def _bot(stack: AsyncExitStack, file: Path, size: Size) -> Bot:
    store = await stack.enter_async_context(open_store(f"sqlite:///{file}"))
    await fill(store.archive._database, size)
    bot = Bot(store, size)
    await bot.open_table()
    for number in range(1, 60, 3):
        await bot.corrections.correct(LARGEST, size.matches - number, Void(), by=1, why="measured")
    return bot


async def _page_rows(small: Bot, large: Bot) -> list[Row]:
    rows = []
    in_large = large.pages()
    for name, read in small.pages().items():
        few, many = list[float](), list[float]()
        for _ in range(TURNS + 3):
            few.append(await _timed(read))
            many.append(await _timed(in_large[name]))
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
    stored, rows = await bot.leagues.find(LARGEST), []
    for name, options in (("variant:rami", {"variant": "rami"}), ("since: the first day", {"since": day_of(BEGIN, "UTC")})):
        read = partial(bot.standings.table, LARGEST, stored, **options)  # type: ignore[arg-type]
        lag = asyncio.create_task(_longest_lag())
        first = await _timed(lambda read=read: asyncio.gather(*(read() for _ in range(8))))  # type: ignore[misc]
        lag.cancel()
        again = await _timed(read)
        rows.append(
            Row(
                figure=f"/leaderboard {name}, for 8 people at the same time",
                value=f"{first / 1000:.2f} s",
                against=f"the next page: {again:.1f} ms; the event loop waited at most {_lags.pop() * 1000:.0f} ms",
                target="≤ 2 s",
                measured=f"{first / 1000:.2f} s",
                met=first <= 2000,
            )
        )
    return rows


_lags: list[float] = []


async def _longest_lag() -> None:
    """Note, once cancelled, the longest time that the event loop needed to come back."""
    longest = 0.0
    try:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(0.001)
            longest = max(longest, time.perf_counter() - began - 0.001)
    finally:
        _lags.append(longest)


async def _moves(bot: Bot) -> list[Row]:
    """Store moves while people read, and without, alternately."""
    stored, rows = await bot.leagues.find(LARGEST), []
    pages = list(bot.pages().values())

    async def read_pages() -> None:
        while True:
            for page in pages:
                await page()

    async def read_leaderboards() -> None:
        while True:
            await bot.standings.table(LARGEST, stored, variant="rami")
            bot.standings._limited.clear()

    for name, reading in (("pages are read without a pause", read_pages), ("a leaderboard is computed", read_leaderboards)):
        with_reads, without = list[float](), list[float]()
        for _ in range(ROUNDS):
            task = asyncio.create_task(reading())
            with_reads += await _moves_for(bot, SECONDS)
            task.cancel()
            await asyncio.wait((task,))
            await asyncio.sleep(0.2)
            without += await _moves_for(bot, SECONDS)
        ours, usual = (quantiles(times, n=20)[-1] for times in (with_reads, without))
        rows.append(
            Row(
                figure=f"storing a move while {name}, p95",
                value=f"{ours:.1f} ms",
                against=f"without: {usual:.1f} ms",
                target="≤ 1.5 ×",
                measured=f"{ours / usual:.2f} ×",
                met=ours <= 1.5 * usual,
            )
        )
    return rows


async def _moves_for(bot: Bot, seconds: float) -> list[float]:
    until, times = time.monotonic() + seconds, list[float]()
    while time.monotonic() < until:
        times.append(await _timed(bot.move))
        await asyncio.sleep(0.002)
    return times


async def _export(bot: Bot) -> Row:
    stored = await bot.leagues.find(LARGEST)
    standings = await bot.standings.table(LARGEST, stored)
    say = Languages.read(ROOT / "data/locales").for_locale("en-US")
    people = await bot.history.people_in_matches(LARGEST)
    names = names_for({person: await bot.store.people.get(person) for person in people}, say)
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
    resident = _resident()
    writer = ExportWriter(FileStems("cup", "cup"), standings.rows, names, limit=8 * 2**20, part=1)
    most = 0.0
    async for matches in bot.history.export(LARGEST, stored):
        await asyncio.to_thread(writer.add, matches)
        most = max(most, _resident() - resident)
    found = await asyncio.to_thread(writer.finish)
    took = time.perf_counter() - began
    peak = max(most, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
    return Row(
        figure=f"memory of /league export of {found.matches:,} matches",
        value=f"{peak:.0f} MiB",
        against=f"{took:.0f} s for part 1 of {found.parts}",
        target="≤ 200 MiB more",
        measured=f"{peak:.0f} MiB",
        met=peak <= 200,
    )


def _resident() -> float:
    """Return the memory of this process, in MiB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20


async def _timed(work: Callable[[], Awaitable[object]]) -> float:
    """Return how long the work takes, in milliseconds."""
    began = time.perf_counter()
    await work()
    return (time.perf_counter() - began) * 1000


def _now() -> int:
    return BEGIN + YEAR


def main() -> None:
    rows = asyncio.run(measure())
    show(rows)
    record(rows, title="reads in a large server", today=date.today())
    sys.exit(0 if all(row.met for row in rows) else 1)


if __name__ == "__main__":
    main()
