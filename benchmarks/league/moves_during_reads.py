"""How much longer a player waits for the answer to a move while people read in a server with 100,000 matches.

Four players draw and discard by command through the playground, some 12 turns a second; the bot has a process of its own, in
which a page of each kind, or a leaderboard, is read without a pause. Rounds with reads and without alternate, so that a busy
machine slows both. `python -m benchmarks.league.moves_during_reads`
"""

import asyncio
import tempfile
import time
from pathlib import Path

from benchmarks.delivery.measured_bot import Bot, open_measured_bot
from benchmarks.delivery.turn_cost import on_turn, options, start_table_of_four
from benchmarks.league.large_history import Size
from benchmarks.league.large_server import fill_server
from benchmarks.results import Row, report
from benchmarks.timing import milliseconds, p95
from bot.storage.sqlite_database import SqliteDatabase, open_engine
from tests.people import Person

SIZE = Size(matches=100_000, people=3000, leagues=2, largest=100_000, members=2500)
ROUNDS, SECONDS, TARGET = 8, 5.0, 1.5
_PAUSE = 0.03  # seconds between two moves
_READS = (("pages", "pages are read without a pause"), ("leaderboards", "leaderboards are computed without a pause"))


async def measure(size: Size = SIZE, rounds: int = ROUNDS, seconds: float = SECONDS) -> list[Row]:
    """Return the figures as rows of the table of results."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{Path(folder) / 'large.db'}"
        database = SqliteDatabase(open_engine(address))
        await fill_server(database, size)
        await database.close()
        async with open_measured_bot(database_url=address) as (bot, people):
            await start_table_of_four(bot, people)
            await _answer_times(people, 2.0)  # fills the caches
            return [await _row(bot, people, kind, name, rounds, seconds) for kind, name in _READS]


async def _row(bot: Bot, people: dict[str, Person], kind: str, name: str, rounds: int, seconds: float) -> Row:
    with_reads, without, reads = list[float](), list[float](), 0
    for _ in range(rounds):
        without += await _answer_times(people, seconds)
        await bot.ask(f"read {kind}")
        with_reads += await _answer_times(people, seconds)
        reads += int(await bot.ask("read nothing"))
    ours, usual = p95(with_reads), p95(without)
    return Row(
        figure=f"the answer to a move while {name}, p95",
        value=f"{ours:.1f} ms ({len(with_reads)} moves, {reads} reads)",
        against=f"without: {usual:.1f} ms",
        target=f"≤ {TARGET} ×",
        measured=f"{ours / usual:.2f} ×",
        met=ours <= TARGET * usual,
    )


async def _answer_times(people: dict[str, Person], seconds: float) -> list[float]:
    """Play for so long; return the milliseconds until the answer to each draw and discard."""
    ends, times = time.monotonic() + seconds, list[float]()
    while time.monotonic() < ends:
        person, cards = await on_turn(people), list[str]()

        async def draw(person: Person = person, cards: list[str] = cards) -> None:
            reply = await person.slash("draw", **{"from": "stock"})
            cards += [value.split()[1] for value in options(reply.message, "discard")]

        await asyncio.sleep(_PAUSE)
        times.append(await milliseconds(draw))
        await asyncio.sleep(_PAUSE)
        if cards:
            times.append(await milliseconds(lambda person=person, cards=cards: person.slash("discard", card=cards[-1])))  # type: ignore[misc]
    return times


def main() -> None:
    report(asyncio.run(measure()), title="moves while people read")


if __name__ == "__main__":
    main()
