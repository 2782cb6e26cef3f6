"""The CPU time of a discard that is told in Italian, compared with English, and what five languages cost at the start.

`python -m benchmarks.delivery.language_cost`
"""

import asyncio
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import aiohttp

from benchmarks.delivery.bot_process import resident_kib
from benchmarks.delivery.measured_bot import NAMES, Bot, open_measured_bot
from benchmarks.delivery.turn_cost import WARM_UP, cost_of_a_discard, start_table_of_four
from benchmarks.results import Row, report
from bot.app import LOCALES
from bot.messages.words import Languages

MOST, MOST_SECONDS, MOST_MIB = 1.05, 0.5, 10.0
STARTS = 5


async def measure(times: int = 200) -> list[Row]:
    """Measure two bots alternately, then the start in processes of its own; return the figures as rows of the results."""
    async with open_measured_bot() as (english_bot, readers), open_measured_bot() as (bot, group):
        for measured, people in ((english_bot, readers), (bot, group)):
            await start_table_of_four(measured, people)
            await measured.ask("show text")
        await read_italian(bot)
        english, italian = list[int](), list[int]()
        sides = [(english, english_bot, readers), (italian, bot, group)]
        for turn in range(times + WARM_UP):
            for costs, measured, people in sides:
                cost = (await cost_of_a_discard(measured, people))["cpu"]
                if turn >= WARM_UP:
                    costs.append(cost)
            sides.reverse()  # whoever comes second finds the caches of the other
    usual, told = statistics.median(english) / 1e6, statistics.median(italian) / 1e6
    starts = [start() for _ in range(STARTS)]
    seconds, mib = (statistics.median(values) for values in zip(*starts, strict=True))
    return [
        Row(
            f"CPU of one /discard in Italian until the courier is idle, 4 players, median of {times}",
            f"{told:.2f} ms",
            f"in English, {usual:.2f} ms",
            f"≤ {MOST} ×",
            f"{told / usual:.2f} ×",
            told <= MOST * usual,
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


async def read_italian(bot: Bot) -> None:
    """Give the people and the server of this bot an Italian Discord."""
    async with aiohttp.ClientSession(f"{bot.url}/control/", raise_for_status=True) as session:
        for path in (*(f"people/{name}" for name in NAMES), "guild"):
            await session.post(path, json={"locale": "it"})


def start() -> tuple[float, float]:
    """Return the CPU seconds and the MiB of reading all catalogues in a new process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(_read).result()


def _read() -> tuple[float, float]:
    Languages({}).for_locale(None).number(1)  # Babel's data for English
    before, began = resident_kib(), time.process_time()
    languages = Languages.read(LOCALES)
    seconds = time.process_time() - began
    assert len(languages.for_locale(None).languages) > 1
    return seconds, (resident_kib() - before) / 1024


if __name__ == "__main__":
    report(asyncio.run(measure()), title="languages")
