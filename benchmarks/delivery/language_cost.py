"""The CPU time of a discard in Italian, compared with one in English, and what five languages cost at the start.

`python -m benchmarks.delivery.language_cost`
"""

import asyncio
import statistics
from itertools import cycle

import aiohttp

from benchmarks.delivery.catalogues import read_in_new_process
from benchmarks.delivery.measured_bot import NAMES, Bot, open_measured_bot
from benchmarks.delivery.turn_cost import cost_of_a_discard, start_table_of_four
from benchmarks.results import Row, report

MOST, MOST_SECONDS, MOST_MIB = 1.05, 0.5, 10.0
UNTIL_ALL_READ_IT, TURNS = 8, 10
"""Turns of a block: the first ones, in which everyone acts and each locale is stored, aren't measured."""
STARTS = 5


async def measure(blocks: int = 40) -> list[Row]:
    """Measure blocks of turns at one table, alternately in English and in Italian, then the start in processes of its own.

    Return the figures as rows of the results.
    """
    costs: dict[str, list[int]] = {"en-US": [], "it": []}
    async with open_measured_bot() as (bot, group):
        await start_table_of_four(bot, group)
        await bot.ask("show text")
        for _, locale in zip(range(blocks), cycle(costs), strict=False):
            await read(bot, locale)
            turns = [(await cost_of_a_discard(bot, group))["cpu"] for _ in range(UNTIL_ALL_READ_IT + TURNS)]
            costs[locale] += turns[UNTIL_ALL_READ_IT:]
    english, italian = (statistics.median(found) / 1e6 for found in costs.values())
    starts = [read_in_new_process() for _ in range(STARTS)]
    seconds, mib = (statistics.median(values) for values in zip(*starts, strict=True))
    return [
        Row(
            f"CPU of one /discard in Italian until the courier is idle, 4 players, median of {blocks // 2 * TURNS}",
            f"{italian:.2f} ms",
            f"in English, {english:.2f} ms",
            f"≤ {MOST} ×",
            f"{italian / english:.2f} ×",
            italian <= MOST * english,
        ),
        Row(
            f"reading the catalogues at the start, median of {STARTS} processes",
            f"{seconds:.2f} s of CPU, {mib:.1f} MiB",
            "-",
            f"≤ {MOST_SECONDS} s, ≤ {MOST_MIB:.0f} MiB",
            f"{seconds:.2f} s, {mib:.1f} MiB",
            seconds <= MOST_SECONDS and mib <= MOST_MIB,
        ),
    ]


async def read(bot: Bot, locale: str) -> None:
    """Give the people and the server of this bot a Discord in this language."""
    async with aiohttp.ClientSession(f"{bot.url}/control/", raise_for_status=True) as session:
        for path in (*(f"people/{name}" for name in NAMES), "guild"):
            await session.post(path, json={"locale": locale})


if __name__ == "__main__":
    report(asyncio.run(measure()), title="languages")
