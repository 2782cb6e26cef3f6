"""Where the sprites of a picture go. Pure: no pixels are touched, so a test can say what covers what."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from bot.rummy.cards import CUCCU20, FRENCH52, JOKER, Card, face, is_joker, meld_face

WIDTH = 840
"""The width of a picture in pixels; Discord shows it 270 CSS pixels wide on a small phone, so 3.1 to one of those."""
NARROW_WIDTH, LARGE_WIDTH = 740, 560
"""The width of a picture that has room enough, and of a large one: the same sprites, so everything is shown larger."""
EDGE = 12
"""Around the table, and around last hands."""
CARD_WIDTH, CARD_HEIGHT = 160, 224
SMALL_WIDTH, SMALL_HEIGHT = 84, 118
BORDER = 8
"""The right border of a card, which a narrower card has, too."""
COVERED = {
    "large": frozenset((*FRENCH52, *CUCCU20)),
    "small": frozenset((*FRENCH52, *CUCCU20, *(f"{JOKER}={face}" for face in FRENCH52))),
}
"""The faces of each sheet that have a second sprite, for where too little of the first would be visible."""
MARK, DIGIT_WIDTH, TAG_DIGIT_WIDTH = 44, 28, 17


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


def place_in_narrowest(place: Callable[[int], Placement], groups: Iterable[int]) -> Placement:
    """Return what is placed in a narrower picture, or else in one of the usual width.

    The narrower one must need no more lines, and split none of the groups (of these widths) that fit into a line of the other.
    """
    usual = place(WIDTH)
    if any(NARROW_WIDTH - 2 * EDGE < width <= WIDTH - 2 * EDGE for width in groups):
        return usual
    narrow = place(NARROW_WIDTH)
    return narrow if narrow.height == usual.height else usual


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
    """Yield the digits of a number."""
    for place, digit in enumerate(str(number)):
        yield Placed("marks", f"d{digit}", left + place * DIGIT_WIDTH, top)


def tag_sprites(number: int, left: int, top: int) -> Iterator[Placed]:
    """Yield the number of a meld, which has one or two digits, in its frame."""
    yield Placed("marks", "tag", left, top)
    digits = str(number)
    first = left + (MARK - len(digits) * TAG_DIGIT_WIDTH) // 2
    for place, digit in enumerate(digits):
        yield Placed("marks", f"t{digit}", first + place * TAG_DIGIT_WIDTH, top)
