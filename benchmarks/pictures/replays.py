"""What the file of a finished match costs: its size, and the CPU time until it is complete.

People play eagerly; by chance, deals take three times as many turns.

`python -m benchmarks.pictures.replays`
"""

import time
from statistics import median

from msgspec.structs import replace

from benchmarks.results import Row, report
from bot.tables.events import Event
from tests.messages.replay import random_matches
from tests.messages.replay.pages import page_of
from tests.messages.replay.random_matches import RandomMatch
from tests.rummy.gauntlet.policies import POLICIES, eager
from tests.rummy.presets import variant

TIMES = 30


def match(players: int, deals: int) -> list[Event]:
    """Return the log of a match of rami."""
    rules = replace(variant("rami", match_target="none", match_deals=50), match_deals=64)
    return RandomMatch(3, rules, players, moves=10**6, deals=deals, leaving=0).events


def measure(times: int = TIMES) -> list[Row]:
    """Return the figures as rows of the table of results."""
    rows, policies = [], random_matches.POLICIES
    for name, chosen, usual_ms in (("eager play", (eager,), 50), ("play by chance in part", POLICIES, None)):
        for players, deals, most_kib, most_ms in ((4, 9, 120, usual_ms), (6, 64, 300, None)):
            random_matches.POLICIES = chosen
            try:
                events = match(players, deals)
            finally:
                random_matches.POLICIES = policies
            costs, page = list[float](), page_of(events)
            for _ in range(times):
                began = time.process_time()
                page = page_of(events)
                costs.append((time.process_time() - began) * 1000)
            kib, ms = len(page) / 1024, median(costs)
            figure = f"the replay file of {deals} deals of {players}, {name}: size, and CPU, median of {times}"
            target = f"≤ {most_kib} KiB" + (f", ≤ {most_ms} ms" if most_ms else "")
            is_met = kib <= most_kib and (most_ms is None or ms <= most_ms)
            rows.append(Row(figure, f"{kib:.0f} KiB, {ms:.1f} ms", "-", target, f"{kib:.0f} KiB, {ms:.1f} ms", is_met))
    return rows


if __name__ == "__main__":
    report(measure(), title="the file of a match")
