"""The chart of the total points after each deal, with a line per seat. Each line ends at the mark of its player."""

from collections.abc import Sequence
from itertools import accumulate

from msgspec import Struct

from bot.messages.pictures.chart_axes import LEAST_SPAN, TOP, WIDTH, Scale, draw_axes, labels, scale_for
from bot.messages.pictures.chart_canvas import LINE_STYLES, LINE_WIDTH, ChartCanvas, marked_points, text_width
from bot.messages.pictures.sprites import Sprites
from bot.rummy.events import DealEnded

Totals = Sequence[Sequence[int]]
"""For each seat, the total points after each deal until the seat left."""
HEIGHT = 390
MARK_SIZE = 50
_RIGHT = 684  # of the lines
MARKS, LOWEST_MARK = 760, 360  # where the middle of all is, and that of the lowest
_MOST_DEALS_LABELLED = 8
_LEADER, _RING = 3, 4.5  # widths
_STRIPE = 4  # the length of a stripe of a shared line, in widths of the line


class PointsOverDeals(Struct, frozen=True):
    """What a chart of the points shows: for each seat, the total points after each deal until the seat left, and its mark."""

    totals: tuple[tuple[int, ...], ...]
    marks: tuple[str, ...]


def points_of_deals(deals: Sequence[DealEnded]) -> list[list[int]]:
    """Return the total points of each seat after each deal that it took part in."""
    found = []
    for seat in range(len(deals[0].points) if deals else 0):
        played = [nth for nth, deal in enumerate(deals, 1) if not deal.had_left(seat)]
        found.append(list(accumulate(deal.points[seat] for deal in deals[: max(played, default=0)])))
    return found


def points_chart(totals: Totals, marks: Sequence[str], sprites: Sprites) -> bytes:
    """Return a PNG of 800 × 390.

    Raise ValueError if there are no seats, more than six, or no deals.
    """
    if not 1 <= len(totals) <= len(LINE_STYLES) or not any(totals):
        raise ValueError(f"{len(totals)} lines of {list(map(len, totals))} deals")
    scale = scale_of(totals)
    canvas = ChartCanvas(WIDTH, HEIGHT, sprites)
    draw_axes(canvas, scale, ((deal, str(deal)) for deal in labels(1, scale.last, _MOST_DEALS_LABELLED)))
    lines = [[scale.place(deal, total) for deal, total in enumerate([0, *line])] for line in totals]
    shares = [_share(totals, seat) for seat in range(len(totals))]
    for style, line, (place, players) in zip(LINE_STYLES, lines, shares, strict=False):
        stripes = 0, place * _STRIPE, _STRIPE, (players - place - 1) * _STRIPE  # each of those who share a line has the next
        canvas.line(line, style.colour, LINE_WIDTH, style.dashes if players == 1 else stripes)
    for style, line, (place, players) in zip(LINE_STYLES, lines, shares, strict=False):
        for nth in marked_points(len(line) - 1)[place::players]:
            canvas.marker(style, line[1 + nth])
    ends = [line[-1] for line in lines]
    places = mark_places([y for _, y in ends])
    for mark, style, (x, y), height in zip(marks, LINE_STYLES, ends, places, strict=False):
        canvas.line([(x, y), (_RIGHT + 12, y), (MARKS - MARK_SIZE / 2, height)], style.colour, _LEADER)
        canvas.ring(style.colour, (MARKS, height), MARK_SIZE / 2, _RING)
        canvas.write(mark, MARKS - text_width(mark) / 2, height)
    return canvas.png()


def scale_of(totals: Totals) -> Scale:
    """Return the scale of the points, from before the first deal, when everyone has none."""
    shown = [0, *(points for line in totals for points in line)]
    return scale_for([*shown, min(shown) + LEAST_SPAN], 0, max(map(len, totals)), right=_RIGHT, height=HEIGHT)


def _share(totals: Totals, seat: int) -> tuple[int, int]:
    """Return which of the players this seat is whose lines are equal throughout, and how many they are: they share one line."""
    equal = [other for other, line in enumerate(totals) if line == totals[seat]]
    return equal.index(seat), len(equal)


def mark_places(ends: Sequence[float]) -> Sequence[float]:
    """Return the heights of the marks: near these ends of the lines, and far enough from each other."""
    return [LOWEST_MARK - place for place in spread([LOWEST_MARK - y for y in ends], MARK_SIZE + 4, LOWEST_MARK - TOP)]


def spread(wanted: Sequence[float], gap: float, room: float) -> list[float]:
    """Return places from 0 to `room` at least `gap` apart, in the order of those `wanted`; they need no more room than this.

    Labels that would overlap form a block around the middle of their places; of equal ones, the first is the highest.
    """
    order = sorted(range(len(wanted)), key=lambda label: (wanted[label], -label))
    blocks: list[list[float]] = []
    for nth, label in enumerate(order):
        block = [wanted[label] - nth * gap]
        while blocks and _mean(blocks[-1]) >= _mean(block):
            block = blocks.pop() + block
        blocks.append(block)
    found = [0.0] * len(order)
    starts = [_mean(block) for block in blocks for _ in block]
    for nth, (label, start) in enumerate(zip(order, starts, strict=True)):
        found[label] = nth * gap + max(0.0, min(start, room - (len(order) - 1) * gap))
    return found


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
