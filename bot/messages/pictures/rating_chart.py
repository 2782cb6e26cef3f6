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
TEXT_SIZE, SMALL_TEXT_SIZE = 20, 17  # in points: a phone shows the chart at about half its 800 pixels
BACKGROUND, INK, GRID = "#232428", "#f2f3f5", "#4a4c52"
DATE_PLACES = (0.14, 0.51, 0.88)  # along the axis, from 0 to 1
MOST_MARKERS = 9  # at most, along a line
LABEL_GAP = 0.085  # between the numbers at the ends of two lines, as a part of the height
MINUTE = 60_000
HOUR = 60 * MINUTE
FEW_DAYS, EVENING = 10 * 24 * HOUR, 12 * HOUR

_one_at_a_time = Lock()


@dataclass(frozen=True, slots=True)
class LineStyle:
    """The style of a line, which differs from the others also without colours."""

    colour: str
    dashes: str | tuple[int, tuple[float, ...]]
    marker: str


LINE_STYLES = (
    LineStyle("#63bdf0", "solid", "o"),
    LineStyle("#f5b02e", (0, (5, 2)), "s"),
    LineStyle("#3fdba6", (0, (1.2, 1.6)), "^"),
    LineStyle("#f29bd0", (0, (6, 1.8, 1.2, 1.8)), "X"),
)


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
    axes = figure.add_axes((0.115, 0.115, 0.82, 0.755), facecolor=BACKGROUND)
    for number, (look, points) in enumerate(zip(LINE_STYLES, lines, strict=False), start=1):
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
            label=str(number),
        )
    _style_frame(axes)
    _label_dates(axes, min(line[0].at for line in lines), max(line[-1].at for line in lines), ZoneInfo(zone))
    _label_ends(axes, lines)
    figure.legend(
        loc="upper center",
        ncols=len(lines),
        fontsize=TEXT_SIZE,
        labelcolor=INK,
        frameon=False,
        handlelength=3.2,
        handletextpad=0.5,
        columnspacing=1.4,
    )
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


def _label_ends(axes: "Axes", lines: Sequence[Sequence[RatingPoint]]) -> None:
    """Write each person's number where their line ends, moved up or down if two would overlap."""
    low, high = axes.get_ylim()
    heights = spread_labels([(line[-1].rating - low) / (high - low) for line in lines], LABEL_GAP)
    for number, (look, height) in enumerate(zip(LINE_STYLES, heights, strict=False), start=1):
        axes.text(
            1.02,
            height,
            str(number),
            transform=axes.transAxes,
            color=look.colour,
            fontsize=TEXT_SIZE,
            fontweight="bold",
            verticalalignment="center_baseline",
        )


def spread_labels(heights: Sequence[float], gap: float) -> list[float]:
    """Return the heights, moved as little as possible so that any two are at least `gap` apart; their order stays the same."""
    order = sorted(range(len(heights)), key=lambda nth: heights[nth])
    groups: list[list[int]] = []
    for nth in order:
        groups.append([nth])
        while len(groups) > 1 and _bottom(groups[-1], heights, gap) - _top(groups[-2], heights, gap) < gap:
            groups[-2:] = [groups[-2] + groups[-1]]
    return [place for _, place in sorted(_places(groups, heights, gap))]


def _places(groups: list[list[int]], heights: Sequence[float], gap: float) -> list[tuple[int, float]]:
    return [(nth, _bottom(group, heights, gap) + step * gap) for group in groups for step, nth in enumerate(group)]


def _bottom(group: Sequence[int], heights: Sequence[float], gap: float) -> float:
    return sum(heights[nth] for nth in group) / len(group) - gap * (len(group) - 1) / 2


def _top(group: Sequence[int], heights: Sequence[float], gap: float) -> float:
    return _bottom(group, heights, gap) + gap * (len(group) - 1)


def _png(figure: "Figure") -> bytes:
    file = BytesIO()
    figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()
