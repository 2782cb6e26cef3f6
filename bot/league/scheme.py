"""What a match is worth in a league, and what decides between people with the same points.

Points are counted in sixtieths, so that up to six who tie share them exactly: `PARTS_PER_POINT` of them are one point.
"""

from enum import StrEnum
from typing import assert_never

from msgspec import Struct

from bot.league.placings import Placing

PARTS_PER_POINT = 60


class TieBreaker(StrEnum):
    """What decides, from more to less; `fewest_matches` the other way round.

    The average is none: with the same points it says what the number of matches says. Nor is who won against whom: among
    three that may go in a circle.
    """

    WINS = "wins"
    PLACES = "places"  # most first places, then most second places, and so on
    CARD_POINTS = "card points"
    FEWEST_MATCHES = "fewest matches"


TieBreakers = tuple[TieBreaker, ...]


class ByPlacing(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """`points[size]` are those of the places of a match of so many people, the first place first.

    Who ties shares what the places that they take up together are worth: two first ones 5 and 3, so 4 for each. Whoever was
    charged for leaving gets what the last place is worth.
    """

    points: dict[int, tuple[int, ...]]
    ties: TieBreakers = (TieBreaker.WINS, TieBreaker.PLACES, TieBreaker.FEWEST_MATCHES)


class ByWins(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A point for each match won; a shared first place is a win for each."""

    ties: TieBreakers = (TieBreaker.PLACES, TieBreaker.CARD_POINTS, TieBreaker.FEWEST_MATCHES)


class ByCards(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Card points, as `placing.py` has them; whoever was charged for leaving gets the fewest of the match."""

    ties: TieBreakers = (TieBreaker.WINS, TieBreaker.FEWEST_MATCHES)


Scheme = ByPlacing | ByWins | ByCards


def has_points_for(scheme: Scheme, size: int) -> bool:
    """Whether it says what a match of so many people is worth."""
    return not isinstance(scheme, ByPlacing) or size in scheme.points


def scheme_points(scheme: Scheme, people: list[Placing]) -> list[int]:
    """What each of the people of one match gets, in sixtieths. Raises KeyError for a size without points."""
    match scheme:
        case ByPlacing(points=table):
            worth = table[len(people)]
            return [worth[-1] * PARTS_PER_POINT if one.left else _shared(worth, one.place, people) for one in people]
        case ByWins():
            return [PARTS_PER_POINT * is_win(one) for one in people]
        case ByCards():
            return [PARTS_PER_POINT * one.cards for one in people]
        case _:
            assert_never(scheme)


def is_win(one: Placing) -> bool:
    """A shared first place is a win for each; who has left is behind all who stayed, so never first among two or more."""
    return one.place == 1


def _shared(worth: tuple[int, ...], place: int, people: list[Placing]) -> int:
    sharing = sum(other.place == place for other in people)
    return sum(worth[place - 1 : place - 1 + sharing]) * PARTS_PER_POINT // sharing
