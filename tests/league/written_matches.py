"""Finished matches, written as a line of text: `Ann 1 104 · Ben 2 40 · Cem 3 0 left`."""

from bot.league.match_facts import MatchResult, SeatFacts
from bot.rummy.events import DealEnded
from bot.rummy.variant import Variant
from tests.rummy.presets import variant

ANN, BEN, CEM, DEE, EVE, FAY = PEOPLE = 1, 2, 3, 4, 5, 6
NAMES = dict(zip(("Ann", "Ben", "Cem", "Dee", "Eve", "Fay"), PEOPLE, strict=True))
SERVER, CHANNEL = 10, 20
HOUR = 3_600_000
DAY = 24 * HOUR
MONDAY = 20514 * DAY
"""2 March 2026, midnight UTC."""


def played(
    said: str,
    number: int = 1,
    *,
    ended: int = MONDAY,
    rules: Variant | None = None,
    channel: int = CHANNEL,
    house_rules: tuple[str, ...] = (),
    deals: tuple[DealEnded, ...] = (),
) -> MatchResult:
    """Return the match. Each seat is a name, the placing, the points (default 0), and any of `left`, `computer`, `removed`."""
    return MatchResult(
        server=SERVER,
        variant=rules or variant("rami"),
        seats=tuple(map(_seat, said.split(" · "))),
        deals=deals,
        ended=ended,
        number=number,
        channel=channel,
        house_rules=house_rules,
    )


def _seat(said: str) -> SeatFacts:
    name, placing, *rest = said.split()
    points = int(rest[0]) if rest and rest[0].lstrip("-").isdigit() else 0
    return SeatFacts(NAMES[name], int(placing), points, "left" in rest, "computer" in rest, "removed" in rest)
