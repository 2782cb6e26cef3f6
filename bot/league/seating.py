"""Who sits with whom, round after round: a seeded search for seatings in which people meet again as seldom as can be.

Two people who meet m times cost m(m-1)/2, the number of pairs of rounds in which they meet: nothing the first time, and a third
meeting more than a second. The search looks at one table after another, drawn by lot, and swaps the two people that lower the
cost most (or raise it least) between that table and another of its round; two who were just swapped stay for a while. It ends
when nothing can be better, or after a fixed number of swaps weighed, never by a clock: a seed gives one schedule everywhere.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, count

from bot.rummy.deck.shuffle import draw_number, shuffle

Rounds = list[list[list[int]]]
"""Rounds of tables of people, numbered from 0."""

Swap = tuple[int, int, int, int]
"""From which table, to which, who leaves the one, who the other."""

PATIENCE = 300_000
"""How many swaps are weighed: enough for most seeds, in less than a second."""

LOOK = 10
"""To look at a table takes about as long as to weigh so many swaps."""

LONGEST_REST = 7
"""For how many looks at each round a swap may not be undone, at most."""


def seated(people: int, sizes: Sequence[int], rounds: int, seed: str) -> Rounds:
    """Rounds at tables of these sizes. Where they have fewer seats than there are people, byes go round a drawn order."""
    first = [_drawn(people, sizes, number, seed) for number in range(rounds)]
    return _improved(_Plan(first, people), least_cost(people, sizes, rounds), seed) if len(sizes) > 1 else first


def least_cost(people: int, sizes: Sequence[int], rounds: int) -> int:
    """What all the meetings cost if they were spread evenly over the pairs: no schedule can be cheaper."""
    pairs = people * (people - 1) // 2
    each, more = divmod(rounds * sum(size * (size - 1) // 2 for size in sizes), pairs)
    return pairs * (each * (each - 1) // 2) + more * each


def _drawn(people: int, sizes: Sequence[int], number: int, seed: str) -> list[list[int]]:
    """A round by lot."""
    turns = shuffle(range(people), seed, "schedule byes")
    out = {turns[(number * (people - sum(sizes)) + nth) % people] for nth in range(people - sum(sizes))}
    playing = iter([place for place in shuffle(range(people), seed, f"schedule round {number}") if place not in out])
    return [[next(playing) for _ in range(size)] for size in sizes]


class _Plan:
    """A schedule that is being improved: `met[a][b]` is how often a and b meet."""

    def __init__(self, rounds: Rounds, people: int) -> None:
        self.rounds = rounds
        self.met = [[0] * people for _ in range(people)]
        for table in (table for tables in rounds for table in tables):
            for one, other in combinations(table, 2):
                self._meet(one, other, 1)
        self.cost = sum(times * (times - 1) // 2 for row in self.met for times in row) // 2

    def swaps(self, number: int, here: int) -> Iterator[tuple[Swap, int]]:
        """Every swap of somebody at this table who meets one of them again, with what it adds to the cost."""
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

    def swap(self, number: int, swap: Swap, change: int) -> None:
        """Lets the two change places."""
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


def _improved(plan: _Plan, least: int, seed: str) -> Rounds:
    """The cheapest of all the seatings that the search comes by."""
    best, found = plan.cost, _copy(plan.rounds)
    resting: dict[tuple[int, frozenset[int]], int] = {}
    draws = (partial(draw_number, seed=seed, purpose=f"schedule {nth}") for nth in count())
    looks = weighed = 0
    while best > least and weighed < PATIENCE:
        looks += 1
        number = next(draws)(len(plan.rounds))
        here = next(draws)(len(plan.rounds[number]))
        choice: list[Swap] = []
        lowest = 0
        weighed += LOOK
        for swap, change in plan.swaps(number, here):
            weighed += 1
            if choice and change > lowest:
                continue
            if plan.cost + change >= best and resting.get((number, frozenset(swap[2:])), 0) > looks:
                continue
            choice = [*choice, swap] if choice and change == lowest else [swap]
            lowest = change
        if choice:
            swap = choice[next(draws)(len(choice))]
            plan.swap(number, swap, lowest)
            resting[number, frozenset(swap[2:])] = looks + len(plan.rounds) * (1 + next(draws)(LONGEST_REST))
            if plan.cost < best:
                best, found = plan.cost, _copy(plan.rounds)
    return found


def _copy(rounds: Rounds) -> Rounds:
    return [[list(table) for table in tables] for tables in rounds]
