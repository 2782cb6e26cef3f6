"""Plays matches of a game until so many deals are counted, and prints every difference: GAME DEALS [--seed N]."""

import argparse
import sys
import time
from collections import Counter

from tests.rummy.presets import NAMES
from tests.rummy.second_count.match_count import count
from tests.rummy.second_count.matches import play


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("game", choices=NAMES)
    options.add_argument("deals", type=int)
    options.add_argument("--seed", type=int, default=0, help="the number of the first match")
    chosen = options.parse_args()
    covered, number, begun, differing = Counter[str](), chosen.seed, time.perf_counter(), 0
    while covered["deals"] < chosen.deals:
        events = play(chosen.game, number)
        if events is None:
            covered["refused variants"] += 1
        else:
            counted = count(events)
            covered += counted.covered
            differing += bool(counted.differences)
            for difference in counted.differences:
                print(f"{chosen.game}, match {number}, {difference}", flush=True)
        number += 1
    took = time.perf_counter() - begun
    print(f"{chosen.game}: {covered['deals']} deals in {took:.0f} s, {differing} matches with differences")
    print("  covered:", ", ".join(f"{name} {times}" for name, times in sorted(covered.items()) if name != "deals"))
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
