"""The points scheme of a league: what a match is worth, and the tie-breakers between people with the same points.

Points are counted in parts, `PARTS_PER_POINT` to a point: sixtieths, so that up to six people who tie can share them exactly.
"""

from enum import StrEnum
from typing import assert_never

from msgspec import Struct

from bot.league.placings import Placing

PARTS_PER_POINT = 60


class TieBreaker(StrEnum):
    """What decides between equal points. More is better, except for `FEWEST_MATCHES`.

    The average isn't one: between equal points it says the same as the number of matches. Nor are the results against each
    other: among three people, they can go in a circle.
    """

    WINS = "wins"
    PLACES = "places"  # most first places, then most second places, and so on
    CARD_POINTS = "card points"
    FEWEST_MATCHES = "fewest matches"


TieBreakers = tuple[TieBreaker, ...]


class ByPlacing(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Points by place. `points[size]` are those of a match of `size` people, the first place first.

    People who tie share the points of the places that they take up together: two who are first get the mean of 5 and 3, so 4
    each. A person who was charged for leaving gets the points of the last place.
    """

    points: dict[int, tuple[int, ...]]
    ties: TieBreakers = (TieBreaker.WINS, TieBreaker.PLACES, TieBreaker.FEWEST_MATCHES)


class ByWins(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A point for each win; a shared first place is a win for each."""

    ties: TieBreakers = (TieBreaker.PLACES, TieBreaker.CARD_POINTS, TieBreaker.FEWEST_MATCHES)


class ByCards(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Card points, as computed in `placings.py`; a person who was charged for leaving gets the fewest of the match."""

    ties: TieBreakers = (TieBreaker.WINS, TieBreaker.FEWEST_MATCHES)


Scheme = ByPlacing | ByWins | ByCards
BY_WINS = ByWins()
USUAL_PLACE_POINTS = ByPlacing({2: (3, 0), 3: (4, 2, 0), 4: (5, 3, 1, 0), 5: (7, 4, 2, 1, 0), 6: (9, 6, 4, 2, 1, 0)})
"""Points by place for organisers who don't type their own."""


def has_points_for(scheme: Scheme, size: int) -> bool:
    """Return True if the scheme has points for a match of `size` people."""
    return not isinstance(scheme, ByPlacing) or size in scheme.points


def scheme_points(scheme: Scheme, people: list[Placing]) -> list[int]:
    """Return the points of each person of a match, in parts. Raise KeyError for a number of people without points."""
    match scheme:
        case ByPlacing(points=table):
            worth = table[len(people)]
            return [
                place_parts(worth, one.place, sum(other.place == one.place for other in people), has_left=one.has_left)
                for one in people
            ]
        case ByWins():
            return [PARTS_PER_POINT * is_win(one) for one in people]
        case ByCards():
            return [PARTS_PER_POINT * one.cards for one in people]
        case _:
            assert_never(scheme)


def is_win(one: Placing) -> bool:
    """Return True for a first place, shared or not. Among two or more people, one who left is never first."""
    return one.place == 1


def place_parts(worth: tuple[int, ...], place: int, sharing: int, *, has_left: bool) -> int:
    """Return the points, in parts, of each of the `sharing` people who share this place, computed by `worth`."""
    if has_left:
        return worth[-1] * PARTS_PER_POINT
    return sum(worth[place - 1 : place - 1 + sharing]) * PARTS_PER_POINT // sharing
