"""Totals that are computed from groups of equal shares: no match has to be read for them.

They equal those that `totals.py` computes match by match.
"""

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from bot.league.scheme.scheme import PARTS_PER_POINT, ByCards, ByPlacing, ByWins, Scheme, place_parts
from bot.league.standings.totals import NO_SUMS, Sums, Total


class ShareGroup(NamedTuple):
    """How a person finished in several matches of `size` people: always in the same way. `cards` is the sum of card points.

    `sharing` is how many people had the same place. A negative number of `matches` takes them away from other groups.
    """

    person: int
    size: int
    place: int
    sharing: int
    has_left: bool
    matches: int
    cards: int


def totals_of_groups(scheme: Scheme, weeks: Iterable[tuple[int, Iterable[ShareGroup]]]) -> dict[int, Total]:
    """Return the totals by person. `weeks` are in ascending order, each with all groups that earlier ones don't contain."""
    found: dict[int, Total] = {}
    for week, groups in weeks:
        for person, sums in _sums(scheme, groups).items():
            before = found[person].now if person in found else NO_SUMS
            found[person] = Total(_plus(before, sums), week, before)
    return found


def _sums(scheme: Scheme, groups: Iterable[ShareGroup]) -> dict[int, Sums]:
    """Return the sums of the people with a match."""
    found: dict[int, list[int]] = {}  # matches, parts, wins, cards, then the number of matches by place
    for group in groups:
        sums = found.setdefault(group.person, [0, 0, 0, 0])
        sums[0] += group.matches
        sums[1] += _parts(scheme, group)
        sums[2] += group.matches * (group.place == 1)
        sums[3] += group.cards
        sums += [0] * (4 + group.place - len(sums))
        sums[3 + group.place] += group.matches
    return {
        person: Sums(matches, parts, wins, cards, _without_last_zeros(places))
        for person, (matches, parts, wins, cards, *places) in found.items()
        if matches
    }


def _parts(scheme: Scheme, group: ShareGroup) -> int:
    """Return the points of all matches of the group. Raise KeyError for a number of people without points."""
    match scheme:
        case ByPlacing(points=table):
            worth = table[group.size]
            return group.matches * place_parts(worth, group.place, group.sharing, has_left=group.has_left)
        case ByWins():
            return group.matches * PARTS_PER_POINT * (group.place == 1)
        case ByCards():
            return PARTS_PER_POINT * group.cards
        case _:
            assert_never(scheme)


def _without_last_zeros(places: list[int]) -> tuple[int, ...]:
    while places and not places[-1]:
        places.pop()
    return tuple(places)


def _plus(one: Sums, other: Sums) -> Sums:
    longest = max(len(one.places), len(other.places))
    places = (a + b for a, b in zip(*(sums.places + (0,) * (longest - len(sums.places)) for sums in (one, other)), strict=True))
    return Sums(
        one.matches + other.matches, one.parts + other.parts, one.wins + other.wins, one.cards + other.cards, tuple(places)
    )
