"""Who came where in a match, as a league sees it: what its people did among themselves.

Computers are no people, and take no place. Whoever was charged for leaving has the lowest place of the match; so several who
left share it, whoever of them left first. The others keep their order; who ties shares the better place.
"""

from dataclasses import dataclass

from bot.league.facts import MatchResult, SeatFacts


@dataclass(frozen=True, slots=True)
class Placed:
    """`place` counts from 1 to the number of people. `cards` are card points: more is better, in every game (see below)."""

    person: int
    place: int
    cards: int
    left: bool


def is_between_people(match: MatchResult) -> bool:
    """Whether there was anybody to win against, and no organiser has voided it: what stats and ratings look at."""
    return not match.voided and len(match.people()) > 1


def placed(match: MatchResult) -> list[Placed]:
    """The people of the match, in the order of their seats."""
    people = match.people()
    staying = [seat.placing for seat in people if not seat.left]
    cards = _cards(match, people)
    least = min(cards, default=0)
    return [
        Placed(seat.person, len(people), least, left=True)
        if seat.left
        else Placed(seat.person, 1 + sum(other < seat.placing for other in staying), points, left=False)
        for seat, points in zip(people, cards, strict=True)
    ]


def _cards(match: MatchResult, people: list[SeatFacts]) -> list[int]:
    """Card points: where points are won, those of the match. Where they are penalties, by how much somebody has stayed below
    the highest of the match: so the last has none, as who never wins has none elsewhere, and nobody loses by playing.
    """
    points = [seat.points for seat in people]
    if not match.variant.is_lowest_score_best():
        return points
    highest = max(points, default=0)
    return [highest - own for own in points]
