"""The picture of the table: the stock, the discard pile, how many cards each player holds, and the melds by player."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from msgspec import Struct

from bot.messages.card_text import is_cuccu_card
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

_EDGE, _GAP, _LINE = 12, 22, 14
_STEP, _CUCCU_STEP = 46, 62
"""What stays visible of a card under the next one: its index. A Cuccù numeral is wider."""


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


class _Lines:
    """Pieces of one height side by side, each in the first line that has room for it."""

    def __init__(self, width: int, top: int) -> None:
        self.sprites: list[Placed] = []
        self._width = width
        self._top = top
        self._rights: list[int] = []

    @property
    def bottom(self) -> int:
        """Where the last line ends."""
        return self._top + len(self._rights) * (SMALL_HEIGHT + _LINE) - _LINE

    def add(self, width: int, pieces: Iterable[Placed]) -> None:
        """Add a piece of this width, whose sprites are placed as if its own corner were at 0."""
        fitting = (line for line, right in enumerate(self._rights) if right + width <= self._width - _EDGE)
        line = next(fitting, len(self._rights))
        if line == len(self._rights):
            self._rights.append(_EDGE)
        left, top = self._rights[line], self._top + line * (SMALL_HEIGHT + _LINE)
        self.sprites += (replace(one, left=one.left + left, top=one.top + top) for one in pieces)
        self._rights[line] += width + _GAP


def place_table(table: TablePicture) -> Placement:
    """Return where everything goes: the piles and the hands first, then the melds."""
    width = LARGE_WIDTH if table.is_large else WIDTH
    piles = _Lines(width, _EDGE)
    stock = "empty" if table.stock == 0 else "back"
    counted = () if table.stock is None else count_sprites(table.stock, SMALL_WIDTH + 6, 37)
    piles.add(SMALL_WIDTH + 8 + 2 * DIGIT_WIDTH, (Placed("small", stock, 0, 0), *counted))
    piles.add(SMALL_WIDTH, (Placed("small", "empty" if table.upcard is None else sprite_name(table.upcard), 0, 0),))
    for hand in table.hands:
        piles.add(MARK + len(str(hand.cards)) * DIGIT_WIDTH, _hand(hand))
    melds = _Lines(width, piles.bottom + _LINE)
    for meld in table.melds:
        for nth, part in enumerate(_parts(meld.cards, width)):
            melds.add(*_meld(meld.mark if nth == 0 else None, part))
    bottom = melds.bottom if table.melds else piles.bottom
    return Placement(width, bottom + _EDGE, (*piles.sprites, *melds.sprites))


def _hand(hand: PlayerHand) -> Iterator[Placed]:
    yield Placed("marks", f"{hand.mark}!" if hand.to_act else f"{hand.mark}", 0, 6)
    yield Placed("marks", "cards", 0, 58)
    yield from count_sprites(hand.cards, MARK + 2, 62)


def _step(cards: Sequence[Card]) -> int:
    return _CUCCU_STEP if any(map(is_cuccu_card, cards)) else _STEP


def _parts(cards: Sequence[Card], width: int) -> Iterator[Sequence[Card]]:
    """Yield the cards of a meld in parts that fit into a line."""
    most = (width - 2 * _EDGE - MARK - SMALL_WIDTH) // _step(cards) + 1
    yield from (cards[at : at + most] for at in range(0, len(cards), most))


def _meld(mark: int | None, cards: Sequence[Card]) -> tuple[int, list[Placed]]:
    step, left = _step(cards), MARK + 4
    sprites = [] if mark is None else [Placed("marks", f"{mark}", 0, (SMALL_HEIGHT - MARK) // 2)]
    sprites += [Placed("small", sprite_name(card), left + nth * step, 0) for nth, card in enumerate(cards)]
    return left + (len(cards) - 1) * step + SMALL_WIDTH, sprites
