"""The chart of ratings over time, for one to four people. It contains no names, which are in the text beside it.

Dates are written 2026-11-21, which needs no translation. matplotlib takes half a second and 56 MiB to import, so it is imported
with the first chart; a chart then takes about 45 ms.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from msgspec import Struct

from bot.messages.pictures.chart_canvas import BACKGROUND, GRID, INK, LINE_STYLES, marked_points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_LINES = 4
SMALL_TEXT_SIZE = 17  # in points: a phone shows the chart at about half its 800 pixels
DATE_PLACES = (0.14, 0.51, 0.88)  # along the axis, from 0 to 1
MOST_MARKERS = 9  # at most, along a line
MINUTE = 60_000
HOUR = 60 * MINUTE
FEW_DAYS, EVENING = 10 * 24 * HOUR, 12 * HOUR
_one_at_a_time = Lock()


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """The rating, as it is shown, after the match that ended at `at` (epoch milliseconds)."""

    at: int
    rating: int


class RatingsOverTime(Struct, frozen=True):
    """What a chart of ratings shows: a line for each person, and the time zone of the dates."""

    lines: tuple[tuple[RatingPoint, ...], ...]
    zone: str


def rating_chart(lines: Sequence[Sequence[RatingPoint]], zone: str = "UTC") -> bytes:
    """Return a PNG of 800 × 480. Each line has at least one point, in order of time; `zone` is an IANA time zone.

    The same lines give the same bytes with the same version of matplotlib. Run it in a thread (`asyncio.to_thread`).
    Raise ValueError if there are no lines, too many, or a line without points.
    """
    if not 1 <= len(lines) <= MOST_LINES or not all(lines):
        raise ValueError(f"{len(lines)} lines of {list(map(len, lines))} points")
    file = BytesIO()
    with _one_at_a_time:
        _figure(lines, zone).savefig(file, format="png", metadata={"Software": None})  # without the name of the program
    return file.getvalue()


def _figure(lines: Sequence[Sequence[RatingPoint]], zone: str) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.0, 4.8), dpi=100, facecolor=BACKGROUND)
    axes = figure.add_axes((0.115, 0.115, 0.855, 0.845), facecolor=BACKGROUND)
    for look, points in zip(LINE_STYLES, lines, strict=False):
        axes.plot(
            [point.at for point in points],
            [point.rating for point in points],
            color=look.colour,
            linestyle=(0, look.dashes) if look.dashes else "solid",
            linewidth=3,
            marker=look.marker,
            markersize=11,
            markeredgecolor=BACKGROUND,
            markevery=marked_points(len(points), MOST_MARKERS),
        )
    _style_frame(axes)
    _label_dates(axes, min(line[0].at for line in lines), max(line[-1].at for line in lines), ZoneInfo(zone))
    return figure


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
