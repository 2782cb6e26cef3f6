"""What a chart is drawn on: lines, markers, numbers, dates and initials, in pixels from the upper left corner.

It is drawn twice as large and reduced, so that its edges are smooth, then brought into one palette: a PNG of few colours takes
a sixth of the time. A chart has a background of its own, so that it looks the same on Discord's dark and light themes. It
contains no words that would need a translation.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import combinations, cycle, pairwise

from PIL import Image, ImageColor, ImageDraw

from bot.messages.pictures.sprites import Pauses, Sprites

BACKGROUND, INK, GRID = "#232428", "#f2f3f5", "#4a4c52"
Point = tuple[float, float]
DIGIT_HEIGHT = 30  # with the space above and below
_DIGIT_WIDTH = 19  # from one digit to the next
_Bars = tuple[tuple[int, int, int, int], ...]
_NARROW: dict[str, tuple[int, _Bars]] = {
    "-": (15, ((2, 14, 13, 17),)),
    ":": (10, ((3, 9, 7, 13), (3, 20, 7, 24))),
    " ": (10, ()),
}
"""The width of what is no digit, and the bars that it consists of, from its upper left corner."""
LINE_WIDTH = 5.5
_MARKER_SIZE, _MOST_MARKERS = 17, 9  # of a line
_MOST_CORNERS = 60  # drawn in one step: a millisecond
_SCALE, _EDGE = 2, 1.2
_SHADES = 6
_FELT = 31  # how red it is
_WHITE_PART = [max(0, (red - _FELT) * 255 // (255 - _FELT)) for red in range(256)]  # of a digit on felt
_LEVEL = 3  # of compression: 6 takes three times as long, and saves an eighth


def marked_points(points: int) -> list[int]:
    """Return the indices of the points with a marker, among them the first and the last."""
    marked = min(points, _MOST_MARKERS)
    return [nth * (points - 1) // max(1, marked - 1) for nth in range(marked)]


def text_width(text: str) -> int:
    """Return how wide a text is that `ChartCanvas.write` writes."""
    return sum(_NARROW[sign][0] if sign in _NARROW else _DIGIT_WIDTH for sign in text)


def _star(points: int, outer: float, inner: float) -> tuple[Point, ...]:
    """Return a star with a point at the top; its corners are as far from the centre as `outer` and `inner` say, in turn."""
    corners = [(inner if nth % 2 else outer, math.pi * nth / points) for nth in range(2 * points)]
    return tuple((distance * math.sin(angle), -distance * math.cos(angle)) for distance, angle in corners)


@dataclass(frozen=True, slots=True)
class LineStyle:
    """The style of a line: its dashes and the gaps between them, in widths of the line, and its marker.

    `marker` has the corners of a marker of size 1 around its centre, to the right and down. `sign` has the same colour and
    about the same shape: it stands before the person's name in the text.
    """

    colour: str
    dashes: tuple[float, ...]
    marker: tuple[Point, ...]
    sign: str


_ARM = 1 / 6  # half the width of an arm of the plus
_PLUS = (
    *((-_ARM, -0.5), (_ARM, -0.5), (_ARM, -_ARM), (0.5, -_ARM), (0.5, _ARM), (_ARM, _ARM)),
    *((_ARM, 0.5), (-_ARM, 0.5), (-_ARM, _ARM), (-0.5, _ARM), (-0.5, -_ARM), (-_ARM, -_ARM)),
)
_DIAMOND, _SQUARE = ((0, -0.7), (0.7, 0), (0, 0.7), (-0.7, 0)), ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
LINE_STYLES = (
    LineStyle("#55acee", (), _star(12, 0.5, 0.5), "\N{LARGE BLUE CIRCLE}"),
    LineStyle("#ffac33", (5, 2), _DIAMOND, "\N{LARGE ORANGE DIAMOND}"),
    LineStyle("#78b159", (1.2, 1.6), _SQUARE, "\N{LARGE GREEN SQUARE}"),
    LineStyle("#e0465a", (6, 1.8, 1.2, 1.8), ((0, -0.5), (0.5, 0.5), (-0.5, 0.5)), "\N{UP-POINTING RED TRIANGLE}"),
    LineStyle("#fdeb71", (9, 2.5), _star(5, 0.7, 0.27), "\N{WHITE MEDIUM STAR}"),
    LineStyle("#c9a2f2", (3, 1.6, 1.2, 1.6, 1.2, 1.6), _PLUS, "\N{HEAVY PLUS SIGN}"),
)
"""The colours are about those of the emoji at Discord. Without dashes, a line is solid."""


def dashed(points: Sequence[Point], lengths: Sequence[float]) -> Iterator[list[Point]]:
    """Yield the dashes of a line through these points. `lengths` are those of a dash, a gap, a dash, and so on."""
    if not lengths:
        yield list(points)
        return
    remaining = cycle(lengths)
    left, is_dash, part = next(remaining), True, [points[0]]
    for start, end in pairwise(points):
        length, done = math.dist(start, end), 0.0
        while length - done > left:
            done += left
            at = start[0] + (end[0] - start[0]) * done / length, start[1] + (end[1] - start[1]) * done / length
            if is_dash:
                yield [*part, at]
            left, is_dash, part = next(remaining), not is_dash, [at]
        left -= length - done
        part.append(end)
    if is_dash:
        yield part


def _palette() -> Image.Image:
    """Return an image with all colours of charts and the shades between every two, for the edges of what is drawn."""
    colours = [ImageColor.getrgb(colour)[:3] for colour in (BACKGROUND, INK, GRID, *(style.colour for style in LINE_STYLES))]
    shades = [
        [round(a + (b - a) * nth / (_SHADES + 1)) for a, b in zip(one, other, strict=True)]
        for one, other in combinations(colours, 2)
        for nth in range(1, _SHADES + 1)
    ]
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in (*colours, *shades) for part in colour])
    return image


_PALETTE = _palette()


class ChartCanvas:
    """An empty picture to draw on; `png` finishes it."""

    def __init__(self, width: int, height: int, sprites: Sprites) -> None:
        self._pauses = Pauses()
        self._image = Image.new("RGB", (width * _SCALE, height * _SCALE), BACKGROUND)
        self._draw = ImageDraw.Draw(self._image)
        self._sprites = sprites
        self._texts: list[tuple[str, float, float]] = []

    def line(self, points: Sequence[Point], colour: str, width: float, dashes: Sequence[float] = ()) -> None:
        """Draw a line; `dashes` and the gaps between them are in widths of it."""
        larger = [(x * _SCALE, y * _SCALE) for x, y in points]
        for part in dashed(larger, [length * width * _SCALE for length in dashes]):
            for start in range(0, len(part), _MOST_CORNERS):
                self._pauses.pause_if_due()
                first, end = max(0, start - 1), start + _MOST_CORNERS + 1  # one more at each end, for the joints
                self._draw.line(part[first:end], colour, round(width * _SCALE), joint="curve")

    def marker(self, style: LineStyle, centre: Point) -> None:
        """Draw the marker of a line, with a narrow edge of the background around it."""
        self._pauses.pause_if_due()
        (x, y), size = centre, _MARKER_SIZE
        shape = [((x + right * size) * _SCALE, (y + down * size) * _SCALE) for right, down in style.marker]
        self._draw.line([*shape, *shape[:2]], BACKGROUND, round(2 * _EDGE * _SCALE), joint="curve")
        self._draw.polygon(shape, style.colour)

    def ring(self, colour: str, centre: Point, radius: float, width: float) -> None:
        """Draw a ring with the background inside."""
        x, y, larger = centre[0] * _SCALE, centre[1] * _SCALE, radius * _SCALE
        self._draw.ellipse((x - larger, y - larger, x + larger, y + larger), BACKGROUND, colour, round(width * _SCALE))

    def write(self, text: str, left: float, middle: float) -> None:
        """Write a number, a date or an initial above everything else, from `left` on, around the height `middle`."""
        self._texts.append((text, left, middle))

    def png(self) -> bytes:
        """Return the picture, reduced to its size."""
        self._pauses.pause_if_due()
        image = self._image.reduce(_SCALE)
        for text, left, middle in self._texts:
            self._write(image, text, round(left), round(middle) - DIGIT_HEIGHT // 2)
        self._pauses.pause_if_due()
        few = image.quantize(palette=_PALETTE, dither=Image.Dither.NONE)
        self._pauses.pause_if_due()
        file = BytesIO()
        few.save(file, "PNG", compress_level=_LEVEL)
        return file.getvalue()

    def _write(self, image: Image.Image, text: str, left: int, top: int) -> None:
        for sign in text:
            self._pauses.pause_if_due()
            if sign in _NARROW:
                for bar in _NARROW[sign][1]:
                    image.paste(INK, (left + bar[0], top + bar[1], left + bar[2], top + bar[3]))
            else:
                sprite = self._sprites.find("marks", f"d{sign}").image
                white = sprite.convert("RGB").getchannel("R").point(_WHITE_PART)
                image.paste(INK, (left, top), white.resize((_DIGIT_WIDTH - 1, DIGIT_HEIGHT), Image.Resampling.LANCZOS))
            left += text_width(sign)
