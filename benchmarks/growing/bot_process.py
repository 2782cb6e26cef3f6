"""`python -m bot run`; with `BENCH_BUDGET=no` it sends requests without a budget."""

import os
import runpy
import sys
from functools import partial

from bot import app
from bot.delivery.budget import Budget

if __name__ == "__main__":
    if os.environ.get("BENCH_BUDGET") == "no":
        vars(app)["Budget"] = partial(Budget, rate=1e6, burst=1e6)
    sys.argv = ["bot", "run"]
    runpy.run_module("bot", run_name="__main__")
