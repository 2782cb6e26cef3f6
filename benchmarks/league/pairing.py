"""How long the next round of a tournament takes to find, and its cost against the best of many random seatings.

`python -m benchmarks.league.pairing`
"""

import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from benchmarks.results import Row, report
from bot.league.tournament.pairing import swiss_round
from bot.league.tournament.round_robin import Round
from tests.league.tournament.round_cost import RoundCost, round_cost

PEOPLE, ROUNDS = 128, 7
LONGEST = 1.0  # seconds
SIZES = (16, 32, 64, 128)
COMPARED_ROUNDS = range(2, 6)
RANDOM_SEATINGS = 10_000
PARTS = 12  # of a point: shares at tables of three to five are whole numbers of them
PAIRS, TABLES = (2, 2), (3, 5)

Tables = Sequence[Sequence[int]]


def measure() -> list[Row]:
    """Return the figures as rows of the table of results."""
    return [_time("pairs", PAIRS), _time("tables of three to five", TABLES), *(_against_random(people) for people in SIZES)]


def _time(what: str, sizes: tuple[int, int]) -> Row:
    dice, scores, earlier, times = random.Random(1), _level(PEOPLE), list[Round](), list[float]()
    swiss_round(scores, [], least=2, most=2, seed=_seed(0))  # imports networkx
    for number in range(1, ROUNDS + 1):
        began = time.perf_counter()
        earlier.append(swiss_round(scores, earlier, least=sizes[0], most=sizes[1], seed=_seed(number)))
        times.append(time.perf_counter() - began)
        _play(scores, earlier[-1].tables, dice)
    return Row(
        figure=f"a Swiss round of {PEOPLE} people, {what}; the slowest of rounds 1 to {ROUNDS}",
        value=f"{max(times):.2f} s",
        against="",
        target=f"≤ {LONGEST:.0f} s",
        measured=f"{max(times):.2f} s",
        met=max(times) <= LONGEST,
    )


def _against_random(people: int) -> Row:
    """Compare each round with random seatings of the same scores and earlier rounds, at tables of the same sizes."""
    dice, scores, earlier = random.Random(people), _level(people), list[Round]()
    ours, theirs = list[RoundCost](), list[RoundCost]()
    for number in range(1, max(COMPARED_ROUNDS) + 1):
        found = swiss_round(scores, earlier, least=TABLES[0], most=TABLES[1], seed=_seed(number))
        if number in COMPARED_ROUNDS:
            ours.append(round_cost(found.tables, scores, earlier))
            theirs.append(round_cost(_best_random(found.tables, scores, earlier, dice), scores, earlier))
        earlier.append(found)
        _play(scores, found.tables, dice)
    cheaper = sum(our < their for our, their in zip(ours, theirs, strict=True))
    return Row(
        figure=f"repeated meetings / spread of scores, {people} people, rounds {COMPARED_ROUNDS[0]} to {COMPARED_ROUNDS[-1]}",
        value=_say(ours),
        against=f"the best of {RANDOM_SEATINGS:,} random seatings: {_say(theirs)}",
        target="never dearer",
        measured=f"cheaper in {cheaper} of {len(ours)} rounds",
        met=all(our <= their for our, their in zip(ours, theirs, strict=True)),
    )


def _best_random(tables: Tables, scores: Mapping[int, Fraction], earlier: Sequence[Round], dice: random.Random) -> Tables:
    met = Counter(frozenset(pair) for each in earlier for table in each.tables for pair in combinations(table, 2))
    people = [person for table in tables for person in table]
    parts = [int(PARTS * scores[person]) for person in people]
    repeat = 1 + len(people) ** 2 * (max(parts) - min(parts)) ** 2  # costs more than every spread
    costs = [
        [repeat * met[frozenset((one, other))] + (parts[at] - parts[there]) ** 2 for there, other in enumerate(people)]
        for at, one in enumerate(people)
    ]
    ends = [sum(map(len, tables[: number + 1])) for number in range(len(tables))]
    places = [pair for table, end in zip(tables, ends, strict=True) for pair in combinations(range(end - len(table), end), 2)]
    order, seatings = list(range(len(people))), list[tuple[int, list[int]]]()
    for _ in range(RANDOM_SEATINGS):
        dice.shuffle(order)
        seatings.append((sum([costs[order[one]][order[other]] for one, other in places]), order.copy()))
    best = [people[at] for at in min(seatings)[1]]
    return [best[end - len(table) : end] for table, end in zip(tables, ends, strict=True)]


def _level(people: int) -> dict[int, Fraction]:
    return dict.fromkeys(range(1, people + 1), Fraction())


def _play(scores: dict[int, Fraction], tables: Tables, dice: random.Random) -> None:
    """Add the shares of random results."""
    for table in tables:
        for place, person in enumerate(dice.sample(table, len(table))):
            scores[person] += Fraction(len(table) - 1 - place, len(table) - 1)


def _seed(number: int) -> str:
    return f"{number:064x}"


def _say(costs: Sequence[RoundCost]) -> str:
    return ", ".join(f"{cost.repeats} / {float(cost.spread):.1f}" for cost in costs)


def main() -> None:
    report(measure(), title="rounds of tournaments")


if __name__ == "__main__":
    main()
