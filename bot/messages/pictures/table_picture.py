"""The picture of the table: the stock, the discard pile, how many cards each player holds, and the melds by player."""

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from bot.messages.pictures.placing import (
    DIGIT_WIDTH,
    EDGE,
    LARGE_WIDTH,
    MARK,
    SMALL_WIDTH,
    Lines,
    Placed,
    Placement,
    count_sprites,
    meld_parts,
    meld_sprites,
    meld_width,
    place_in_narrowest,
    sprite_name,
    tag_sprites,
)
from bot.rummy.cards import Card

_LINE = 14
_LABEL = MARK + 4


class PlayerHand(Struct, frozen=True):
    """A player's mark (1 to 6), how many cards they hold, and whether it is their turn."""

    mark: int
    cards: int
    to_act: bool = False


class PlayerMeld(Struct, frozen=True):
    """A meld on the table, and the mark of its owner."""

    mark: int
    cards: tuple[Card, ...]


class TablePicture(Struct, frozen=True):
    """What a picture of the table shows: how many cards the stock has, the upcard, the hands and the melds, in their orders.

    `stock` is None if the table doesn't show its size; it has cards then.
    """

    stock: int | None
    upcard: Card | None
    hands: tuple[PlayerHand, ...]
    melds: tuple[PlayerMeld, ...] = ()
    is_large: bool = False


def place_table(table: TablePicture) -> Placement:
    """Return where everything goes: the piles and the hands, and below them the melds, each with its number."""
    if table.is_large:
        return _place(table, LARGE_WIDTH)
    return place_in_narrowest(partial(_place, table), (_LABEL + meld_width(meld.cards) for meld in table.melds))


def _place(table: TablePicture, width: int) -> Placement:
    lines = Lines(EDGE, width - EDGE, EDGE, _LINE)
    stock = "empty" if table.stock == 0 else "back"
    counted = () if table.stock is None else count_sprites(table.stock, SMALL_WIDTH + 6, 37)
    digits = 2 if table.stock is None else max(2, len(str(table.stock)))
    lines.add(SMALL_WIDTH + 8 + digits * DIGIT_WIDTH, (Placed("small", stock, 0, 0), *counted))
    lines.add(SMALL_WIDTH, (Placed("small", "empty" if table.upcard is None else sprite_name(table.upcard), 0, 0),))
    for hand in table.hands:
        lines.add(MARK + len(str(hand.cards)) * DIGIT_WIDTH, _hand(hand))
    lines.end_line()
    for number, meld in enumerate(table.melds, 1):
        for nth, part in enumerate(meld_parts(meld.cards, width - 2 * EDGE - _LABEL)):
            labels = _meld_labels(number, meld.mark) if nth == 0 else ()
            lines.add(_LABEL + meld_width(part), (*labels, *meld_sprites(part, _LABEL)))
    return Placement(width, lines.bottom + EDGE, tuple(lines.sprites))


def _hand(hand: PlayerHand) -> Iterator[Placed]:
    yield Placed("marks", f"{hand.mark}!" if hand.to_act else f"{hand.mark}", 0, 6)
    yield Placed("marks", "cards", 0, 58)
    yield from count_sprites(hand.cards, MARK + 2, 62)


def _meld_labels(number: int, mark: int) -> Iterator[Placed]:
    yield from tag_sprites(number, 0, 10)
    yield Placed("marks", f"{mark}", 0, 64)
