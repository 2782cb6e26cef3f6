"""The moves of a seat, and the moves that the table makes itself, each with its written form.

`draw stock` · `take` · `meld 7H 8H 9H` · `meld XIII XIIII XV as run` · `meld 5H 6H 7H | 9S 9D JK1=9H` · `layoff 10H 2` ·
`swap 8C 1` · `take and meld 8D 9D 10D` · `take back` · `discard QS` · `leave`. Tests, logs and button ids share these forms.
"""

import re
from functools import lru_cache

from bot.rummy.cards import Card
from bot.rummy.events import MeldKind
from bot.rummy.refusals import IllegalMove, MoveNotUnderstood
from bot.rummy.variant import Variant
from bot.rummy.written_form import Written

_MELD_NUMBER = re.compile("[0-9]{1,3}")


class Draw(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Draw from the stock. If the stock is empty this declines the discard: the pile is recycled, or the deal ends."""

    written = "draw stock"


class Take(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Take the top card of the discard pile."""

    written = "take"


class LayMeld(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Lay a meld from the hand, with its cards in any order. A joker may say what it stands for: `JK1=9H`.

    `kind` is needed only if the cards are both a set and a run (RULES 5.16).
    """

    cards: tuple[Card, ...]
    kind: MeldKind | None = None

    def __str__(self) -> str:
        return f"meld {self.written_part()}"

    def written_part(self) -> str:
        """Return its cards and kind, as one part of a move that lays several melds."""
        return " ".join(self.cards) + (f" as {self.kind}" if self.kind is not None else "")


class LayMelds(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Lay several melds in one move, all or none (RULES 5.14)."""

    melds: tuple[LayMeld, ...]

    def __str__(self) -> str:
        return f"meld {' | '.join(meld.written_part() for meld in self.melds)}"


class LayOff(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Lay off cards, in any order, on the meld with this number on the table, counted from 1."""

    cards: tuple[Card, ...]
    meld: int

    def __str__(self) -> str:
        return f"layoff {' '.join(self.cards)} {self.meld}"


LayingMove = LayMeld | LayMelds | LayOff


class Swap(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Put the card where a joker stands for it in the meld with this number, and take the joker."""

    card: Card
    meld: int
    written = "swap {card} {meld}"


class TakeAndLay(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Take the top card of the discard pile and lay cards in one move: both or neither."""

    laying: LayingMove
    written = "take and {laying}"


class TakeBack(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Undo the last meld, lay-off or swap of this turn."""

    written = "take back"


class Discard(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    card: Card
    written = "discard {card}"


class Leave(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Leave the match for good; allowed at any time, also out of turn."""

    written = "leave"


class StartMatch(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The table starts a match; `seed` (64 hex digits) decides the seats and the first dealer. It isn't printed.

    `seats` decides them instead, for people who have played together: for each seat the place in the lobby of its player, and
    the seat that deals first.
    """

    variant: Variant
    players: int
    seed: str
    seats: tuple[tuple[int, ...], int] | None = None
    written = "start {variant.name} with {players} players"


class DealCards(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The table deals; `seed` (64 hex digits) decides the order of the cards. It isn't printed."""

    seed: str
    written = "deal"


class BreakOff(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The table breaks off the match: there is no winner and no result."""

    written = "break off"


class CloseMatch(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The table ends a match in which nobody plays any more: this seat leaves, and the scores decide about the others."""

    seat: int
    written = "close the match without seat {seat}"


SeatMove = Draw | Take | TakeAndLay | LayMeld | LayMelds | LayOff | Swap | TakeBack | Discard | Leave
TableMove = StartMatch | DealCards | BreakOff | CloseMatch
Move = SeatMove | TableMove

DRAW = Draw()
TAKE = Take()
TAKE_BACK = TakeBack()


def laid_cards(move: LayingMove) -> tuple[Card, ...]:
    """Return all cards that the move lays."""
    return tuple(card for meld in move.melds for card in meld.cards) if isinstance(move, LayMelds) else move.cards


@lru_cache(maxsize=512)
def discard_move(card: Card) -> Discard:
    return Discard(card)


def read_move(text: str) -> SeatMove:
    """Return the move of a seat from its written form, as buttons carry it. Raise IllegalMove(MoveNotUnderstood) otherwise."""
    match text.split():
        case ["draw", "stock"]:
            return DRAW
        case ["take"]:
            return TAKE
        case ["take", "back"]:
            return TAKE_BACK
        case ["take", "and", ("meld" | "layoff") as kind, *words]:
            laying = read_move(" ".join((kind, *words)))
            assert isinstance(laying, LayingMove)
            return TakeAndLay(laying)
        case ["meld", *words] if words:
            return _read_melds(text, " ".join(words))
        case ["layoff", *cards, meld] if cards and _MELD_NUMBER.fullmatch(meld):
            return LayOff(tuple(map(Card, cards)), int(meld))
        case ["swap", card, meld] if _MELD_NUMBER.fullmatch(meld):
            return Swap(Card(card), int(meld))
        case ["discard", card]:
            return Discard(Card(card))
        case ["leave"]:
            return Leave()
        case _:
            raise IllegalMove(MoveNotUnderstood(text))


def _read_melds(text: str, parts: str) -> LayMeld | LayMelds:
    melds = tuple(_read_meld(text, part.split()) for part in parts.split("|"))
    return melds[0] if len(melds) == 1 else LayMelds(melds)


def _read_meld(text: str, words: list[str]) -> LayMeld:
    match words:
        case [*cards, "as", ("set" | "run") as kind] if cards:
            return LayMeld(tuple(map(Card, cards)), MeldKind(kind))
        case [_, *_]:
            return LayMeld(tuple(map(Card, words)))
        case _:
            raise IllegalMove(MoveNotUnderstood(text))
