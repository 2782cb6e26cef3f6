"""Schedules of round robins: rounds of pairs, or rounds at tables of three and four.

The assignment of people to the tables of each round: a seeded search that keeps repeated meetings rare.

Two people who meet m times cost m(m-1)/2, the number of pairs of rounds in which they meet: the first meeting is free, and the
third costs more than the second. The search picks one table after another at random. It swaps a person there with a person at
another table in the round, choosing the swap that lowers the cost most (or raises it least); the two then rest for a while. It
ends when the cost can't be lower, or after a fixed number of weighed swaps, never by a clock: a seed gives the same schedule on
every machine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, count

from bot.rummy.cards import number_from_seed, shuffle

Rounds = list[list[list[int]]]
"""Rounds of tables of people, numbered from 0."""

TableSwap = tuple[int, int, int, int]
"""Two tables of a round, the person who leaves the first, and the person who leaves the second."""

MAX_SWAPS_WEIGHED = 300_000
"""How many swaps are weighed at most: enough for most seeds, in less than a second."""

LOOK_COST = 10
"""The cost of looking at a table, in weighed swaps that take as long."""

MAX_REST = 7
"""How long two people who were swapped rest at most, in looks per round."""


def assign_tables(people: int, sizes: Sequence[int], rounds: int, seed: str) -> Rounds:
    """Return the rounds at tables of these sizes. If there are more people than seats, the byes go round in a random order."""
    first = [_random_round(people, sizes, number, seed) for number in range(rounds)]
    return _improve(_Plan(first, people), least_cost(people, sizes, rounds), seed) if len(sizes) > 1 else first


def least_cost(people: int, sizes: Sequence[int], rounds: int) -> int:
    """Return the cost of meetings that are spread evenly over the pairs: no schedule can be cheaper."""
    pairs = people * (people - 1) // 2
    each, more = divmod(rounds * sum(size * (size - 1) // 2 for size in sizes), pairs)
    return pairs * (each * (each - 1) // 2) + more * each


def _random_round(people: int, sizes: Sequence[int], number: int, seed: str) -> list[list[int]]:
    """Return a random round."""
    turns = shuffle(range(people), seed, "schedule byes")
    out = {turns[(number * (people - sum(sizes)) + nth) % people] for nth in range(people - sum(sizes))}
    playing = iter([place for place in shuffle(range(people), seed, f"schedule round {number}") if place not in out])
    return [[next(playing) for _ in range(size)] for size in sizes]


class _Plan:
    """A schedule that the search improves; `met[a][b]` is how often a and b meet."""

    def __init__(self, rounds: Rounds, people: int) -> None:
        self.rounds = rounds
        self.met = [[0] * people for _ in range(people)]
        for table in (table for tables in rounds for table in tables):
            for one, other in combinations(table, 2):
                self._meet(one, other, 1)
        self.cost = sum(times * (times - 1) // 2 for row in self.met for times in row) // 2

    def swaps(self, number: int, here: int) -> Iterator[tuple[TableSwap, int]]:
        """Yield each swap of a person who meets another one at this table repeatedly, with the change of the cost."""
        tables, met = self.rounds[number], self.met
        for one in tables[here]:
            others = [person for person in tables[here] if person != one]
            before = sum([met[one][person] for person in others]) - len(others)
            if before == 0:
                continue
            for there, table in enumerate(tables):
                if there == here:
                    continue
                after = sum([met[one][person] for person in table]) - before
                for other in table:
                    row = met[other]
                    left = sum([row[person] for person in table]) - len(table) + 1
                    yield (here, there, one, other), after - row[one] + sum([row[person] for person in others]) - left

    def swap(self, number: int, swap: TableSwap, change: int) -> None:
        """Swap two people; `change` is the resulting change of the cost."""
        here, there, one, other = swap
        tables = self.rounds[number]
        for at, leaving, coming in ((here, one, other), (there, other, one)):
            tables[at].remove(leaving)
            for person in tables[at]:
                self._meet(leaving, person, -1)
                self._meet(coming, person, 1)
        tables[here].append(other)
        tables[there].append(one)
        self.cost += change

    def _meet(self, one: int, other: int, times: int) -> None:
        self.met[one][other] += times
        self.met[other][one] += times


def _improve(plan: _Plan, least: int, seed: str) -> Rounds:
    """Return the cheapest rounds that the search finds; `least` is the lowest possible cost."""
    best, found = plan.cost, _copy(plan.rounds)
    resting: dict[tuple[int, frozenset[int]], int] = {}
    dice = (partial(number_from_seed, seed=seed, purpose=f"schedule {nth}") for nth in count())
    looks = weighed = 0
    while best > least and weighed < MAX_SWAPS_WEIGHED:
        looks += 1
        number = next(dice)(len(plan.rounds))
        here = next(dice)(len(plan.rounds[number]))
        choice: list[TableSwap] = []
        lowest = 0
        weighed += LOOK_COST
        for swap, change in plan.swaps(number, here):
            weighed += 1
            if choice and change > lowest:
                continue
            if plan.cost + change >= best and resting.get((number, frozenset(swap[2:])), 0) > looks:
                continue
            choice = [*choice, swap] if choice and change == lowest else [swap]
            lowest = change
        if choice:
            swap = choice[next(dice)(len(choice))]
            plan.swap(number, swap, lowest)
            resting[number, frozenset(swap[2:])] = looks + len(plan.rounds) * (1 + next(dice)(MAX_REST))
            if plan.cost < best:
                best, found = plan.cost, _copy(plan.rounds)
    return found


def _copy(rounds: Rounds) -> Rounds:
    return [[list(table) for table in tables] for tables in rounds]


@dataclass(frozen=True, slots=True)
class Round:
    """The tables that play at the same time, and the people with a bye; both in the order of the list of people."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


Schedule = tuple[Round, ...]


def round_robin(people: Sequence[int]) -> Schedule:
    """Return a schedule in which each pair meets once, by the circle method; each person has a bye if their number is odd."""
    circle: list[int | None] = list(range(len(people)))
    if len(circle) % 2:
        circle.append(None)
    half, rounds = len(circle) // 2, []
    for _ in range(len(circle) - 1):
        pairs = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        tables = [[one, other] for one, other in pairs if one is not None and other is not None]
        rounds.append(_round(people, tables))
        circle[1:] = [circle[-1], *circle[1:-1]]
    return tuple(rounds)


def table_rounds(people: Sequence[int], rounds: int, seed: str) -> Schedule:
    """Return `rounds` rounds of three or more people at as many tables of three and four as possible.

    A search seeded with `seed` (64 hex digits) keeps repeated meetings rare; the same arguments give the same schedule on every
    machine. It can take a second, so call it in a thread. The tables of a round differ by at most one seat. Nobody has a bye,
    except among five people: they can't be split into threes and fours, so four play, and each has a bye in turn.
    """
    return tuple(_round(people, tables) for tables in assign_tables(len(people), table_sizes(len(people)), rounds, seed))


def table_sizes(people: int) -> tuple[int, ...]:
    """Return the sizes of the tables of each round, the largest first: 4, 3, 3 for 10 people."""
    if people == 5:
        return (4,)
    tables = people // 3
    return tuple(people // tables + (table < people % tables) for table in range(tables))


def _round(people: Sequence[int], tables: Sequence[Sequence[int]]) -> Round:
    """Return the round with these tables, given as positions in the list of people; the others have a bye."""
    playing = {place for table in tables for place in table}
    largest_first = sorted(map(sorted, tables), key=lambda table: (-len(table), table))
    return Round(
        tuple(tuple(people[place] for place in table) for table in largest_first),
        tuple(person for place, person in enumerate(people) if place not in playing),
    )
