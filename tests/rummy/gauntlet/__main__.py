"""Plays so many deals and says how it went."""

import argparse
import time

import tests.rummy.gauntlet as gauntlet

options = argparse.ArgumentParser(description=gauntlet.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
options.add_argument("--deals", type=int, default=1000)
options.add_argument("--seed", type=int, default=0)
chosen = options.parse_args()
begun = time.perf_counter()
total = gauntlet.run(chosen.deals, chosen.seed)
took = time.perf_counter() - begun
ends = ", ".join(f"{total[how]} by {how}" for how in ("discard", "meld", "layoff")) + f", {total['blocked']} blocked"
print(f"{total['deals']} deals ({ends}; {total['rummy']} rummies) in {total['matches']} whole matches, {total['moves']} moves")
print(
    f"{total['swaps']} jokers swapped, {total['retired']} melds retired, {total['taken back']} moves taken back, "
    f"{total['extra deals']} extra deals; {total['contradictions']} contradictory draws refused"
)
print(f"no fault; {total['deals'] / took:.0f} deals a second, {total['moves'] / took:.0f} moves a second, all checked")
