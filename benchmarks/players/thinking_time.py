"""How long *normal* takes for a move in every preset, with every number of players, and how long its view takes.

The positions are those of deals between *normal* players, from the fullest hands on. Each is timed three times; the shortest
counts, because the machine may be busy. `python -m benchmarks.players.thinking_time`
"""

import time
from collections.abc import Callable
from statistics import median, quantiles

from benchmarks.players.mirrored_deals import deal_cards, start_match
from benchmarks.players.strength import normal, preset, presets
from benchmarks.results import Row, report
from bot.rummy.decide import play
from bot.rummy.match import Match
from bot.rummy.variant import Variant
from bot.rummy.view import view_for

DEALS, TIMES, TARGET = 20, 3, 5.0


def measure(deals: int = DEALS) -> list[Row]:
    """Return the figures as rows of the table of results."""
    return [_row(name, preset(name), deals) for name in presets()]


def _row(name: str, variant: Variant, deals: int) -> Row:
    moves, views = list[float](), list[float]()
    for players in range(variant.players[0], variant.players[1] + 1):
        match = start_match(variant, players, players)
        for _ in range(deals):
            if match.is_over:
                match = start_match(variant, players, players)
            match = _time_deal(deal_cards(match, len(moves)), moves, views)
    slowest = quantiles(moves, n=100)[-1]
    return Row(
        figure=f"choosing a move of *normal* in {name}, p99 of {len(moves):,}",
        value=f"{slowest:.2f} ms, median {median(moves):.2f}, longest {max(moves):.2f}",
        against=f"its view: p99 {quantiles(views, n=100)[-1]:.2f} ms, median {median(views):.2f}",
        target=f"≤ {TARGET:.0f} ms",
        measured=f"{slowest:.2f} ms",
        met=slowest <= TARGET,
    )


def _time_deal(match: Match, moves: list[float], views: list[float]) -> Match:
    """Return the match after the deal, and note how long each move and each view took."""
    while (seat := match.seat_to_act()) is not None:
        view = view_for(match, seat)
        views.append(_milliseconds(lambda match=match, seat=seat: view_for(match, seat)))
        moves.append(_milliseconds(lambda view=view: normal(view, "")))
        match = play(match, seat, normal(view, ""))
    return match


def _milliseconds(work: Callable[[], object]) -> float:
    """Return how long the work takes, the shortest of three times."""
    times = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times) * 1000


def main() -> None:
    report(measure(), title="how long a computer player thinks")


if __name__ == "__main__":
    main()
