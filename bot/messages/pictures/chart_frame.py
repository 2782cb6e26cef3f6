"""What all charts share: size, background, the styles of their lines, and the frame.

matplotlib takes half a second and 56 MiB to import, so it is imported with the first chart; a chart then takes about 45 ms.
Charts are rendered in a thread, one at a time, on a background of their own, so that they look the same on Discord's dark and
light themes. They contain no words that would need a translation.
"""

from dataclasses import dataclass
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, HEIGHT, DPI = 8.0, 4.8, 100
BACKGROUND, INK, GRID = "#232428", "#f2f3f5", "#4a4c52"

one_at_a_time = Lock()


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
    LineStyle("#fdeb71", (0, (9, 2.5)), "*", "\N{WHITE MEDIUM STAR}"),
    LineStyle("#c9a2f2", (0, (3, 1.6, 1.2, 1.6, 1.2, 1.6)), "P", "\N{HEAVY PLUS SIGN}"),
)
"""The colours are about those of the emoji at Discord."""


def new_figure(height: float = HEIGHT) -> "Figure":
    """Return an empty figure, 800 pixels wide and 480 pixels high; another `height` is in hundreds of pixels."""
    from matplotlib.figure import Figure

    return Figure(figsize=(WIDTH, height), dpi=DPI, facecolor=BACKGROUND)


def marked_points(points: int, most: int) -> list[int]:
    """Return the indices of the points with a marker, among them the first and the last."""
    marked = min(points, most)
    return [nth * (points - 1) // max(1, marked - 1) for nth in range(marked)]


def style_frame(axes: "Axes", text_size: int) -> None:
    """Style the axes; `text_size` is in points."""
    from matplotlib.ticker import MaxNLocator

    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(GRID)
    axes.tick_params(colors=INK, labelsize=text_size, length=0, pad=7)
    axes.tick_params(axis="x", color=GRID, length=7, width=2, pad=4)
    axes.grid(axis="y", color=GRID, linewidth=1)
    axes.set_axisbelow(True)
    axes.margins(y=0.08)
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True, min_n_ticks=2))


def png_of(figure: "Figure") -> bytes:
    """Return the figure as PNG, without the name of the program that made it."""
    file = BytesIO()
    figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()
