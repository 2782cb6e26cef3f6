"""Plays the given number of deals on all cores and prints the counts."""

import argparse
import os
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count

import tests.rummy.gauntlet as gauntlet
from bot.rummy.events import EndedBy
from tests.rummy.presets import NAMES

CHUNK = 500  # deals, in matches numbered from a multiple of twice that
STRIDE = 2 * CHUNK


def main() -> None:
    options = argparse.ArgumentParser(description=gauntlet.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--deals", type=int, default=1000)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--computers", action="store_true", help="let computer players have the seats")
    options.add_argument("--variant", choices=NAMES, help="the only game that is played, with random house rules")
    chosen = options.parse_args()
    begun, total = time.perf_counter(), Counter[str]()
    chunks = [min(CHUNK, chosen.deals - at) for at in range(0, chosen.deals, CHUNK)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        play = partial(gauntlet.run, computers=chosen.computers, preset=chosen.variant)
        for counts in pool.map(play, chunks, count(chosen.seed, STRIDE)):
            total += counts
    took = time.perf_counter() - begun
    ends = ", ".join(f"{total[how]} by {how}" for how in EndedBy)
    print(f"{total['deals']} deals ({ends}; {total['rummy']} rummies) in {total['matches']} whole matches")
    print(
        f"{total['swaps']} jokers swapped, {total['retired']} melds retired, {total['taken back']} moves taken back, "
        f"{total['extra deals']} extra deals; {total['contradictions']} contradictory draws refused"
    )
    print(f"no fault; {total['deals'] / took:.0f} deals a second, {total['moves'] / took:.0f} moves a second, all checked")


if __name__ == "__main__":
    main()
