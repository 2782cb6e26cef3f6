"""What a round of a tournament costs, as the head of `bot/league/tournament/pairing.py` says it: slow and obvious."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from bot.league.tournament.round_robin import Round


@dataclass(frozen=True, slots=True, order=True)
class RoundCost:
    """The cost of a round; the cheaper of two is the lesser. `repeats` counts for each pair who meet their earlier meetings.

    `spread` sums, over the pairs who meet, the squares of the differences of their scores.
    """

    repeats: int
    spread: Fraction


def round_cost(tables: Iterable[Sequence[int]], scores: Mapping[int, Fraction], earlier: Iterable[Round]) -> RoundCost:
    """Return what these tables of people cost after the `earlier` rounds."""
    met = Counter(frozenset(pair) for each in earlier for table in each.tables for pair in combinations(table, 2))
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    return RoundCost(
        sum(met[frozenset(pair)] for pair in pairs),
        sum(((scores[one] - scores[other]) ** 2 for one, other in pairs), Fraction()),
    )
