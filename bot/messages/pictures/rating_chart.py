"""The chart of ratings over time, for one to four people. It contains no names, which are in the text beside it.

matplotlib takes half a second and 56 MiB to import, so it is imported with the first chart; a chart then takes about 45 ms.
Charts are rendered in a thread, one at a time, on a background of their own, so that they look the same on Discord's dark and
light themes. They contain no words that would need a translation: dates are written 2026-11-21.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_LINES = 4
WIDTH, HEIGHT, DPI = 8.0, 4.8, 100
SMALL_TEXT_SIZE = 17  # in points: a phone shows the chart at about half its 800 pixels
BACKGROUND, INK, GRID = "#232428", "#f2f3f5", "#4a4c52"
DATE_PLACES = (0.14, 0.51, 0.88)  # along the axis, from 0 to 1
MOST_MARKERS = 9  # at most, along a line
MINUTE = 60_000
HOUR = 60 * MINUTE
FEW_DAYS, EVENING = 10 * 24 * HOUR, 12 * HOUR

_one_at_a_time = Lock()


@dataclass(frozen=True, slots=True)
class LineStyle:
    """The style of a line, which differs from the others also without colours.

    `sign` has the same colour and about the same shape as the marker: it stands before the person's name in the text.
    """

    colour: str
    dashes: str | tuple[int, tuple[float, ...]]
    marker: str
    sign: str


LINE_STYLES = (
    LineStyle("#55acee", "solid", "o", "\N{LARGE BLUE CIRCLE}"),
    LineStyle("#ffac33", (0, (5, 2)), "D", "\N{LARGE ORANGE DIAMOND}"),
    LineStyle("#78b159", (0, (1.2, 1.6)), "s", "\N{LARGE GREEN SQUARE}"),
    LineStyle("#e0465a", (0, (6, 1.8, 1.2, 1.8)), "^", "\N{UP-POINTING RED TRIANGLE}"),
)
"""The colours are about those of the emoji at Discord. The chart has neither numbers nor a legend: the text names the lines."""


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """The rating, as it is shown, after the match that ended at `at` (epoch milliseconds)."""

    at: int
    rating: int


def rating_chart(lines: Sequence[Sequence[RatingPoint]], zone: str = "UTC") -> bytes:
    """Return a PNG of 800 × 480. Each line has at least one point, in order of time; `zone` is an IANA time zone.

    The same lines give the same bytes with the same version of matplotlib. Run it in a thread (`asyncio.to_thread`).
    Raise ValueError if there are no lines, too many, or a line without points.
    """
    if not 1 <= len(lines) <= MOST_LINES or not all(lines):
        raise ValueError(f"{len(lines)} lines of {list(map(len, lines))} points")
    with _one_at_a_time:
        return _png(_figure(lines, zone))


def _figure(lines: Sequence[Sequence[RatingPoint]], zone: str) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, HEIGHT), dpi=DPI, facecolor=BACKGROUND)
    axes = figure.add_axes((0.115, 0.115, 0.855, 0.845), facecolor=BACKGROUND)
    for look, points in zip(LINE_STYLES, lines, strict=False):
        axes.plot(
            [point.at for point in points],
            [point.rating for point in points],
            color=look.colour,
            linestyle=look.dashes,
            linewidth=3,
            marker=look.marker,
            markersize=11,
            markeredgecolor=BACKGROUND,
            markevery=_marked_points(len(points), MOST_MARKERS),
        )
    _style_frame(axes)
    _label_dates(axes, min(line[0].at for line in lines), max(line[-1].at for line in lines), ZoneInfo(zone))
    return figure


def _marked_points(points: int, most: int) -> list[int]:
    """Return the indices of the points with a marker, among them the first and the last."""
    marked = min(points, most)
    return [nth * (points - 1) // max(1, marked - 1) for nth in range(marked)]


def _style_frame(axes: "Axes") -> None:
    from matplotlib.ticker import MaxNLocator

    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(GRID)
    axes.tick_params(colors=INK, labelsize=SMALL_TEXT_SIZE, length=0, pad=7)
    axes.tick_params(axis="x", color=GRID, length=7, width=2, pad=4)
    axes.grid(axis="y", color=GRID, linewidth=1)
    axes.set_axisbelow(True)
    axes.margins(y=0.08)
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True, min_n_ticks=2))


def _label_dates(axes: "Axes", first: int, last: int, zone: ZoneInfo) -> None:
    """Label three dates: by day; over a few days, with the hour; within an evening, with the minute."""
    room = max((last - first) * 0.03, 5 * MINUTE)
    left, right = first - room, last + room
    short, evening = right - left < FEW_DAYS, right - left < EVENING
    axes.set_xlim(left, right)
    ticks = {}
    for place in DATE_PLACES:
        moment = datetime.fromtimestamp((left + place * (right - left)) / 1000, zone).replace(second=0, microsecond=0)
        if not evening:
            moment = moment.replace(minute=0) if short else moment.replace(minute=0, hour=0)
        ticks[moment.timestamp() * 1000] = moment.strftime("%m-%d %H:%M" if short else "%Y-%m-%d")
    axes.set_xticks(list(ticks), labels=list(ticks.values()))


def _png(figure: "Figure") -> bytes:
    file = BytesIO()
    figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()
