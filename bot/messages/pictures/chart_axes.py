"""What the charts have in common around their lines: round numbers on the left, labels below, and where each value is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from bot.messages.pictures.chart_canvas import DIGIT_HEIGHT, GRID, ChartCanvas, Point, text_width

WIDTH, TOP = 800, 30  # of every chart; where its lines may begin
LEAST_SPAN = 10  # from the lowest value to the highest
_LEFT, _BELOW = 28, 58  # of the lines, on the left without the numbers
_AIR = 0.07  # below and above the lines, as a part of their height
_MOST_NUMBERS = 6
_THIN, _THICK = 1.5, 3  # widths
_TICK, _GAP = 10, 10  # its length; between a number and what it belongs to


@dataclass(frozen=True, slots=True)
class Scale:
    """Where values are in a chart: `first` is at `left`, `last` at `right`, `low` at `bottom`, and `high` at `TOP`."""

    left: float
    right: float
    bottom: float
    first: float
    last: float
    low: float
    high: float

    def place(self, along: float, value: float) -> Point:
        return (
            self.left + (along - self.first) / (self.last - self.first) * (self.right - self.left),
            self.bottom - (value - self.low) / (self.high - self.low) * (self.bottom - TOP),
        )


def scale_for(values: Sequence[float], first: float, last: float, *, right: float, height: float) -> Scale:
    """Return the scale of a chart of this `height`, with room for all values and for the numbers on the left."""
    air = (max(values) - min(values)) * _AIR
    low, high = min(values) - air, max(values) + air
    widest = max(text_width(str(number)) for number in labels(low, high, _MOST_NUMBERS))
    return Scale(_LEFT + widest, right, height - _BELOW, first, last, low, high)


def labels(low: float, high: float, most: int) -> list[int]:
    """Return the numbers of an axis from `low` to `high`: about `most` multiples of 1, 2, 5, 10, 20, 50 or so on."""
    steps = (factor * 10**zeros for zeros in count() for factor in (1, 2, 5))
    step = next(step for step in steps if high - low <= step * most)
    return [step * nth for nth in range(int(-(-low // step)), int(high // step) + 1)]


def draw_axes(canvas: ChartCanvas, scale: Scale, ticks: Iterable[tuple[float, str]]) -> None:
    """Draw the numbers on the left with a line across for each, and the `ticks` below: where each is, and its label."""
    for number in labels(scale.low, scale.high, _MOST_NUMBERS):
        x, y = scale.place(scale.first, number)
        canvas.line([(x, y), (scale.right, y)], GRID, _THIN)
        canvas.write(str(number), x - _GAP - text_width(str(number)), y)
    canvas.line([(scale.left, TOP), (scale.left, scale.bottom), (scale.right, scale.bottom)], GRID, _THIN)
    for along, label in ticks:
        x, y = scale.place(along, scale.low)
        canvas.line([(x, y), (x, y + _TICK)], GRID, _THICK)
        canvas.write(label, x - text_width(label) / 2, y + _TICK + DIGIT_HEIGHT / 2 + 3)
