"""The facts of a match that has come to its end, for `bot.league` to make sense of."""

from bot.league.match_facts import MatchResult, SeatFacts
from bot.tables.table import Table


def match_result(table: Table, *, at: int) -> MatchResult | None:
    """The facts, if the match has come to its end; None in play, and for a match that was broken off."""
    match = table.match
    if match is None or match.placings is None:
        return None
    seats = tuple(
        SeatFacts(table.person_at(seat), match.placings[seat], match.scores[seat], seat in match.left_seats)
        for seat in range(match.seats)
    )
    return MatchResult(
        server=table.server,
        variant=match.variant,
        seats=seats,
        deals=match.ended_deals,
        ended=at,
        number=table.number,
        channel=table.home,
        house_rules=table.house_rules,
    )
