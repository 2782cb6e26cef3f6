"""`python -m bot run`, which writes when the budget lets requests start (epoch seconds) to the file `BENCH_STARTS`.

With `BENCH_BUDGET=no` it sends requests without a budget. Each table is in a partition of its own, as in `several_bots`.
"""

import os
import runpy
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from bot import app
from bot.background.sharing import Sharing
from bot.delivery.budget import Budget, Priority
from bot.tables.partitions import PARTITIONS
from bot.tables.table import Table


class NotingBudget(Budget):
    """Writes when it lets each request start."""

    @asynccontextmanager
    async def request(self, priority: Priority, route: str) -> AsyncIterator[None]:
        async with super().request(priority, route):
            STARTS.write(f"{time.time()}\n")
            yield


def _owns(sharing: Sharing, table: Table) -> bool:
    return table.number % PARTITIONS in sharing.ownership.partitions


if __name__ == "__main__":
    with Path(os.environ["BENCH_STARTS"]).open("w", buffering=1) as STARTS:
        limits = {"rate": 1e6, "burst": 1e6} if os.environ.get("BENCH_BUDGET") == "no" else {}
        vars(app)["Budget"] = partial(NotingBudget, **limits)
        vars(app)["Sharing"] = type("Sharing", (Sharing,), {"owns": _owns})
        sys.argv = ["bot", "run"]
        runpy.run_module("bot", run_name="__main__")
