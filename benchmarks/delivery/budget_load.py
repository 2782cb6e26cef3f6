"""Discord's limit of 50 requests a second: how soon hands arrive when more is going on than may be sent."""

import asyncio
import time
from dataclasses import dataclass
from statistics import quantiles

from benchmarks.delivery.crowd import control, open_crowd
from benchmarks.results import Row, show

LOADS = ((8, 1.0), (12, 2.0), (16, 5.0))  # turns a second, and the longest p95 (seconds)
PLAY, QUIET = 60.0, 30.0  # seconds
PEOPLE, TABLES, CHANNELS = 16, 80, 8
LIMIT = {"global": [50, 1.0]}
MOST_REFUSED = 0.01


@dataclass(frozen=True, slots=True)
class Load:
    """What was measured under one load. `delivered` is the seconds after the end of play until everything was shown."""

    turns: int
    p95: float
    requests: int
    refused: int
    delivered: float


async def run_load(turns_per_second: float, *, budget: bool = True, play: float = PLAY) -> Load:
    """Let the tables play at this pace, then wait until everything is shown."""
    async with open_crowd(PEOPLE, BENCH_BUDGET="yes" if budget else "no") as crowd:
        channels = [f"tables-{number}" for number in range(CHANNELS)]
        for name in channels:
            await control(crowd.bot, "channels", {"name": name})
        for person in crowd.people:
            await person.until(lambda person=person: person.sees(channels[-1]))  # type: ignore[misc]
        await crowd.open_tables(TABLES, channels)
        await crowd.bot.mark()
        await control(crowd.bot, "limits", LIMIT)
        await control(crowd.bot, "requests", method="DELETE")
        await crowd.play_at_pace(turns_per_second, play)
        ended = time.monotonic()
        await crowd.bot.mark()
        delivered = time.monotonic() - ended
        log = await control(crowd.bot, "requests", method="GET")
    counted = [entry for entry in log if not entry["path"].startswith(("/interactions/", "/webhooks/"))]
    refused = sum(entry["status"] == 429 for entry in counted)
    return Load(crowd.turns, quantiles(crowd.waits, n=20)[-1], len(counted), refused, delivered)


async def measure(play: float = PLAY) -> list[Row]:
    """Return the figures as rows of the table of results."""
    rows = [_row(turns, longest, await run_load(turns, play=play), play) for turns, longest in LOADS]
    turns, _ = LOADS[-1]
    return [*rows, _row(turns, None, await run_load(turns, budget=False, play=play), play)]


def _row(turns: float, longest: float | None, load: Load, play: float) -> Row:
    share = load.refused / max(load.requests, 1)
    met = longest is None or (load.p95 <= longest and share < MOST_REFUSED and load.delivered <= QUIET)
    without = "" if longest else ", without the budget"
    return Row(
        f"{turns} turns a second for {play:.0f} s{without}: p95 from a discard to the next hand",
        f"{load.p95:.2f} s ({load.turns / play:.1f} turns and {load.requests / play:.0f} requests a second)",
        f"answered 429: {share:.1%}; everything delivered after {load.delivered:.0f} s",
        f"≤ {longest:.0f} s, < 1 %, ≤ {QUIET:.0f} s" if longest else "-",
        f"{load.p95:.2f} s, {share:.1%}, {load.delivered:.0f} s",
        met,
    )


if __name__ == "__main__":
    show(asyncio.run(measure()))
