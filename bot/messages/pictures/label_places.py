"""Where labels beside each other go, so that none overlaps another and each is as near as possible to its own place."""

from collections.abc import Sequence


def spread(wanted: Sequence[float], gap: float, room: float) -> list[float]:
    """Return places from 0 to `room` at least `gap` apart, in the order of those `wanted`; they need no more room than this.

    Labels that would overlap form a block around the middle of their places; of equal ones, the first is the highest.
    """
    order = sorted(range(len(wanted)), key=lambda label: (wanted[label], -label))
    blocks: list[list[float]] = []
    for nth, label in enumerate(order):
        block = [wanted[label] - nth * gap]
        while blocks and _mean(blocks[-1]) >= _mean(block):
            block = blocks.pop() + block
        blocks.append(block)
    found = [0.0] * len(order)
    starts = [_mean(block) for block in blocks for _ in block]
    for nth, (label, start) in enumerate(zip(order, starts, strict=True)):
        found[label] = nth * gap + max(0.0, min(start, room - (len(order) - 1) * gap))
    return found


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
