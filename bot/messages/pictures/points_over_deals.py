"""The total points after each deal that a chart shows, and its alt text."""

from collections.abc import Sequence
from itertools import accumulate

from msgspec import Struct

from bot.messages.pictures.alt_text import cut_alt
from bot.messages.words import Words
from bot.rummy.events import DealEnded

Totals = Sequence[Sequence[int]]
"""For each seat, the total points after each deal until the seat left."""


class PointsOverDeals(Struct, frozen=True):
    """What a chart of the points shows: for each seat, the total points after each deal until the seat left."""

    totals: tuple[tuple[int, ...], ...]


def points_of_deals(deals: Sequence[DealEnded]) -> list[list[int]]:
    """Return the total points of each seat after each deal that it took part in."""
    found = []
    for seat in range(len(deals[0].points) if deals else 0):
        played = [nth for nth, deal in enumerate(deals, 1) if deal.hands[seat] or deal.winner == seat]
        found.append(list(accumulate(deal.points[seat] for deal in deals[: max(played, default=0)])))
    return found


def points_chart_alt(totals: Totals, say: Words) -> str:
    """Return the alt text: first the totals, then the points after each deal."""
    deals = max(map(len, totals), default=0)
    parts = [say.many("Total points after 1 deal.", "Total points after {count} deals.", deals)]
    for mark, points in enumerate(totals, 1):
        if len(points) == deals:
            parts.append(say("Player {mark}: {points}.", mark=mark, points=points[-1]))
        else:
            parts.append(say("Player {mark}: {points}, then left the match.", mark=mark, points=points[-1] if points else 0))
    if deals > 1:
        parts.append(say("Points after each deal:"))
        parts += (
            say("Player {mark}: {points}.", mark=mark, points=" ".join(map(str, points)))
            for mark, points in enumerate(totals, 1)
        )
    return cut_alt(parts, say)
