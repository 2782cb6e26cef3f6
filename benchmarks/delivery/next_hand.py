"""How long the next player waits for their hand while public messages are slow, refused or crowded; and the order of edits."""

import asyncio
from statistics import median, quantiles

from benchmarks.delivery.crowd import Crowd, control, open_crowd
from benchmarks.results import Row, show

DISTURBANCES: dict[str, dict[str, object]] = {
    "every edit is refused (403)": {"times": 0, "do": {"status": 403, "code": 50013}},
    "an edit gets 500 four times": {"times": 4, "do": {"status": 500}},
    "an edit gets 429 for 8 s": {"times": 1, "do": {"status": 429, "retry_after": 8}},
}
DIFFERENCE, P95 = 0.3, 1.0  # seconds
CROWDED = {"channel_messages": [5, 5.0], "channel_edits": [5, 5.0]}
LATE_CONFIRMATION = {"method": "POST", "path": "/callback$", "times": 0, "do": {"delay": 0.5, "applied": True}}


async def measure(turns: int = 8, crowded_turns: int = 30, order_turns: int = 1000) -> list[Row]:
    """Return the figures as rows of the table of results."""
    return [*await _disturbed(turns), await _crowded(crowded_turns), await _order(order_turns)]


async def _disturbed(turns: int) -> list[Row]:
    """Compare the slowest hand of disturbed turns with that of the undisturbed turns around them."""
    rows = []
    async with open_crowd(2) as crowd:
        await crowd.open_tables(1, ["rummy"])
        edits = {"method": "PATCH", "path": f"/channels/{crowd.people[0].channel_id('rummy')}/"}
        await _slowest(crowd, 3)
        for name, fault in DISTURBANCES.items():
            usual = await _slowest(crowd, turns)
            await control(crowd.bot, "faults", edits | fault)
            disturbed = await _slowest(crowd, turns)
            await control(crowd.bot, "faults", method="DELETE")
            await crowd.bot.mark()
            usual = max(usual, await _slowest(crowd, turns))
            rows.append(
                Row(
                    f"the next hand, slowest of {turns}, when {name}",
                    f"{disturbed:.2f} s",
                    f"undisturbed, slowest of {2 * turns}: {usual:.2f} s",
                    f"≤ {DIFFERENCE} s more",
                    f"{disturbed - usual:+.2f} s",
                    disturbed - usual <= DIFFERENCE,
                )
            )
    return rows


async def _slowest(crowd: Crowd, turns: int) -> float:
    crowd.waits.clear()
    await crowd.play_each(turns, 0.2)
    await crowd.until(lambda: len(crowd.ready) == 1)
    return max(crowd.waits)


async def _crowded(turns: int) -> Row:
    async with open_crowd(8) as crowd:
        await crowd.open_tables(4, ["rummy"])
        await crowd.play_each(turns, 1.0)
        await crowd.until(lambda: len(crowd.ready) == 4)
        usual = quantiles(crowd.waits, n=20)[-1]
        crowd.waits.clear()
        await control(crowd.bot, "limits", CROWDED)
        await crowd.play_each(turns, 1.0)
        waits = list(crowd.waits)
    p95 = quantiles(waits, n=20)[-1]
    return Row(
        f"the next hand, p95 of {len(waits)}, four tables in a channel that takes 5 requests in 5 s",
        f"{p95:.2f} s, median {median(waits):.2f}",
        f"without that limit: {usual:.2f} s",
        f"≤ {P95:.0f} s",
        f"{p95:.2f} s",
        p95 <= P95,
    )


async def _order(turns: int) -> Row:
    """Every reply is confirmed half a second after it has arrived, so that two are pending at a time."""
    async with open_crowd(8) as crowd:
        await crowd.open_tables(4, ["rummy"])
        await control(crowd.bot, "faults", LATE_CONFIRMATION)
        while crowd.turns < turns:
            await crowd.play_each(min(25, turns // 4), 0.0)
            await crowd.until(lambda: len(crowd.ready) == 4)
        await control(crowd.bot, "faults", method="DELETE")
        await crowd.bot.mark()
    return Row(
        f"hands that went back to an older state in {crowd.turns} turns at four tables, two replies pending at a time",
        str(crowd.reversals),
        "-",
        "0",
        str(crowd.reversals),
        crowd.reversals == 0,
    )


if __name__ == "__main__":
    show(asyncio.run(measure()))
