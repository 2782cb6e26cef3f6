"""Where the sprites of a picture go. Pure: no pixels are touched, so a test can say what covers what."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.rummy.deck.cards import Card, face, is_joker, meld_face

WIDTH = 840
"""The width of a picture in pixels; Discord shows it 270 CSS pixels wide on a small phone, so 3.1 to one of those."""
LARGE_WIDTH = 560
"""The width of a large picture: the same sprites, so everything on it is shown half as large again."""
CARD_WIDTH, CARD_HEIGHT = 160, 224
SMALL_WIDTH, SMALL_HEIGHT = 84, 118
MARK, DIGIT_WIDTH, TAG_DIGIT_WIDTH = 44, 28, 17


@dataclass(frozen=True, slots=True)
class Placed:
    """A sprite and the place of its upper left corner, in pixels."""

    sheet: str
    name: str
    left: int
    top: int
    dimmed: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """A golden bar, or a strip of the felt that sets cards apart; in pixels."""

    left: int
    top: int
    width: int
    height: int
    is_felt: bool = False


@dataclass(frozen=True, slots=True)
class Placement:
    """All sprites of a picture, from the lowest to the uppermost, its bars, and its size in pixels."""

    width: int
    height: int
    sprites: tuple[Placed, ...]
    bars: tuple[Bar, ...] = ()


def sprite_name(card: Card) -> str:
    """Return the sprite of a card; of a joker, with the card that it stands for."""
    if not is_joker(card):
        return str(face(card))
    stands_for = meld_face(card)
    return "JK" if is_joker(Card(stands_for)) else f"JK={stands_for}"


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


def steps(
    groups: Sequence[Sequence[Card]], room: float, card: int, widest: float, gap: float
) -> Iterator[tuple[Card, float, int]]:
    """Yield each card of a row, how far from the row's left edge it begins, and the place of its group.

    Cards overlap as far as the `room` demands; `widest` is the step of cards that needn't.
    """
    count, gaps = sum(map(len, groups)), len(groups) - 1
    step = min(widest, (room - card - gaps * gap) / max(1, count - 1))
    left = 0.0
    for place, group in enumerate(groups):
        for each in group:
            yield each, left, place
            left += step
        left += gap


def row_width(groups: Sequence[Sequence[Card]], room: float, card: int, widest: float, gap: float) -> float:
    """Return how wide a row is."""
    return max((left for _, left, _ in steps(groups, room, card, widest, gap)), default=0.0) + card
