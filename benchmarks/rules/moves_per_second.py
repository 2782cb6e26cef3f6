"""Moves per second: random deals of rami through our rules, compared with random gin rummy through rlcard's environment.

Both play alternately for about a second each, so that a busy machine slows both.
`python -m benchmarks.rules.moves_per_second`
"""

import random
import time
from contextlib import closing
from pathlib import Path
from statistics import median

from benchmarks.results import Row, report
from benchmarks.rules.other_process import RLCARD, Peer
from bot.rummy.decide import play
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Match
from bot.rummy.moves import DealCards, StartMatch
from bot.rummy.variant import Variant
from bot.rummy.variant_reader import read_variant

ROOT = Path(__file__).parents[2]
ROUNDS, SECONDS, TARGET = 9, 1.0, 6.0

# For each line with a number of seconds, it answers with moves per second.
PEER = """
import sys, time
import numpy, rlcard
env, dice = rlcard.make("gin-rummy", config={"seed": 7}), numpy.random.RandomState(7)
print("ready", flush=True)
for line in sys.stdin:
    end, begun, moves = float(line), time.perf_counter(), 0
    while time.perf_counter() - begun < end:
        state, player = env.reset()
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, player = env.step(actions[dice.randint(len(actions))])
            moves += 1
    print(moves / (time.perf_counter() - begun), flush=True)
"""


def measure(rounds: int = ROUNDS, seconds: float = SECONDS) -> list[Row]:
    """Return the figures as rows of the table of results."""
    rami = read_variant("rami", (ROOT / "data/variants/rami.toml").read_text(encoding="utf-8"), source="rami.toml")
    dice = random.Random(7)
    ours, theirs = [], []
    with closing(Peer(RLCARD, PEER)) as peer:
        _moves_per_second(rami, dice, seconds / 4)  # fills the tables and caches of both
        peer.ask(f"{seconds / 4}")
        for _ in range(rounds):
            ours.append(_moves_per_second(rami, dice, seconds))
            theirs.append(float(peer.ask(f"{seconds}")))
    ratio = median(one / other for one, other in zip(ours, theirs, strict=True))
    return [
        Row(
            figure="random play, two players, moves a second",
            value=f"{median(ours):,.0f}",
            against=f"{RLCARD} gin-rummy, environment steps: {median(theirs):,.0f}",
            target=f"≥ {TARGET:.0f} ×",
            measured=f"{ratio:.1f} ×",
            met=ratio >= TARGET,
        )
    ]


def _moves_per_second(variant: Variant, dice: random.Random, seconds: float) -> float:
    """Play whole deals from `StartMatch` on, and return moves per second. Each move is chosen at random from `legal_moves`."""
    moves, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        match = play(None, None, StartMatch(variant, 2, dice.randbytes(32).hex()))
        moves += _play_deal_at_random(match, dice)
    return moves / (time.perf_counter() - begun)


def _play_deal_at_random(match: Match, dice: random.Random) -> int:
    moves = 0
    match = play(match, None, DealCards(dice.randbytes(32).hex()))
    while (seat := match.seat_to_act()) is not None:
        match = play(match, seat, dice.choice(legal_moves(match, seat)))
        moves += 1
    return moves


def main() -> None:
    report(measure(), title="moves per second")


if __name__ == "__main__":
    main()
