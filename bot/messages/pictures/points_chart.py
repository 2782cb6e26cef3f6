"""The chart of the total points after each deal, with a line per seat. Each line ends at the mark of its player."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, count

from msgspec import Struct

from bot.messages.pictures.chart_canvas import DIGIT_HEIGHT, DIGIT_WIDTH, GRID, LINE_STYLES, ChartCanvas, Point, marked_points
from bot.messages.pictures.sprites import Sprites
from bot.rummy.events import DealEnded

Totals = Sequence[Sequence[int]]
"""For each seat, the total points after each deal until the seat left."""
WIDTH, HEIGHT = 800, 390
MARK_SIZE = 50
_LEFT, _RIGHT, _TOP, _BOTTOM = 28, 684, 30, 332  # of the lines; on the left without the numbers
MARKS, LOWEST_MARK = 760, 360  # where the middle of all is, and that of the lowest
_LEAST_POINTS, _AIR = 10, 0.07  # from the bottom to the top; below and above, as a part of that
_MOST_POINTS_LABELLED, _MOST_DEALS_LABELLED, _MOST_MARKERS = 6, 8, 9
_LINE, _LEADER, _RING, _THIN = 5.5, 3, 4.5, 1.5  # widths
_MARKER = 17
_STRIPE = 4  # the length of a stripe of a shared line, in widths of the line
_TICK, _GAP = 10, 10  # its length; between a number and what it belongs to


class PointsOverDeals(Struct, frozen=True):
    """What a chart of the points shows: for each seat, the total points after each deal until the seat left, and its mark."""

    totals: tuple[tuple[int, ...], ...]
    marks: tuple[str, ...]


def points_of_deals(deals: Sequence[DealEnded]) -> list[list[int]]:
    """Return the total points of each seat after each deal that it took part in."""
    found = []
    for seat in range(len(deals[0].points) if deals else 0):
        played = [nth for nth, deal in enumerate(deals, 1) if deal.hands[seat] or deal.winner == seat]
        found.append(list(accumulate(deal.points[seat] for deal in deals[: max(played, default=0)])))
    return found


@dataclass(frozen=True, slots=True)
class Scale:
    """Where deals and points are in the chart. A line begins at deal 0, with no points."""

    left: float
    deals: int
    low: float
    high: float

    def place(self, deal: float, points: float) -> Point:
        """Return the place of so many points after a deal."""
        return (
            self.left + deal / self.deals * (_RIGHT - self.left),
            _BOTTOM - (points - self.low) / (self.high - self.low) * (_BOTTOM - _TOP),
        )


def points_chart(totals: Totals, marks: Sequence[str], sprites: Sprites) -> bytes:
    """Return a PNG of 800 × 390.

    Raise ValueError if there are no seats, more than six, or no deals.
    """
    if not 1 <= len(totals) <= len(LINE_STYLES) or not any(totals):
        raise ValueError(f"{len(totals)} lines of {list(map(len, totals))} deals")
    scale = scale_of(totals)
    canvas = ChartCanvas(WIDTH, HEIGHT, sprites)
    _draw_axes(canvas, scale)
    lines = [[scale.place(deal, total) for deal, total in enumerate([0, *line])] for line in totals]
    shares = [_share(totals, seat) for seat in range(len(totals))]
    for style, line, (place, players) in zip(LINE_STYLES, lines, shares, strict=False):
        stripes = 0, place * _STRIPE, _STRIPE, (players - place - 1) * _STRIPE  # each of those who share a line has the next
        canvas.line(line, style.colour, _LINE, style.dashes if players == 1 else stripes)
    for style, line, (place, players) in zip(LINE_STYLES, lines, shares, strict=False):
        for nth in marked_points(len(line) - 1, _MOST_MARKERS)[place::players]:
            canvas.marker(style, line[1 + nth], _MARKER)
    ends = [line[-1] for line in lines]
    places = mark_places([y for _, y in ends])
    for mark, style, (x, y), height in zip(marks, LINE_STYLES, ends, places, strict=False):
        canvas.line([(x, y), (_RIGHT + 12, y), (MARKS - MARK_SIZE / 2, height)], style.colour, _LEADER)
        canvas.ring(style.colour, (MARKS, height), MARK_SIZE / 2, _RING)
        canvas.write(mark, MARKS - DIGIT_WIDTH / 2, height)
    return canvas.png()


def scale_of(totals: Totals) -> Scale:
    """Return the scale that has room for all points, for some more above and below, and for the numbers on the left."""
    shown = [0, *(points for line in totals for points in line)]
    least, most = min(shown), max(*shown, min(shown) + _LEAST_POINTS)
    air = (most - least) * _AIR
    low, high = least - air, most + air
    longest = max(len(str(label)) for label in labels(low, high, _MOST_POINTS_LABELLED))
    return Scale(_LEFT + longest * DIGIT_WIDTH, max(map(len, totals)), low, high)


def labels(low: float, high: float, most: int) -> list[int]:
    """Return the numbers of an axis from `low` to `high`: about `most` multiples of 1, 2, 5, 10, 20, 50 or so on."""
    steps = (factor * 10**zeros for zeros in count() for factor in (1, 2, 5))
    step = next(step for step in steps if high - low <= step * most)
    return [step * nth for nth in range(int(-(-low // step)), int(high // step) + 1)]


def _share(totals: Totals, seat: int) -> tuple[int, int]:
    """Return which of the players this seat is whose lines are equal throughout, and how many they are: they share one line."""
    equal = [other for other, line in enumerate(totals) if line == totals[seat]]
    return equal.index(seat), len(equal)


def mark_places(ends: Sequence[float]) -> Sequence[float]:
    """Return the heights of the marks: near these ends of the lines, and far enough from each other."""
    return [LOWEST_MARK - place for place in spread([LOWEST_MARK - y for y in ends], MARK_SIZE + 4, LOWEST_MARK - _TOP)]


def _draw_axes(canvas: ChartCanvas, scale: Scale) -> None:
    for points in labels(scale.low, scale.high, _MOST_POINTS_LABELLED):
        x, y = scale.place(0, points)
        canvas.line([(x, y), (_RIGHT, y)], GRID, _THIN)
        canvas.write(str(points), x - _GAP - len(str(points)) * DIGIT_WIDTH, y)
    canvas.line([(scale.left, _TOP), (scale.left, _BOTTOM), (_RIGHT, _BOTTOM)], GRID, _THIN)
    for deal in labels(1, scale.deals, _MOST_DEALS_LABELLED):
        x, y = scale.place(deal, scale.low)
        canvas.line([(x, y), (x, y + _TICK)], GRID, _LEADER)
        canvas.write(str(deal), x - len(str(deal)) * DIGIT_WIDTH / 2, y + _TICK + DIGIT_HEIGHT / 2 + 3)


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
