"""Groups of cards in rows: which cards share a row, how far they overlap, and how much of each stays visible."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.messages.pictures.placing import BORDER
from bot.rummy.cards import Card


def split_rows(groups: Sequence[Sequence[Card]], most: int) -> list[list[list[Card]]]:
    """Return the groups in rows of about the same length, of at most `most` cards; a group is split only if it must be."""
    cards = sum(map(len, groups))
    rows = max(1, -(-cards // most))
    fitting = _whole_groups(groups, rows, most)
    if fitting is not None:
        return fitting
    longest = -(-cards // rows)
    split: list[list[list[Card]]] = [[]]
    room = longest
    for group in groups:
        left = list(group)
        while left:
            if room == 0:
                split.append([])
                room = longest
            split[-1].append(left[:room])
            left, room = left[room:], room - len(left[:room])
    return split


def _whole_groups(groups: Sequence[Sequence[Card]], rows: int, most: int) -> list[list[list[Card]]] | None:
    """Return the groups in so many rows without splitting one, or None if one row would be too long."""
    found: list[list[list[Card]]] = [[]]
    left = sum(map(len, groups))
    for group in groups:
        here = sum(map(len, found[-1]))
        goal = -(-(left + here) // (rows - len(found) + 1))
        if here and here + len(group) > goal and len(found) < rows:
            found.append([])
        found[-1].append(list(group))
        left -= len(group)
    return found if all(sum(map(len, row)) <= most for row in found) else None


@dataclass(frozen=True, slots=True)
class Spacing:
    """How cards share a row, in pixels.

    `card` is the width of a card, `widest` the step of cards that need not overlap, `least` the step at which they still show
    their indices, `gap` the felt between groups, `clean` the steps at which a card ends between two pips of the one below it.
    """

    card: int
    widest: int
    least: int = 0
    gap: int = 0
    clean: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A card of a row: how far from the row's left edge it begins, and the place of its group.

    `width` is how wide it is drawn, `shown` how much of its left part stays visible.
    """

    card: Card
    left: float
    group: int
    width: int
    shown: int


def steps(groups: Sequence[Sequence[Card]], room: float, spacing: Spacing) -> Iterator[Step]:
    """Yield the cards of a row, which overlap as far as the `room` demands.

    The last card of a group is whole, or as wide as the others leave room for while they show as much as the spacing says; and
    no card of the group is wider than that. In too little room, cards show less.
    """
    gaps, covered = len(groups) - 1, sum(map(len, groups)) - len(groups)
    free = room - spacing.card - gaps * spacing.gap
    step = min(spacing.widest, (free - gaps * spacing.card) / max(1, covered))
    last = max(spacing.card, step)
    if step < spacing.least:
        step = min(spacing.least, free / max(1, covered + gaps))
        last = (free - covered * step) / max(1, gaps)
        last = max((clean + BORDER for clean in spacing.clean if clean + BORDER <= last), default=last)
    elif step < spacing.card:
        step = max((clean for clean in spacing.clean if clean <= step), default=step)
    left = 0.0
    for place, group in enumerate(groups):
        end = left + (len(group) - 1) * step + (spacing.card if place == gaps else last)
        for nth, each in enumerate(group, 1):
            width = min(spacing.card, int(end - left))
            own = width if width == spacing.card else width - BORDER
            yield Step(each, left, place, width, own if nth == len(group) else min(own, int(step)))
            left += step
        left = end + spacing.gap


def row_width(groups: Sequence[Sequence[Card]], room: float, spacing: Spacing) -> float:
    """Return how wide a row is."""
    return max((step.left for step in steps(groups, room, spacing)), default=0.0) + spacing.card
