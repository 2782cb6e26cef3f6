"""`make bench`: measure everything but the ratings, print the figures as a table and record them in `RESULTS.md`."""

import asyncio

from benchmarks import backups
from benchmarks.delivery import (
    budget_load,
    computer_tables,
    costly_tables,
    flood,
    language_cost,
    memory_of_matches,
    next_hand,
    picture_cost,
    turn_cost,
)
from benchmarks.growing import commits, conflicts, processes, server_memory, shared_budget, takeover, upgrade
from benchmarks.league import ledger_cost, moves_during_reads, organisers, pairing, reads, standings_cost
from benchmarks.pictures import rendering, replays
from benchmarks.players import longest_wait, strength, thinking_time
from benchmarks.results import report
from benchmarks.rules import arrangement_time, longest_block, moves_per_second, presses_per_turn


def main() -> None:
    """Run the benchmarks, and exit with 1 if a target is missed."""
    rows = [
        *asyncio.run(turn_cost.measure()),
        *asyncio.run(picture_cost.measure()),
        *asyncio.run(language_cost.measure()),
        *asyncio.run(memory_of_matches.measure()),
        *rendering.measure(),
        *replays.measure(),
        *asyncio.run(next_hand.measure()),
        *asyncio.run(budget_load.measure()),
        *asyncio.run(computer_tables.measure()),
        *moves_per_second.measure(),
        *arrangement_time.measure(),
        *longest_block.measure(),
        *presses_per_turn.measure(),
        *thinking_time.measure(),
        *longest_wait.measure(),
        *strength.measure(),
        *asyncio.run(ledger_cost.measure()),
        *asyncio.run(standings_cost.measure()),
        *asyncio.run(reads.measure()),
        *asyncio.run(organisers.measure()),
        *asyncio.run(moves_during_reads.measure()),
        *pairing.measure(),
        *asyncio.run(backups.measure()),
        *asyncio.run(flood.measure()),
        *asyncio.run(costly_tables.measure()),
        *asyncio.run(commits.measure()),
        *asyncio.run(conflicts.measure()),
        *asyncio.run(processes.measure()),
        *asyncio.run(shared_budget.measure()),
        *asyncio.run(upgrade.measure()),
        *asyncio.run(takeover.measure()),
        *server_memory.measure(),
    ]
    report(rows, title="one match in Discord")


if __name__ == "__main__":
    main()
