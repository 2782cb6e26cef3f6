"""`make bench`: measure everything but the ratings, print the figures as a table and record them in `RESULTS.md`."""

import asyncio
import sys
from datetime import date

from benchmarks import (
    arrangement_time,
    backups,
    budget_load,
    flood,
    league,
    longest_block,
    moves_per_second,
    next_hand,
    reads,
    turn_cost,
)
from benchmarks.results import record, show


def main() -> None:
    """Run the benchmarks, and exit with 1 if a target is missed."""
    rows = [
        *asyncio.run(turn_cost.measure()),
        *asyncio.run(next_hand.measure()),
        *asyncio.run(budget_load.measure()),
        *moves_per_second.measure(),
        *arrangement_time.measure(),
        *longest_block.measure(),
        *asyncio.run(league.measure()),
        *asyncio.run(reads.measure()),
        *asyncio.run(backups.measure()),
        *asyncio.run(flood.measure()),
    ]
    show(rows)
    record(rows, title="one match in Discord", today=date.today())
    sys.exit(not all(row.met for row in rows))


if __name__ == "__main__":
    main()
