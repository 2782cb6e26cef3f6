"""Where the sprites of a picture go, and how cards share rows and lines. Pure: no pixels are touched, so a test can say what
covers what."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.messages.card_order import by_suit_if_set
from bot.messages.card_text import is_cuccu_card
from bot.rummy.cards import CUCCU20, FRENCH52, JOKER, Card, face, is_joker, meld_face

WIDTH = 840
"""The width of a picture in pixels; Discord shows it 270 CSS pixels wide on a small phone, so 3.1 to one of those."""
NARROW_WIDTH, WIDE_WIDTH, LARGE_WIDTH = 740, 880, 560
"""The width of a picture that has room enough, of one of eleven cards in a row, and of a large one.

The sprites are the same, so in a narrower picture everything is shown larger.
"""
EDGE = 12
"""Around the table, and around last hands."""
CARD_WIDTH, CARD_HEIGHT = 160, 224
SMALL_WIDTH, SMALL_HEIGHT = 84, 118
BORDER = 8
"""The right border of a card, which a narrower card has, too."""
COVERED = {
    "large": frozenset((*FRENCH52, *CUCCU20, JOKER)),
    "small": frozenset((*FRENCH52, *CUCCU20, JOKER, *(f"{JOKER}={face}" for face in FRENCH52))),
}
"""The faces of each sheet that have a second sprite, for where too little of the first would be visible."""
MARK, DIGIT_WIDTH, TAG_DIGIT_WIDTH = 44, 28, 17
MELD_GAP = 22
_STEP, _TEN_STEP, _CUCCU_STEP = 46, 50, 68
"""What stays visible of a card under the next one: its index. A ten is wider, a Cuccù numeral more so."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A sprite and the place of its upper left corner, in pixels.

    Of a card with a `width`, the part between that width and the right border is left out; 0 for a whole sprite.
    """

    sheet: str
    name: str
    left: int
    top: int
    dimmed: bool = False
    width: int = 0


@dataclass(frozen=True, slots=True)
class Bar:
    """A golden bar, in pixels."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Placement:
    """All sprites of a picture, from the lowest to the uppermost, its bars, and its size in pixels."""

    width: int
    height: int
    sprites: tuple[Placed, ...]
    bars: tuple[Bar, ...] = ()


def place_in_narrowest(place: Callable[[int], Placement], groups: Sequence[int]) -> Placement:
    """Return what is placed in a narrow picture if that will do, or else in one of the usual width.

    It must need no more lines than the usual one, and split none of the groups (of these widths) that fit into a line of that.
    """
    usual = place(WIDTH)
    if any(NARROW_WIDTH - 2 * EDGE < group <= WIDTH - 2 * EDGE for group in groups):
        return usual
    narrower = place(NARROW_WIDTH)
    return narrower if narrower.height == usual.height else usual


def sprite_name(card: Card) -> str:
    """Return the sprite of a card; of a joker, with the card that it stands for."""
    if not is_joker(card):
        return str(face(card))
    stands_for = meld_face(card)
    return "JK" if is_joker(Card(stands_for)) else f"JK={stands_for}"


def covered_sprite_name(sheet: str, card: Card) -> str:
    """Return the sprite of a card of which too little is visible for its usual one."""
    name = sprite_name(card)
    return f"{name} covered" if name in COVERED[sheet] else name


def count_sprites(number: int, left: int, top: int) -> Iterator[Placed]:
    for place, digit in enumerate(str(number)):
        yield Placed("marks", f"d{digit}", left + place * DIGIT_WIDTH, top)


def tag_sprites(number: int, left: int, top: int) -> Iterator[Placed]:
    """Yield the number of a meld, which has one or two digits, in its frame."""
    yield Placed("marks", "tag", left, top)
    digits = str(number)
    first = left + (MARK - len(digits) * TAG_DIGIT_WIDTH) // 2
    for place, digit in enumerate(digits):
        yield Placed("marks", f"t{digit}", first + place * TAG_DIGIT_WIDTH, top)


def split_rows(groups: Sequence[Sequence[Card]], most: int, least_rows: int = 1) -> list[list[list[Card]]]:
    """Return the groups in rows of about the same length, of at most `most` cards; a group is split only if it must be."""
    cards = sum(map(len, groups))
    rows = max(1, -(-cards // most), min(least_rows, cards))
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
        is_far = here + len(group) > most or here + len(group) - goal > goal - here  # farther from the goal than without it
        if here and is_far and len(found) < rows:
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


class Lines:
    """Pieces of one height side by side, in their order, in as many lines as they need, with this gap between the lines."""

    def __init__(self, left: int, right: int, top: int, gap: int) -> None:
        self.sprites: list[Placed] = []
        self._left, self._right, self._top, self._gap = left, right, top, gap
        self._rights: list[int] = []

    @property
    def bottom(self) -> int:
        """Where the last line ends."""
        return self._top + len(self._rights) * (SMALL_HEIGHT + self._gap) - self._gap

    def add(self, width: int, pieces: Iterable[Placed], felt: int = MELD_GAP) -> None:
        """Add a piece of this width, with so much felt after it; its sprites are placed as if its own corner were at 0."""
        if not self._rights or self._rights[-1] + width > self._right:
            self._rights.append(self._left)
        left, top = self._rights[-1], self._top + (len(self._rights) - 1) * (SMALL_HEIGHT + self._gap)
        self.sprites += (replace(one, left=one.left + left, top=one.top + top) for one in pieces)
        self._rights[-1] += width + felt

    def end_line(self) -> None:
        """Put what comes next into a line of its own."""
        self._rights[-1] = self._right


def meld_parts(cards: Sequence[Card], room: int) -> Iterator[Sequence[Card]]:
    """Yield the cards of a meld in parts that fit into this room, those of a set suit by suit."""
    cards = by_suit_if_set(cards)
    most = most_cards(cards, room)
    yield from (cards[at : at + most] for at in range(0, len(cards), most))


def most_cards(cards: Sequence[Card], room: int) -> int:
    """Return how many of these cards fit into this room, side by side, with all indices visible."""
    return (room - SMALL_WIDTH) // _step(cards) + 1


def meld_width(cards: Sequence[Card]) -> int:
    """Return how wide a meld is, or a part of one."""
    return (len(cards) - 1) * _step(cards) + SMALL_WIDTH


def meld_sprites(cards: Sequence[Card], left: int = 0) -> list[Placed]:
    """Return the cards of a meld, or of a part of one."""
    step, last = _step(cards), len(cards) - 1
    names = (sprite_name(card) if nth == last else covered_sprite_name("small", card) for nth, card in enumerate(cards))
    return [Placed("small", name, left + nth * step, 0) for nth, name in enumerate(names)]


def _step(cards: Sequence[Card]) -> int:
    if any(map(is_cuccu_card, cards)):
        return _CUCCU_STEP
    return _TEN_STEP if any(meld_face(card)[:-1] == "10" for card in cards) else _STEP
