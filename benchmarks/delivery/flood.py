"""One person sends 40 of every command a second: how long the others wait for their answers, with and without it.

Both are measured alternately. `python -m benchmarks.delivery.flood [SECONDS]`
"""

import asyncio
import sys
import time
from collections.abc import Mapping

from benchmarks.delivery.measured_bot import open_measured_bot
from benchmarks.results import Row, report
from tests.people import Person

PER_SECOND, ROUNDS, SECONDS, MOST = 40, 2, 5.0, 0.3
_PAUSE = 0.4  # seconds between two commands of one person: they stay below their own limit
_COMMANDS = ("table show", "help", "leaderboard", "rules", "hand")


async def measure(seconds: float = SECONDS) -> list[Row]:
    """Return the figure as a row of the table of results."""
    quiet, flooded, sent = list[float](), list[float](), 0
    async with open_measured_bot(playground="benchmarks.delivery.flooding_playground", limited=True) as (bot, people):
        others = {name: person for name, person in people.items() if name != "Ann"}
        await others["Bob"].slash("table new")
        await _answer_times(others, 1.0)  # fills the caches
        for _ in range(ROUNDS):
            quiet += await _answer_times(others, seconds)
            await bot.tell_playground(f"flood {PER_SECOND}")
            flooded += await _answer_times(others, seconds)
            sent += int(await bot.ask_playground("stop"))
            await asyncio.sleep(1)
    more = _p95(flooded) - _p95(quiet)
    return [
        Row(
            figure=f"p95 of the others' answers while one person sends {PER_SECOND} of every command a second",
            value=f"{_p95(flooded) * 1000:.0f} ms ({sent / ROUNDS / seconds:,.0f} commands a second, {len(flooded)} answers)",
            against=f"without, {_p95(quiet) * 1000:.0f} ms",
            target=f"≤ {MOST * 1000:.0f} ms more",
            measured=f"{more * 1000:.0f} ms more",
            met=more <= MOST,
        )
    ]


async def _answer_times(people: Mapping[str, Person], seconds: float) -> list[float]:
    """Let everyone send commands for so long; return the seconds until each first answer."""
    ends = time.monotonic() + seconds
    times = await asyncio.gather(*(_send_commands(person, ends) for person in people.values()))
    return [one for own in times for one in own]


async def _send_commands(person: Person, ends: float) -> list[float]:
    times, number = [], 0
    while time.monotonic() < ends:
        began = time.perf_counter()
        reply = await person.slash(_COMMANDS[number % len(_COMMANDS)])
        times.append(time.perf_counter() - began)
        assert reply.outcome in ("message", "deferred"), reply.error
        number += 1
        await asyncio.sleep(_PAUSE)
    return times


def _p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    report(asyncio.run(measure(seconds)), title="one person floods the bot")


if __name__ == "__main__":
    main()
