"""The shapes of lines and their markers."""

import math
from collections.abc import Iterator, Sequence
from itertools import cycle, pairwise

Point = tuple[float, float]


def _star(points: int, outer: float, inner: float) -> list[Point]:
    """Return a star with a point at the top; its corners are as far from the centre as `outer` and `inner` say, in turn."""
    corners = [(inner if nth % 2 else outer, math.pi * nth / points) for nth in range(2 * points)]
    return [(distance * math.sin(angle), -distance * math.cos(angle)) for distance, angle in corners]


_ARM = 1 / 6  # half the width of an arm of the plus

MARKERS: dict[str, list[Point]] = {
    "o": _star(12, 0.5, 0.5),
    "D": [(0, -0.7), (0.7, 0), (0, 0.7), (-0.7, 0)],
    "s": [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)],
    "^": [(0, -0.5), (0.5, 0.5), (-0.5, 0.5)],
    "*": _star(5, 0.7, 0.27),
    "P": [
        *((-_ARM, -0.5), (_ARM, -0.5), (_ARM, -_ARM), (0.5, -_ARM), (0.5, _ARM), (_ARM, _ARM)),
        *((_ARM, 0.5), (-_ARM, 0.5), (-_ARM, _ARM), (-0.5, _ARM), (-0.5, -_ARM), (-_ARM, -_ARM)),
    ],
}
"""The corners of each marker of size 1 around its centre, to the right and down."""


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
