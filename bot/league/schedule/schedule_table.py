"""The table of a schedule, computed from its own matches only.

People with equal points are ordered by head to head, the points that they won in their matches against each other, and then by
their card points in all matches. Whoever is still equal shares a position.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.league.match_facts import MatchResult
from bot.league.placings import is_between_people, league_placings
from bot.league.scheme.scheme import PARTS_PER_POINT, Scheme, has_points_for, scheme_points


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """A person's row. `position` counts from 1 and is shared by equals; `parts` are sixtieths of a point.

    `head_to_head` are the parts from matches against others with equal points, 0 without any.
    """

    position: int
    person: int
    matches: int
    parts: int
    head_to_head: int
    cards: int

    @property
    def points(self) -> Fraction:
        return Fraction(self.parts, PARTS_PER_POINT)


@dataclass(frozen=True, slots=True)
class _Played:
    """What each person won in a match: parts and card points. Of a match that wasn't played, only those who left are in it."""

    parts: dict[int, int]
    cards: dict[int, int]


def schedule_table(people: Collection[int], matches: Iterable[MatchResult], scheme: Scheme) -> list[ScheduleRow]:
    """Return a row for each of the people, the best first; equals by number.

    `matches` are those of the fixtures, corrected. Voided ones, and those of a size without points, don't count.
    """
    played = [
        _won(match, scheme) for match in matches if is_between_people(match) and has_points_for(scheme, len(match.people()))
    ]
    parts = {person: sum(one.parts.get(person, 0) for one in played) for person in people}
    cards = {person: sum(one.cards.get(person, 0) for one in played) for person in people}
    head_to_head = _head_to_head(parts, played)
    keys = {person: (parts[person], head_to_head[person], cards[person]) for person in people}
    order = sorted(people, key=lambda person: (*(-number for number in keys[person]), person))
    return [
        ScheduleRow(
            1 + sum(other > keys[person] for other in keys.values()),
            person,
            sum(person in one.parts for one in played),
            *keys[person],
        )
        for person in order
    ]


def _won(match: MatchResult, scheme: Scheme) -> _Played:
    placings = league_placings(match)
    if match.is_walkover:
        nothing = {one.person: 0 for one in placings if one.has_left}
        return _Played(nothing, nothing)
    parts = scheme_points(scheme, placings)
    return _Played(
        {one.person: won for one, won in zip(placings, parts, strict=True)}, {one.person: one.cards for one in placings}
    )


def _head_to_head(parts: dict[int, int], played: Sequence[_Played]) -> dict[int, int]:
    """Return, for each person, their parts from the matches with at least one other person who has equal points."""
    level: dict[int, set[int]] = defaultdict(set)
    for person, won in parts.items():
        level[won].add(person)
    return {
        person: sum(one.parts[person] for one in played if person in one.parts and len(level[won] & one.parts.keys()) > 1)
        for person, won in parts.items()
    }
