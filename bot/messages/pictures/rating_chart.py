"""The chart of ratings over time, for one to four people. Names and dates are in the text beside it."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from bot.messages.pictures.chart_axes import LEAST_SPAN, WIDTH, Scale, draw_axes, scale_for
from bot.messages.pictures.chart_canvas import LINE_STYLES, LINE_WIDTH, ChartCanvas, marked_points
from bot.messages.pictures.sprites import Sprites

MOST_LINES = 4
HEIGHT = 480
_RIGHT = 776  # of the lines
_ROOM = 0.03  # before the first and after the last match, as a part of the time between them
_MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """The rating, as it is shown, after the match that ended at `at` (epoch milliseconds)."""

    at: int
    rating: int


class RatingsOverTime(Struct, frozen=True):
    """What a chart of ratings shows: a line for each person."""

    lines: tuple[tuple[RatingPoint, ...], ...]


def rating_chart(lines: Sequence[Sequence[RatingPoint]], sprites: Sprites) -> bytes:
    """Return a PNG of 800 × 480. Each line has at least one point, in order of time.

    Raise ValueError if there are no lines, too many, or a line without points.
    """
    if not 1 <= len(lines) <= MOST_LINES or not all(lines):
        raise ValueError(f"{len(lines)} lines of {list(map(len, lines))} points")
    scale = scale_of(lines)
    canvas = ChartCanvas(WIDTH, HEIGHT, sprites)
    draw_axes(canvas, scale, ())
    placed = [[scale.place(point.at, point.rating) for point in line] for line in lines]
    for style, line in zip(LINE_STYLES, placed, strict=False):
        canvas.line(line, style.colour, LINE_WIDTH, style.dashes)
    for style, line in zip(LINE_STYLES, placed, strict=False):
        for nth in marked_points(len(line)):
            canvas.marker(style, line[nth])
    return canvas.png()


def scale_of(lines: Sequence[Sequence[RatingPoint]]) -> Scale:
    """Return the scale of the ratings; equal ones are in the middle."""
    ratings = [point.rating for line in lines for point in line]
    middle = (min(ratings) + max(ratings)) / 2
    shown = [*ratings, middle - LEAST_SPAN / 2, middle + LEAST_SPAN / 2]
    first, last = min(line[0].at for line in lines), max(line[-1].at for line in lines)
    room = max((last - first) * _ROOM, 5 * _MINUTE)
    return scale_for(shown, first - room, last + room, right=_RIGHT, height=HEIGHT)
