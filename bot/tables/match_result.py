"""The facts of a match as `bot.league` counts it: planned, when it starts, and finished."""

from bot.league.match_facts import MatchResult, SeatFacts
from bot.tables.rules.match_length import reached_length
from bot.tables.table import Table, is_computer


def planned_match(table: Table, *, at: int) -> MatchResult:
    """Return the match of a table as if it ended at a time (epoch ms), with those who are at the table or reserved for it."""
    people = (
        table.lobby.reserved.people
        if table.lobby.reserved is not None
        else tuple(one for one in table.seats.players if not is_computer(one))
    )
    return MatchResult(
        server=table.server,
        variant=table.variant,
        seats=tuple(SeatFacts(person, 1, 0, left=False) for person in people),
        deals=(),
        ended=at,
        number=table.number,
        channel=table.home,
        house_rules=table.house_rules,
        has_clock=table.has_clock,
        length=reached_length(table.variant, table.preset, table.expected_players),
        league=0 if table.lobby.reserved is None else table.lobby.reserved.league,
    )


def begun_match(table: Table, *, at: int) -> MatchResult | None:
    """Return the match of a table that starts at a time (epoch ms); None before the start, and for one that may not count."""
    return planned_match(table, at=at) if table.match is not None and table.may_count else None


def match_result(table: Table, *, at: int) -> MatchResult | None:
    """Return the result, or None during the match, if it was broken off, and for a match that may not count.

    `at` is the time of its end (epoch ms). A match ends as soon as fewer than two stay.
    """
    match = table.match
    if match is None or match.placings is None or not table.may_count:
        return None
    seats = tuple(
        SeatFacts(
            table.seats.occupants[seat],
            match.placings[seat],
            match.scores[seat],
            seat in match.left_seats,
            timeouts=table.timing.timeouts.get(table.seats.occupants[seat], 0),
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
        league=0 if table.lobby.reserved is None else table.lobby.reserved.league,
    )
