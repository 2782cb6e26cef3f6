"""The places and card points that the people of a match get in a league, computed among themselves.

Computers take no place. The people who were charged for leaving share the lowest place of the match, whoever left first. The
others keep their order; those who tie share the better place.
"""

from dataclasses import dataclass

from msgspec import Struct

from bot.league.match_facts import MatchResult, SeatFacts


class Placing(Struct, frozen=True, gc=False):
    """How a person finished. `place` counts from 1 to the number of people. `cards` are card points: more is always better."""

    person: int
    place: int
    cards: int
    has_left: bool


def is_between_people(match: MatchResult) -> bool:
    """Return True if the match has at least two people and isn't voided: only such matches count in the stats."""
    return not match.voided and len(match.people()) > 1


def league_placings(match: MatchResult) -> list[Placing]:
    """Return the placing of each person of the match, in the order of the seats."""
    people = match.people()
    staying = [seat.placing for seat in people if not seat.left]
    cards = _cards(match, people)
    least = min(cards, default=0)
    return [
        Placing(seat.person, len(people), least, has_left=True)
        if seat.left
        else Placing(seat.person, 1 + sum(other < seat.placing for other in staying), points, has_left=False)
        for seat, points in zip(people, cards, strict=True)
    ]


def _cards(match: MatchResult, people: list[SeatFacts]) -> list[int]:
    """Return the card points by person. Where points are won, they are those of the match. Where points are penalties, they are
    the difference to the highest penalty of the match, so that nobody loses by playing: the last person gets 0, as a person
    without a win does elsewhere.
    """
    points = [seat.points for seat in people]
    if not match.variant.is_lowest_score_best():
        return points
    highest = max(points, default=0)
    return [highest - own for own in points]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A match of the history. `people` are sorted by place, then by seat; `computers` counts the seats of computers."""

    match: int
    ended: int
    game: str
    people: tuple[Placing, ...]
    deals: int
    computers: int
    is_voided: bool


def history_line(match: MatchResult) -> HistoryLine:
    return HistoryLine(
        match=match.number,
        ended=match.ended,
        game=match.variant.title,
        people=tuple(sorted(league_placings(match), key=lambda one: one.place)),
        deals=len(match.deals),
        computers=sum(seat.computer for seat in match.seats),
        is_voided=match.voided,
    )
