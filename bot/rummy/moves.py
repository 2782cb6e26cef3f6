"""What is asked: the moves of a seat and the moves that the table makes itself, each with its written form.

`draw stock` · `take` · `meld 7H 8H 9H` · `layoff 10H 2` · `discard QS` · `leave`. Tests, logs and button ids share it.
"""

from functools import lru_cache

from msgspec import Struct

from bot.rummy.cards import Card
from bot.rummy.refusals import IllegalMove, MoveNotUnderstood
from bot.rummy.variant import Variant


class Draw(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Draw from the stock. With an empty stock this declines the discard: it recycles, or ends the deal."""

    def __str__(self) -> str:
        return "draw stock"


class Take(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Take the top card of the discard pile."""

    def __str__(self) -> str:
        return "take"


class LayMeld(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Lay a meld from hand; the cards in any order."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"meld {' '.join(self.cards)}"


class LayOff(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Lay off cards, in any order, on the meld with this number on the table, counted from 1."""

    cards: tuple[Card, ...]
    meld: int

    def __str__(self) -> str:
        return f"layoff {' '.join(self.cards)} {self.meld}"


class Discard(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


class Leave(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Leave the match for good; allowed at any time, also out of turn."""

    def __str__(self) -> str:
        return "leave"


class StartMatch(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The table starts a match: `seed` (64 hex digits) draws the seats and the first dealer."""

    variant: Variant
    players: int
    seed: str


class DealCards(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The table deals: `seed` (64 hex digits) gives the order of the cards."""

    seed: str


class BreakOff(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The table breaks the match off: no winner, no result."""


SeatMove = Draw | Take | LayMeld | LayOff | Discard | Leave
TableMove = StartMatch | DealCards | BreakOff
Move = SeatMove | TableMove

DRAW = Draw()
TAKE = Take()


@lru_cache(maxsize=512)
def discard(card: Card) -> Discard:
    return Discard(card)


def read_move(text: str) -> SeatMove:
    """The move of a seat from its written form, as buttons carry it. Raises IllegalMove(MoveNotUnderstood)."""
    match text.split():
        case ["draw", "stock"]:
            return DRAW
        case ["take"]:
            return TAKE
        case ["meld", *cards] if cards:
            return LayMeld(tuple(map(Card, cards)))
        case ["layoff", *cards, meld] if cards and meld.isdecimal() and len(meld) < 4:
            return LayOff(tuple(map(Card, cards)), int(meld))
        case ["discard", card]:
            return Discard(Card(card))
        case ["leave"]:
            return Leave()
        case _:
            raise IllegalMove(MoveNotUnderstood(text))
