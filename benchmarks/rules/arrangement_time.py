"""The time to find the best arrangement of a hand, compared with rlcard's deadwood, and with jokers and two packs.

Both programs get the same random hands, alternately a few hundred each, and must leave the same points. Each hand is timed
separately, after other hands have filled the tables. `python -m benchmarks.rules.arrangement_time`
"""

import json
import random
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median

from benchmarks.results import Row, report
from benchmarks.rules.other_process import RLCARD, Peer
from bot.rummy.arrangement import best_arrangement, melds_in
from bot.rummy.cards import Card, is_joker
from bot.rummy.variant import Variant
from bot.rummy.variant_reader import read_variant

PRESET = Path(__file__).parents[2] / "data/variants/rami.toml"
ROUNDS, HANDS = 11, 400
TEN, THIRTEEN, A_MELD, PEERS = "10 cards of one pack", "13 cards", " with a meld", "theirs of "
Hand = tuple[Card, ...]

# For each line with hands of ten cards, it answers with the nanoseconds and the deadwood of each hand.
PEER = """
import json, sys, time
from rlcard.games.base import Card
from rlcard.games.gin_rummy.utils import melding, utils
print("ready", flush=True)
for line in sys.stdin:
    times, points = [], []
    for cards in json.loads(line):
        hand = [Card(card[-1], card[:-1].replace("10", "T")) for card in cards]
        begun = time.perf_counter_ns()
        clusters = melding.get_best_meld_clusters(hand)
        count = utils.get_deadwood_count(hand, clusters[0] if clusters else [])
        times.append(time.perf_counter_ns() - begun)
        points.append(count)
    print(json.dumps([times, points]), flush=True)
"""


def measure(rounds: int = ROUNDS, hands: int = HANDS) -> list[Row]:
    """Return the figures as rows of the table of results."""
    rami, two_packs = _variant(""), _variant('packs = 2\njokers = 2\nwild = "joker"\nhand_size = 13')
    dice = random.Random(7)
    kinds: dict[str, tuple[Variant, Callable[[], Hand]]] = {
        TEN: (rami, lambda: _hand(rami, dice, 10)),
        TEN + A_MELD: (rami, lambda: _hand_with_meld(rami, dice, 10)),
        THIRTEEN: (two_packs, lambda: _hand(two_packs, dice, 13)),
        THIRTEEN + A_MELD: (two_packs, lambda: _hand_with_meld(two_packs, dice, 13)),
    }
    times: dict[str, list[float]] = {kind: [] for kind in (*kinds, PEERS + TEN, PEERS + TEN + A_MELD)}
    with closing(Peer(RLCARD, PEER)) as peer:
        for _ in range(rounds + 3):
            for kind, (variant, random_hand) in kinds.items():
                some = [random_hand() for _ in range(hands)]
                took, points = _ours(variant, some)
                times[kind].append(took)
                if variant is rami:
                    theirs = json.loads(peer.ask(json.dumps(some)))
                    assert theirs[1] == points, "both must leave the same points"
                    times[PEERS + kind].append(median(theirs[0]) / 1000)
    warm = {kind: took[3:] for kind, took in times.items()}  # the first rounds fill the tables and caches of both
    return [
        _row("best arrangement of 10 random cards", warm, TEN, PEERS + TEN, 0.5),
        _row(
            "the same of those with a meld",
            warm,
            TEN + A_MELD,
            PEERS + TEN + A_MELD,
            None,
        ),
        _row("best arrangement of 13 cards, 2 of them jokers, two packs", warm, THIRTEEN, TEN, 50),
        _row(
            "the same of those with a meld without a joker",
            warm,
            THIRTEEN + A_MELD,
            TEN + A_MELD,
            None,
        ),
    ]


def _variant(answers: str) -> Variant:
    kept = [line for line in PRESET.read_text("utf-8").splitlines() if not (answers and line.startswith("hand_size"))]
    return read_variant("rami", "\n".join([*kept, answers]), source="rami.toml")


def _hand(variant: Variant, dice: random.Random, size: int) -> Hand:
    """Return a hand of random cards and all jokers of the deck."""
    deck = variant.deck_for(2)
    jokers = [card for card in deck if is_joker(card)]
    return tuple(dice.sample([card for card in deck if not is_joker(card)], size - len(jokers)) + jokers)


def _hand_with_meld(variant: Variant, dice: random.Random, size: int) -> Hand:
    while True:
        hand = _hand(variant, dice, size)
        if any(melds_in(tuple(card for card in hand if not is_joker(card)), variant)):
            return hand


def _ours(variant: Variant, hands: list[Hand]) -> tuple[float, list[int]]:
    """Return the median microseconds of a hand, and the points that each hand leaves."""
    times, points = [], []
    for hand in hands:
        begun = time.perf_counter_ns()
        found = best_arrangement(hand, variant)
        times.append(time.perf_counter_ns() - begun)
        points.append(found.points)
    return median(times) / 1000, points


def _row(figure: str, times: dict[str, list[float]], kind: str, against: str, most: float | None) -> Row:
    ratio = median(ours / other for ours, other in zip(times[kind], times[against], strict=True))
    other = f"{RLCARD}, deadwood of the same hands" if against.startswith(PEERS) else against
    return Row(
        figure=f"{figure}, median of {len(times[kind])} × {HANDS}",
        value=f"{median(times[kind]):.1f} µs",
        against=f"{other}: {median(times[against]):.1f} µs",
        target="-" if most is None else f"≤ {most} ×",
        measured=f"{ratio:.1f} ×",
        met=most is None or ratio <= most,
    )


def main() -> None:
    report(measure(), title="best arrangement")


if __name__ == "__main__":
    main()
