"""`make bench`: measure everything but the ratings, print the figures as a table and record them in `RESULTS.md`."""

import asyncio
import sys
from datetime import date

from benchmarks import arrangement_time, backups, league, longest_block, moves_per_second, turn_cost
from benchmarks.results import record, show


def main() -> None:
    """Run the benchmarks, and exit with 1 if a target is missed."""
    rows = [
        *asyncio.run(turn_cost.measure()),
        *moves_per_second.measure(),
        *arrangement_time.measure(),
        *longest_block.measure(),
        *asyncio.run(league.measure()),
        *asyncio.run(backups.measure()),
    ]
    show(rows)
    record(rows, title="one match in Discord", today=date.today())
    sys.exit(not all(row.met for row in rows))


if __name__ == "__main__":
    main()
