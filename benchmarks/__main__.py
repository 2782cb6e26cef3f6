"""`make bench`: every figure in one run, printed as a table and kept in `RESULTS.md`."""

import asyncio
import sys
from datetime import date

from benchmarks import discord_turns, finder, league, rules
from benchmarks.table import record, show


def main() -> None:
    """Exits 1 if a target is missed."""
    rows = [*asyncio.run(discord_turns.measure()), *rules.measure(), *finder.measure(), *asyncio.run(league.measure())]
    show(rows)
    record(rows, title="one match in Discord", today=date.today())
    sys.exit(not all(row.met for row in rows))


if __name__ == "__main__":
    main()
