"""What organisers do in a league with 100,000 matches in its season, and how long everybody else waits meanwhile.

`python -m benchmarks.league.organisers`
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

from msgspec.structs import replace

from benchmarks.league.large_history import LARGEST
from benchmarks.league.large_server import LargeServer, fill_server
from benchmarks.league.reads import LARGE
from benchmarks.results import Row, report
from benchmarks.timing import event_loop_waits, milliseconds
from bot.interpreter import exempt_existing_objects
from bot.league.scheme import read_scheme
from bot.league.seasons import StoredLeague
from bot.storage.sqlite_database import SqliteDatabase, open_engine

LONGEST_WAIT = 50  # milliseconds
ORGANISER = 1


async def measure() -> list[Row]:
    """Return the figures as rows of the table of results."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = SqliteDatabase(open_engine(f"sqlite:///{folder}/large.db"))
        stack.push_async_callback(database.close)
        server = await fill_server(database, LARGE)
        exempt_existing_objects()
        stored = await server.league()
        assert stored is not None
        actions: dict[str, Callable[[], Awaitable[object]]] = {
            "/league edit of the points, with what it changes for the announcement": lambda: _edit(server, stored),
            "/league season-end": lambda: _end(server, stored),
        }
        return [await _row(name, act) for name, act in actions.items()]


async def _edit(server: LargeServer, stored: StoredLeague) -> None:
    scheme = read_scheme("2: 2 0; 3: 3 1 0; 4: 4 2 1 0; 5: 4 3 2 1 0; 6: 5 4 3 2 1 0")
    await server.editor.edit(stored.number, replace(stored.league, scheme=scheme), by=ORGANISER)


async def _end(server: LargeServer, stored: StoredLeague) -> None:
    await server.season_ends.end_season(LARGEST, stored.number, by=ORGANISER)


async def _row(name: str, act: Callable[[], Awaitable[object]]) -> Row:
    async with event_loop_waits() as waits:
        took = await milliseconds(act)
    return Row(
        figure=f"{name}, {LARGE.matches:,} matches in the season",
        value=f"{took / 1000:.2f} s",
        against=f"the event loop waited at most {max(waits):.0f} ms",
        target=f"≤ {LONGEST_WAIT} ms",
        measured=f"{max(waits):.0f} ms",
        met=max(waits) <= LONGEST_WAIT,
    )


def main() -> None:
    report(asyncio.run(measure()), title="organisers in a large league")


if __name__ == "__main__":
    main()
