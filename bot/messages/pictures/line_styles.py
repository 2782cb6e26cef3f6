"""The colours of charts, and the styles of their lines, which differ also without colours.

A chart has a background of its own, so that it looks the same on Discord's dark and light themes. It contains no words that
would need a translation.
"""

from dataclasses import dataclass

BACKGROUND, INK, GRID = "#232428", "#f2f3f5", "#4a4c52"


@dataclass(frozen=True, slots=True)
class LineStyle:
    """The style of a line: its dashes and the gaps between them, in widths of the line, and its marker.

    `sign` has the same colour and about the same shape as the marker: it stands before the person's name in the text.
    """

    colour: str
    dashes: tuple[float, ...]
    marker: str
    sign: str


LINE_STYLES = (
    LineStyle("#55acee", (), "o", "\N{LARGE BLUE CIRCLE}"),
    LineStyle("#ffac33", (5, 2), "D", "\N{LARGE ORANGE DIAMOND}"),
    LineStyle("#78b159", (1.2, 1.6), "s", "\N{LARGE GREEN SQUARE}"),
    LineStyle("#e0465a", (6, 1.8, 1.2, 1.8), "^", "\N{UP-POINTING RED TRIANGLE}"),
    LineStyle("#fdeb71", (9, 2.5), "*", "\N{WHITE MEDIUM STAR}"),
    LineStyle("#c9a2f2", (3, 1.6, 1.2, 1.6, 1.2, 1.6), "P", "\N{HEAVY PLUS SIGN}"),
)
"""The colours are about those of the emoji at Discord. Without dashes, a line is solid."""


def marked_points(points: int, most: int) -> list[int]:
    """Return the indices of the points with a marker, among them the first and the last."""
    marked = min(points, most)
    return [nth * (points - 1) // max(1, marked - 1) for nth in range(marked)]
