"""Small melds side by side, in as many lines as they need."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.messages.card_text import is_cuccu_card
from bot.messages.pictures.placing import SMALL_HEIGHT, SMALL_WIDTH, Placed, covered_sprite_name, sprite_name
from bot.rummy.cards import Card, meld_face

MELD_GAP = 22
_STEP, _TEN_STEP, _CUCCU_STEP = 46, 50, 68
"""What stays visible of a card under the next one: its index. A ten is wider, a Cuccù numeral more so."""


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

    def add(self, width: int, pieces: Iterable[Placed]) -> None:
        """Add a piece of this width, whose sprites are placed as if its own corner were at 0."""
        if not self._rights or self._rights[-1] + width > self._right:
            self._rights.append(self._left)
        left, top = self._rights[-1], self._top + (len(self._rights) - 1) * (SMALL_HEIGHT + self._gap)
        self.sprites += (replace(one, left=one.left + left, top=one.top + top) for one in pieces)
        self._rights[-1] += width + MELD_GAP

    def end_line(self) -> None:
        """Put what comes next into a line of its own."""
        self._rights[-1] = self._right


def meld_parts(cards: Sequence[Card], room: int) -> Iterator[Sequence[Card]]:
    """Yield the cards of a meld in parts that fit into this room."""
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
