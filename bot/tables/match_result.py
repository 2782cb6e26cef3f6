"""The result of a finished match, as `bot.league` counts it."""

from bot.league.match_facts import MatchResult, SeatFacts
from bot.tables.rules.match_length import reached_length
from bot.tables.table import Table


def match_result(table: Table, *, at: int) -> MatchResult | None:
    """Return the result, or None during the match, if it was broken off, and for a match that may not count.

    `at` is the time of its end (epoch ms). A match ends as soon as fewer than two stay.
    """
    match = table.match
    if match is None or match.placings is None or not table.may_count:
        return None
    seats = tuple(
        SeatFacts(
            table.occupant(seat),
            match.placings[seat],
            match.scores[seat],
            seat in match.left_seats,
            timeouts=table.timeouts.get(table.occupant(seat), 0),
        )
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
        has_clock=table.has_clock,
        is_walkover=table.is_over_too_early,
        length=reached_length(table.variant, table.preset, match.seats),
        league=0 if table.reserved is None else table.reserved.league,
    )
