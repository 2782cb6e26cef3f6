"""The next round of a tournament: who meets whom in Swiss rounds, in knockout rounds and in rounds of duplicate deals.

A Swiss round and a round of duplicate deals are chosen by one cost. Two people who meet cost the number of times that they have
met before, and the square of the difference of their scores. A round costs the sums over its meetings, compared in this order:
one repeated meeting is worse than any difference of scores. So m meetings of a pair cost m(m-1)/2 in all.

For pairs, a maximum-weight matching is the cheapest round. For larger tables, a search starts from the people in the order of
their scores, cut into tables. It swaps two people wherever that lowers the cost. When no swap does, it makes two random swaps,
lowers the cost again, and takes all that back if the round has become dearer. It ends after a fixed number of weighed swaps,
never by a clock: a seed gives the same round on every machine.

Tables come near four, and have five people only if nothing else is possible. There is one table more, with nobody else out, if
then fewer people meet again.
"""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, count
from math import lcm

from bot.league.tournament.round_robin import Round
from bot.rummy.cards import number_from_seed, shuffle

TABLE_SIZE = 4
"""The size that tables come near, if the game has it."""

FINAL_SIZE = 4
"""How many people a final has at most."""

MAX_SWAPS_WEIGHED = 10_000
"""How many swaps are weighed at most for each person of a round of tables; it takes a third of a second for 128 people."""

Tables = list[list[int]]
"""Tables of people, each given by their index in the order of the scores."""


def table_sizes_between(people: int, least: int, most: int, wanted: int = TABLE_SIZE) -> tuple[int, ...]:
    """Return the sizes of the tables, the largest first: 3, 3, 3 for 9 people, and 4, 3, 3 for 10, at tables of 3 to 5.

    They differ by at most one, are `least` to `most`, and as near to `wanted` as possible, none larger if that can be; of two
    equally near ways, the one with more tables. If that is impossible for everyone, as many as possible have a seat, and the
    sum is less than `people`. For fewer people than `least`, there is no table.
    """
    for seated in range(people, 0, -1):
        if ways := _even_sizes(seated, least, most):
            return min(ways, key=lambda sizes: (max(sizes) > wanted, _distance(sizes, wanted), -len(sizes)))
    return ()


def _even_sizes(people: int, least: int, most: int) -> list[tuple[int, ...]]:
    """Return each way to seat these people at tables of `least` to `most` that differ by at most one, the largest first."""
    return [
        tuple(people // tables + (table < people % tables) for table in range(tables))
        for tables in range(-(-people // most), people // least + 1)
    ]


def _distance(sizes: Iterable[int], wanted: int) -> int:
    return sum(abs(size - wanted) for size in sizes)


def swiss_round(
    scores: Mapping[int, Fraction], earlier: Sequence[Round], *, least: int, most: int, seed: str, skip: int = 0
) -> Round:
    """Return the next Swiss round of these people, at least two: the top table first, and each table by score.

    The tables have `least` to `most` people (2 and 2 for pairs), near 4; fewer people than `least` sit at one table. People
    without a seat have a bye: who had the fewest byes in the `earlier` rounds, then who has the lowest score; `skip` so many of
    these. `seed` (64 hex digits) orders equals, and should be another one each round. The search can take half a second, so
    call it in a thread.
    """
    sizes = table_sizes_between(len(scores), least, most) or (len(scores),)
    more = [one for one in _even_sizes(sum(sizes), least, most) if len(one) == len(sizes) + 1]
    byes = Counter(person for each in earlier for person in each.byes)
    order = _by_score(scores, seed)
    next_byes = sorted(order, key=lambda person: (byes[person], scores[person]))
    out = set((next_byes * 2)[skip : skip + len(scores) - sum(sizes)])
    return fewest_repeats((_cheapest_round(order, out, one, scores, earlier, seed) for one in (sizes, *more)), earlier)


def duplicate_round(
    scores: Mapping[int, Fraction], earlier: Sequence[Round], *, size: int, seed: str, least: int = TABLE_SIZE
) -> Round:
    """Return the next round of duplicate deals: a Swiss round in which every table has exactly `size` people, 2 or more.

    All have one person less, but not fewer than `least`, if then as many play and fewer meet again. The others sit out, as
    byes of the round: who sat out least often in the `earlier` rounds, and of equals whom `seed` chooses. Fewer people than
    `size` all sit out.
    """
    ways = [one for one in (size, size - 1) if one == size or (one >= least and len(scores) % one == len(scores) % size)]
    byes = Counter(person for each in earlier for person in each.byes)
    in_turn = sorted(shuffle(sorted(scores), seed, "duplicate byes"), key=byes.__getitem__)
    out, order = set(in_turn[: len(scores) % size]), _by_score(scores, seed)
    rounds = (_cheapest_round(order, out, (one,) * (len(scores) // one), scores, earlier, seed) for one in ways)
    return fewest_repeats(rounds, earlier)


def is_final(people: int, most: int) -> bool:
    """Return True if the next knockout round is the final: 2 to 4 people, at one table of at most `most`."""
    return 2 <= people <= min(FINAL_SIZE, most)


def knockout_round(people: Sequence[int], *, least: int, most: int, on: int) -> Round:
    """Return the next knockout round of these people, at least two, the best-seeded first: the final, or a round before it.

    The first `on` of each table go on, with those who have a bye. The tables have `least` to `most` people, near 4, and more
    than `on`. As few people as possible have a bye, the best-seeded, so that enough go on for a final table of `least`; pairs
    give byes once, so that a power of two goes on. Where that is impossible, the tables or the final have fewer people than
    `least`. The best-seeded are spread: of three tables of four, the first has seeds 1, 6, 7, 12, and the second 2, 5, 8, 11.

    Raise ValueError if `on` isn't less than `most`, or for fewer than two people.
    """
    if on >= most or len(people) < 2:
        raise ValueError(f"{len(people)} people at tables of at most {most}, {on} of whom go on")
    if is_final(len(people), most):
        return Round((tuple(people),))
    byes, tables = _knockout_tables(len(people), least, most, on)
    return Round(_snake(people[byes:], tables), tuple(people[:byes]))


def _knockout_tables(people: int, least: int, most: int, on: int) -> tuple[int, int]:
    """Return how many people have a bye, and the number of tables for the others."""
    if most == 2:
        after = 1 << (people - 1).bit_length() - 1  # the largest power of two below the number of people
        return 2 * after - people, people - after
    for smallest in (max(least, on + 1), on + 1):
        ways = [
            ((going_on < least, byes, _distance(sizes, TABLE_SIZE), -len(sizes)), (byes, len(sizes)))
            for byes in range(people)
            for sizes in _even_sizes(people - byes, smallest, most)
            if (going_on := byes + on * len(sizes)) >= 2
        ]
        if ways:
            return min(ways)[1]
    raise AssertionError("one table of on + 1 people is always possible")


def _snake(people: Sequence[int], tables: int) -> tuple[tuple[int, ...], ...]:
    """Return the people spread over the tables in rows: from the first table to the last, then back, and so on."""
    spread: Tables = [[] for _ in range(tables)]
    for number, person in enumerate(people):
        row, at = divmod(number, tables)
        spread[at if row % 2 == 0 else tables - 1 - at].append(person)
    return tuple(map(tuple, spread))


def _by_score(scores: Mapping[int, Fraction], seed: str) -> list[int]:
    """Return the people, the highest score first, equals as the seed orders them."""
    return sorted(shuffle(sorted(scores), seed, "round order"), key=scores.__getitem__, reverse=True)


def _count_meetings(earlier: Iterable[Round]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for each in earlier for table in each.tables for pair in combinations(table, 2))


def fewest_repeats(rounds: Iterable[Round], earlier: Sequence[Round]) -> Round:
    """Return the first of the rounds in which nobody meets again; else the first of those in which fewest do."""
    met, found = _count_meetings(earlier), list[tuple[int, Round]]()
    for one in rounds:
        found.append((sum(met[pair] for pair in _count_meetings([one])), one))
        if not found[-1][0]:
            break
    return min(found, key=lambda one: one[0])[1]


def _cheapest_round(
    order: Sequence[int],
    out: set[int],
    sizes: Sequence[int],
    scores: Mapping[int, Fraction],
    earlier: Iterable[Round],
    seed: str,
) -> Round:
    """Return the cheapest round that is found, with byes for those who are `out`; `order` is that of the scores."""
    people = [person for person in order if person not in out]
    costs = _pair_costs(people, scores, earlier)
    tables = _match_pairs(costs) if set(sizes) == {2} else _search_tables(sizes, costs, seed)
    return Round(
        tuple(tuple(people[at] for at in table) for table in sorted(map(sorted, tables))),
        tuple(person for person in order if person in out),
    )


def _pair_costs(people: Sequence[int], scores: Mapping[int, Fraction], earlier: Iterable[Round]) -> list[list[int]]:
    """Return the cost of each meeting as one whole number, by the indexes of two people.

    The unit is the square of the smallest possible difference. An earlier meeting costs more than all differences of a round.
    """
    met = _count_meetings(earlier)
    unit = lcm(*(scores[person].denominator for person in people))
    points = [int(scores[person] * unit) for person in people]
    repeat = 1 + len(people) ** 2 * (max(points, default=0) - min(points, default=0)) ** 2
    return [
        [repeat * met[frozenset((one, other))] + (mine - theirs) ** 2 for other, theirs in zip(people, points, strict=True)]
        for one, mine in zip(people, points, strict=True)
    ]


def _match_pairs(costs: Sequence[Sequence[int]]) -> Tables:
    """Return the cheapest pairs of all people, who are an even number."""
    from networkx import Graph, max_weight_matching  # takes a tenth of a second

    graph = Graph()
    graph.add_nodes_from(range(len(costs)))
    graph.add_weighted_edges_from((one, other, -costs[one][other]) for one, other in combinations(range(len(costs)), 2))
    return [list(pair) for pair in max_weight_matching(graph, maxcardinality=True)]


def _search_tables(sizes: Sequence[int], costs: Sequence[Sequence[int]], seed: str) -> Tables:
    """Return cheap tables of these sizes, which seat everyone."""
    people = iter(range(len(costs)))
    seating = _Seating([[next(people) for _ in range(size)] for size in sizes], costs)
    dice = (partial(number_from_seed, seed=seed, purpose=f"round swap {nth}") for nth in count())
    seating.improve(range(len(costs)))
    while len(sizes) > 1 and seating.cost > 0 and seating.weighed < MAX_SWAPS_WEIGHED * len(costs):
        cost = seating.cost
        seating.swaps.clear()
        for _ in range(2):
            one = next(dice)(len(costs))
            elsewhere = [person for person in range(len(costs)) if seating.at[person] != seating.at[one]]
            seating.swap(one, elsewhere[next(dice)(len(elsewhere))])
        seating.improve(
            {person for pair in seating.swaps for swapped in pair for person in seating.tables[seating.at[swapped]]}
        )
        if seating.cost > cost:
            for one, other in seating.swaps[::-1]:
                seating.swap(one, other)
    return seating.tables


class _Seating:
    """Tables that the search improves.

    `at` is the table of each person, and `toward[a][t]` what a costs with the people at table t. `swaps` are those made since
    it was cleared.
    """

    def __init__(self, tables: Tables, costs: Sequence[Sequence[int]]) -> None:
        self.tables, self.costs = tables, costs
        self.at = [0] * len(costs)
        for number, table in enumerate(tables):
            for person in table:
                self.at[person] = number
        self.toward = [[sum([row[other] for other in table]) for table in tables] for row in costs]
        self.cost = sum(self.toward[person][self.at[person]] for person in range(len(costs))) // 2
        self.swaps: list[tuple[int, int]] = []
        self.weighed = 0

    def improve(self, people: Iterable[int]) -> None:
        """Swap these people, and those at tables that change, until no swap of one of them lowers the cost."""
        waiting = deque(sorted(people))
        while waiting:
            one = waiting.popleft()
            change, other = self._best_swap(one)
            if change < 0:
                self.swap(one, other)
                changed = {*self.tables[self.at[one]], *self.tables[self.at[other]]}
                waiting.extend(sorted(changed - set(waiting)))

    def _best_swap(self, one: int) -> tuple[int, int]:
        """Return the lowest change of the cost by a swap of this person, and with whom; 0 without another table."""
        here, row, mine, at = self.at[one], self.costs[one], self.toward[one], self.at
        self.weighed += len(at)
        return min(
            [
                (mine[there] - mine[here] + theirs[here] - theirs[there] - 2 * row[other], other)
                for other, (there, theirs) in enumerate(zip(at, self.toward, strict=True))
                if there != here
            ],
            default=(0, one),
        )

    def swap(self, one: int, other: int) -> None:
        """Swap two people at different tables."""
        here, there, mine, theirs = self.at[one], self.at[other], self.costs[one], self.costs[other]
        before, after = self.toward[one], self.toward[other]
        self.cost += before[there] - before[here] + after[here] - after[there] - 2 * mine[other]
        for row, left, came in zip(self.toward, mine, theirs, strict=True):
            row[here] += came - left
            row[there] -= came - left
        for table, leaving, coming in ((here, one, other), (there, other, one)):
            self.tables[table].remove(leaving)
            self.tables[table].append(coming)
        self.at[one], self.at[other] = there, here
        self.swaps.append((one, other))
