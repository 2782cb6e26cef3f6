"""A person's matches as lines to look back on, the newest first: those that count nowhere too, and why."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.league.facts import MatchResult, in_order
from bot.league.placing import Placed, placed


@dataclass(frozen=True, slots=True)
class Line:
    """`people` by place, then in the order of their seats; with computers at the table they are not all who played."""

    match: int
    ended: int
    game: str
    people: tuple[Placed, ...]
    deals: int
    computers: int
    voided: bool


def line_of(match: MatchResult) -> Line:
    return Line(
        match=match.number,
        ended=match.ended,
        game=match.variant.title,
        people=tuple(sorted(placed(match), key=lambda one: one.place)),
        deals=len(match.deals),
        computers=sum(seat.computer for seat in match.seats),
        voided=match.voided,
    )


def lines(history: Iterable[MatchResult], person: int | None = None) -> list[Line]:
    """Of this person, or of everybody; `history` as it is corrected."""
    found = [match for match in in_order(history) if person is None or match.seat_of(person) is not None]
    return [line_of(match) for match in reversed(found)]
