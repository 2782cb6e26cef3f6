"""Totals that are put together from sums by week: no match has to be read for them.

They equal those that `totals.py` computes match by match.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, assert_never

from bot.league.scheme.scheme import PARTS_PER_POINT, ByCards, ByPlacing, ByWins, Scheme, place_parts
from bot.league.standings.totals import NO_SUMS, Sums, Total


class Finish(NamedTuple):
    """How a person finished in a match of `size` people; `sharing` is how many had the same place, the person included.

    It is 0 for a person who left a match before it was played: they get no points.
    """

    size: int
    place: int
    sharing: int
    has_left: bool


def possible_finishes(size: int) -> Iterator[Finish]:
    """Yield every way to finish a match of `size` people."""
    yield Finish(size, size, 0, True)
    for place in range(1, size + 1):
        for sharing in range(1, size + 1):
            yield from (Finish(size, place, sharing, has_left) for has_left in (False, True))


def finish_parts(scheme: Scheme, finish: Finish) -> int:
    """Return the points, in parts, besides those for cards. Raise KeyError for a number of people without points."""
    if not finish.sharing:
        return 0
    match scheme:
        case ByPlacing(points=table):
            return place_parts(table[finish.size], finish.place, finish.sharing, has_left=finish.has_left)
        case ByWins():
            return PARTS_PER_POINT * (finish.place == 1)
        case ByCards():
            return 0
        case _:
            assert_never(scheme)


def parts_per_card_point(scheme: Scheme) -> int:
    return PARTS_PER_POINT if isinstance(scheme, ByCards) else 0


def totals_of_weeks(weeks: Iterable[tuple[int, Mapping[int, Sums]]]) -> dict[int, Total]:
    """Return the totals by person. `weeks` are in ascending order, each with the sums of what earlier ones don't contain."""
    found: dict[int, Total] = {}
    for week, by_person in weeks:
        for person, sums in by_person.items():
            before = found[person].now if person in found else NO_SUMS
            found[person] = Total(_plus(before, sums), week, before)
    return found


def sums_of(matches: int, parts: int, cards: int, places: Iterable[int]) -> Sums:
    """Return the sums; `places` are the numbers of first places, second places and so on."""
    counts = list(places)
    while counts and not counts[-1]:
        counts.pop()
    return Sums(matches, parts, counts[0] if counts else 0, cards, tuple(counts))


def _plus(one: Sums, other: Sums) -> Sums:
    if one is NO_SUMS:
        return other
    longest = max(len(one.places), len(other.places))
    places = (a + b for a, b in zip(*(sums.places + (0,) * (longest - len(sums.places)) for sums in (one, other)), strict=True))
    return sums_of(one.matches + other.matches, one.parts + other.parts, one.cards + other.cards, places)
