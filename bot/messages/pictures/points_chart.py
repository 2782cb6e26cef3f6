"""The chart of the total points after each deal, with a line per seat. Each line ends at the mark of its player, 1 to 6."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from bot.messages.pictures import chart_frame
from bot.messages.pictures.alt_text import cut_alt
from bot.messages.pictures.chart_frame import BACKGROUND, INK, LINE_STYLES, LineStyle
from bot.messages.pictures.label_places import spread
from bot.messages.words import Words
from bot.rummy.events import DealEnded

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Totals = Sequence[Sequence[int]]
"""For each seat, the total points after each deal until the seat left."""

TEXT_SIZE = 25  # in points: digits are 8 pixels high where a small phone shows the chart 270 pixels wide
MARK_SIZE = 50  # in pixels
MOST_MARKERS, MOST_DEALS_LABELLED = 9, 8
_LEFT, _BOTTOM, _RIGHT, _TOP = 30, 58, 116, 30  # of the space around the lines, in pixels; on the left without the numbers
_LEAST_POINTS, _AIR = 10, 0.07  # from the bottom to the top; below and above, as a part of that
_DIGIT = 22  # the width of one, in pixels
_MARKS = 760  # where their middle is, in pixels from the left
_CHART_HEIGHT = 3.9  # with the last hands above it, the end of a match fits on a phone
_WIDTH, _HEIGHT = chart_frame.WIDTH * chart_frame.DPI, _CHART_HEIGHT * chart_frame.DPI


def points_of_deals(deals: Sequence[DealEnded]) -> list[list[int]]:
    """Return the total points of each seat after each deal that it took part in."""
    found = []
    for seat in range(len(deals[0].points) if deals else 0):
        played = [nth for nth, deal in enumerate(deals, 1) if deal.hands[seat] or deal.winner == seat]
        found.append(list(accumulate(deal.points[seat] for deal in deals[: max(played, default=0)])))
    return found


def points_chart(totals: Totals) -> bytes:
    """Return a PNG of 800 × 390. Run it in a thread (`asyncio.to_thread`).

    Raise ValueError if there are no seats, more than six, or no deals.
    """
    if not 1 <= len(totals) <= len(LINE_STYLES) or not any(totals):
        raise ValueError(f"{len(totals)} lines of {list(map(len, totals))} deals")
    with chart_frame.one_at_a_time:
        return chart_frame.png_of(_figure(totals))


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


def _figure(totals: Totals) -> "Figure":
    from matplotlib.ticker import MaxNLocator

    deals = max(map(len, totals))
    figure = chart_frame.new_figure(_CHART_HEIGHT)
    low, high = _limits(totals)
    left = _LEFT + _DIGIT * max(len(str(int(limit))) for limit in (low, high))
    box = (left / _WIDTH, _BOTTOM / _HEIGHT, 1 - (left + _RIGHT) / _WIDTH, 1 - (_BOTTOM + _TOP) / _HEIGHT)
    axes = figure.add_axes(box, facecolor=BACKGROUND)
    for style, line in zip(LINE_STYLES, totals, strict=False):
        _plot_line(axes, style, line)
    chart_frame.style_frame(axes, TEXT_SIZE)
    axes.set_xlim(0, deals)
    axes.set_ylim(low, high)
    ticks = MaxNLocator(MOST_DEALS_LABELLED, steps=[1, 2, 5, 10], integer=True).tick_values(0, deals)
    axes.set_xticks([deal for deal in ticks if 1 <= deal <= deals])
    _mark_lines(figure, axes, totals)
    return figure


def _limits(totals: Totals) -> tuple[float, float]:
    """Return the lowest and highest points that the chart has room for."""
    shown = [0, *(points for line in totals for points in line)]
    low, high = min(shown), max(*shown, min(shown) + _LEAST_POINTS)
    return low - (high - low) * _AIR, high + (high - low) * _AIR


def _plot_line(axes: "Axes", style: LineStyle, line: Sequence[int]) -> None:
    axes.plot(
        range(len(line) + 1),
        [0, *line],
        color=style.colour,
        linestyle=style.dashes,
        linewidth=4,
        marker=style.marker,
        markersize=18 if style.marker == "*" else 13,
        markeredgecolor=BACKGROUND,
        markevery=[1 + nth for nth in chart_frame.marked_points(len(line), MOST_MARKERS)],
        clip_on=False,
    )


def _mark_lines(figure: "Figure", axes: "Axes", totals: Totals) -> None:
    """Place each player's mark on the right, and join it with the end of their line."""
    low, high = axes.get_ylim()
    box = axes.get_position()
    left, right, room = box.x0 * _WIDTH, box.x1 * _WIDTH, box.height * _HEIGHT
    wanted = [([0, *line][-1] - low) / (high - low) * room for line in totals]
    places = spread(wanted, MARK_SIZE + 4, room)
    for mark, (style, line, end, place) in enumerate(zip(LINE_STYLES, totals, wanted, places, strict=False), 1):
        last = left + len(line) / max(map(len, totals)) * (right - left)
        leader = [(last, end), (right + 12, end), (_MARKS - MARK_SIZE / 2, place)]
        _plot_pixels(figure, leader, color=style.colour, linewidth=2)
        ring = {"markersize": 36, "markeredgecolor": style.colour, "markeredgewidth": 3.5}
        _plot_pixels(figure, [(_MARKS, place)], marker="o", color=BACKGROUND, **ring)
        x, y = _MARKS / _WIDTH, (_BOTTOM + place) / _HEIGHT
        figure.text(x, y, str(mark), color=INK, fontsize=TEXT_SIZE, fontweight="bold", ha="center", va="center_baseline")


def _plot_pixels(figure: "Figure", points: Sequence[tuple[float, float]], **style: Any) -> None:
    from matplotlib.lines import Line2D

    figure.add_artist(Line2D([x / _WIDTH for x, _ in points], [(_BOTTOM + y) / _HEIGHT for _, y in points], **style))
