"""The facts of a match that has come to its end, for `bot.league` to make sense of."""

from msgspec import structs

from bot.league.facts import MatchResult, SeatFacts
from bot.rummy.variant import Variant
from bot.tables.table import Table


def result_of(table: Table, *, at: int) -> MatchResult | None:
    """The facts, if the match has come to its end; None in play, and for a match that was broken off."""
    match = table.match
    if match is None or match.placings is None:
        return None
    seats = tuple(
        SeatFacts(table.person_at(seat), match.placings[seat], match.scores[seat], seat in match.left)
        for seat in range(match.seats)
    )
    return MatchResult(
        server=table.server,
        variant=match.variant,
        seats=seats,
        deals=match.ended,
        ended=at,
        number=table.number,
        channel=table.channel,
        house_rules=_differing(match.variant, table.preset),
    )


def _differing(variant: Variant, preset: Variant) -> tuple[str, ...]:
    """The questions that the two answer differently, in the order of the rules."""
    before, after = structs.asdict(preset), structs.asdict(variant)
    return tuple(question for question in after if question not in ("name", "title") and after[question] != before[question])
