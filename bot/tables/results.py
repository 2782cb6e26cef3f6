"""The raw facts of a finished match, as they are stored: everything in a league is computed from them."""

from dataclasses import dataclass

from msgspec import Struct

from bot.rummy.events import DealEnded
from bot.rummy.variant import Variant
from bot.tables.table import Table


class SeatFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """`left`: the person forfeited; `placing` counts from 1."""

    person: int
    placing: int
    points: int
    left: bool


class MatchResult(Struct, frozen=True, forbid_unknown_fields=True):
    """By seat, and by deal: who went out and how, hands left, points. `ended` is epoch milliseconds."""

    server: int
    variant: Variant
    seats: tuple[SeatFacts, ...]
    deals: tuple[DealEnded, ...]
    ended: int


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One line of a server's history, enough for standings."""

    table: int
    person: int
    name: str
    placing: int
    points: int


def result_of(table: Table, *, at: int) -> MatchResult | None:
    """The facts, if the match has come to its end; None in play, and for a match that was broken off."""
    match = table.match
    if match is None or match.placings is None:
        return None
    seats = tuple(
        SeatFacts(table.person_at(seat), match.placings[seat], match.scores[seat], seat in match.left)
        for seat in range(match.seats)
    )
    return MatchResult(table.server, match.variant, seats, match.ended, at)
