"""The CPU time of a discard with pictures, compared with one without, threads included.

`python -m benchmarks.delivery.picture_cost`
"""

import asyncio
import statistics

from benchmarks.delivery.measured_bot import open_measured_bot
from benchmarks.delivery.turn_cost import WARM_UP, cost_of_a_discard, start_table_of_four
from benchmarks.results import Row, report

MOST = 3.0


async def measure(times: int = 150) -> list[Row]:
    """Measure two bots alternately, and return the figure as a row of the table of results."""
    async with open_measured_bot() as (text_bot, readers), open_measured_bot() as (bot, group):
        await start_table_of_four(text_bot, readers)
        await text_bot.ask("show text")
        await start_table_of_four(bot, group)
        without, with_pictures = list[int](), list[int]()
        for turn in range(times + WARM_UP):
            text = (await cost_of_a_discard(text_bot, readers))["cpu"]
            pictured = (await cost_of_a_discard(bot, group))["cpu"]
            if turn >= WARM_UP:
                without.append(text)
                with_pictures.append(pictured)
    text_cost, cost = statistics.median(without) / 1e6, statistics.median(with_pictures) / 1e6
    return [
        Row(
            f"CPU of one /discard with pictures until the courier is idle, 4 players, median of {times}",
            f"{cost:.2f} ms",
            f"text only, {text_cost:.2f} ms",
            f"≤ {MOST:.0f} ×",
            f"{cost / text_cost:.2f} ×",
            cost <= MOST * text_cost,
        )
    ]


if __name__ == "__main__":
    report(asyncio.run(measure()), title="a discard with pictures")
