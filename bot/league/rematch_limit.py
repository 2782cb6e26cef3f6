"""How often the same two people may meet on one day of a league in matches that count: at tables of two, and at larger ones."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations

from bot.league.days import day_of
from bot.league.league import League


def limit_at(league: League, people: int) -> int:
    """Return how many matches of the same two people count in a day, at tables of so many."""
    return league.rematches if people == 2 else league.larger_rematches


class Meetings:
    """How often each two people have met today, counted match by match, the oldest first.

    All matches that would count but for the limit are counted, so whether one is over it depends on no other verdict.
    """

    def __init__(self, league: League) -> None:
        self._league = league
        self._day: int | None = None
        self._met: Counter[tuple[bool, int, int]] = Counter()

    def add(self, ended: int, people: Mapping[int, int]) -> bool:
        """Count a match. Return True if any two of its people have already met as often as counts on that day.

        `people` are given with how often they had met another of them under a former number.
        """
        day = day_of(ended, self._league.zone)
        if day != self._day:
            self._day = day
            self._met.clear()
        limit = limit_at(self._league, len(people))
        pairs = [(len(people) == 2, *pair) for pair in combinations(sorted(people), 2)]
        is_over = any(self._met[pair] + max(people[pair[1]], people[pair[2]]) >= limit for pair in pairs)
        self._met.update(pairs)
        return is_over
