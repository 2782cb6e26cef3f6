"""The picture of the table: the stock, the discard pile, how many cards each player holds, and the melds by player."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from bot.messages.pictures.meld_lines import Lines, meld_parts, meld_sprites, meld_width
from bot.messages.pictures.placing import (
    DIGIT_WIDTH,
    LARGE_WIDTH,
    MARK,
    SMALL_HEIGHT,
    SMALL_WIDTH,
    WIDTH,
    Placed,
    Placement,
    count_sprites,
    sprite_name,
)
from bot.rummy.deck.cards import Card

_EDGE, _LINE = 12, 14


class PlayerHand(Struct, frozen=True):
    """A player's mark (1 to 6), how many cards they hold, and whether it is their turn."""

    mark: int
    cards: int
    to_act: bool = False


class TableMeld(Struct, frozen=True):
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
    melds: tuple[TableMeld, ...] = ()
    is_large: bool = False


def place_table(table: TablePicture) -> Placement:
    """Return where everything goes: the piles and the hands first, then the melds."""
    width = LARGE_WIDTH if table.is_large else WIDTH
    piles = Lines(_EDGE, width - _EDGE, _EDGE, _LINE)
    stock = "empty" if table.stock == 0 else "back"
    counted = () if table.stock is None else count_sprites(table.stock, SMALL_WIDTH + 6, 37)
    piles.add(SMALL_WIDTH + 8 + 2 * DIGIT_WIDTH, (Placed("small", stock, 0, 0), *counted))
    piles.add(SMALL_WIDTH, (Placed("small", "empty" if table.upcard is None else sprite_name(table.upcard), 0, 0),))
    for hand in table.hands:
        piles.add(MARK + len(str(hand.cards)) * DIGIT_WIDTH, _hand(hand))
    melds = Lines(_EDGE, width - _EDGE, piles.bottom + _LINE, _LINE)
    for meld in table.melds:
        for nth, part in enumerate(meld_parts(meld.cards, width - 2 * _EDGE - MARK)):
            melds.add(*_meld(meld.mark if nth == 0 else None, part))
    bottom = melds.bottom if table.melds else piles.bottom
    return Placement(width, bottom + _EDGE, (*piles.sprites, *melds.sprites))


def _hand(hand: PlayerHand) -> Iterator[Placed]:
    yield Placed("marks", f"{hand.mark}!" if hand.to_act else f"{hand.mark}", 0, 6)
    yield Placed("marks", "cards", 0, 58)
    yield from count_sprites(hand.cards, MARK + 2, 62)


def _meld(mark: int | None, cards: Sequence[Card]) -> tuple[int, list[Placed]]:
    left = MARK + 4
    sprites = [] if mark is None else [Placed("marks", f"{mark}", 0, (SMALL_HEIGHT - MARK) // 2)]
    return left + meld_width(cards), [*sprites, *meld_sprites(cards, left)]
