"""The moves of a seat, and the moves that the table makes itself, each with its written form.

`draw stock`, `meld XIII XIIII XV as run`, `meld 5H 6H 7H | 9S 9D JK1=9H`, `take and meld 8D 9D 10D`: tests, logs and button ids
share these forms. Below a move with cards is what reads it, from the words after the first, by which `read_move` finds it.
"""

import re
from collections.abc import Callable, Mapping

from bot.rummy.cards import FACE_OF, JOKER, Card
from bot.rummy.events import MeldKind
from bot.rummy.refusals import IllegalMove, MoveNotUnderstood
from bot.rummy.variant import Variant
from bot.rummy.written_form import Written

_MELD_NUMBER = re.compile("[0-9]{1,3}")


def _meld_number(word: str) -> int:
    if not _MELD_NUMBER.fullmatch(word):
        raise ValueError(word)
    return int(word)


def _card(word: str) -> Card:
    """Return the card. Raise ValueError if it stands for another, but isn't a joker, or if that isn't a natural face."""
    card, declared, shown = word.partition("=")
    if declared and not (FACE_OF.get(Card(card)) == JOKER and FACE_OF.get(Card(shown)) == shown != JOKER):
        raise ValueError(word)
    return Card(word)


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


def _read_melds(words: list[str]) -> LayMeld | LayMelds:
    melds = tuple(_read_meld(part.split()) for part in " ".join(words).split("|"))
    return melds[0] if len(melds) == 1 else LayMelds(melds)


def _read_meld(words: list[str]) -> LayMeld:
    match words:
        case [_, *_, "as", "set" | "run" as kind]:
            return LayMeld(tuple(map(_card, words[:-2])), MeldKind(kind))
        case _:
            first, *others = words
            return LayMeld((_card(first), *map(_card, others)))


class LayOff(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Lay off cards, in any order, on the meld with this number on the table, counted from 1."""

    cards: tuple[Card, ...]
    meld: int
    written = "layoff {cards} {meld}"


def _read_lay_off(words: list[str]) -> LayOff:
    first, *others, meld = words
    return LayOff((_card(first), *map(_card, others)), _meld_number(meld))


LayingMove = LayMeld | LayMelds | LayOff


class Swap(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Put the card where a joker stands for it in the meld with this number, and take the joker."""

    card: Card
    meld: int
    written = "swap {card} {meld}"


def _read_swap(words: list[str]) -> Swap:
    card, meld = words
    return Swap(_card(card), _meld_number(meld))


class TakeAndLay(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Take the top card of the discard pile and lay cards in one move: both or neither."""

    laying: LayingMove
    written = "take and {laying}"


class TakeFrom(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Take this card of the discard pile with all above it, and lay it in the same move: both or neither.

    Without `laying` it is refused: the hand then asks how the card is laid.
    """

    card: Card
    laying: LayMeld | LayOff | None = None

    def __str__(self) -> str:
        return f"take {self.card}" + (f" and {self.laying}" if self.laying is not None else "")


def _read_take(words: list[str]) -> TakeAndLay | TakeFrom:
    taken, laid = ([], words) if words[:1] == ["and"] else (words[:1], words[1:])
    if taken and not laid:
        return TakeFrom(_card(taken[0]))
    if laid[:1] != ["and"] or laid[1:2] not in (["meld"], ["layoff"]):
        raise ValueError(words)
    laying = read_move(" ".join(laid[1:]))
    if not taken:
        assert isinstance(laying, LayingMove)
        return TakeAndLay(laying)
    if not isinstance(laying, LayMeld | LayOff):
        raise ValueError(words)
    return TakeFrom(_card(taken[0]), laying)


class TakeBack(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Undo the last meld, lay-off or swap of this turn."""

    written = "take back"


class Discard(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    card: Card
    written = "discard {card}"


def _read_discard(words: list[str]) -> Discard:
    (card,) = words
    return Discard(_card(card))


class Pass(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Leave the upcard to the others."""

    written = "pass"


class Knock(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Lay the melds of the hand, discard this card, and end the deal. Without a card, all cards are melded.

    `melds` are laid instead of the best ones, if there are any.
    """

    card: Card | None = None
    melds: tuple[LayMeld, ...] = ()

    def __str__(self) -> str:
        return " | ".join((f"knock {self.card or ''}".rstrip(), *(meld.written_part() for meld in self.melds)))


def _read_knock(words: list[str]) -> Knock:
    first, *melds = " ".join(words).split("|")
    card = first.split()
    if len(card) > 1 or (melds and not card):
        raise ValueError(words)
    return Knock(_card(card[0]) if card else None, tuple(_read_meld(meld.split()) for meld in melds))


class LayOffAll(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Lay off after a knock what leaves the fewest points, and show the hands."""

    written = "lay off all"


class Done(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Lay off nothing more after a knock: the hands are shown."""

    written = "done"


class Challenge(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Ask the other player, before the draw, to show both hands: the lower one wins."""

    written = "challenge"


class Accept(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Accept a challenge: both hands are shown."""

    written = "accept"


class Refuse(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Refuse a challenge: the deal goes on."""

    written = "refuse"


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


SeatMove = (
    Draw
    | Take
    | TakeAndLay
    | TakeFrom
    | LayMeld
    | LayMelds
    | LayOff
    | Swap
    | TakeBack
    | Discard
    | Pass
    | Knock
    | LayOffAll
    | Done
    | Challenge
    | Accept
    | Refuse
    | Leave
)
TableMove = StartMatch | DealCards | BreakOff | CloseMatch
Move = SeatMove | TableMove

DRAW = Draw()
TAKE = Take()
TAKE_BACK = TakeBack()
PASS = Pass()
LAY_OFF_ALL = LayOffAll()
DONE = Done()
CHALLENGE = Challenge()
ACCEPT = Accept()
REFUSE = Refuse()


def laid_cards(move: LayingMove) -> tuple[Card, ...]:
    return tuple(card for meld in move.melds for card in meld.cards) if isinstance(move, LayMelds) else move.cards


_WITHOUT_CARDS: Mapping[str, SeatMove] = {
    str(move): move for move in (DRAW, TAKE, TAKE_BACK, PASS, LAY_OFF_ALL, DONE, CHALLENGE, ACCEPT, REFUSE, Leave())
}
_READERS: Mapping[str, Callable[[list[str]], SeatMove]] = {
    "take": _read_take,
    "meld": _read_melds,
    "layoff": _read_lay_off,
    "swap": _read_swap,
    "discard": _read_discard,
    "knock": _read_knock,
}
"""For the first word of a move what reads it from the others, or raises ValueError."""


def read_move(text: str) -> SeatMove:
    """Return the move of a seat from its written form, as buttons carry it. Raise IllegalMove(MoveNotUnderstood) otherwise."""
    first, *words = text.split() or [""]
    move = _WITHOUT_CARDS.get(" ".join((first, *words)))
    try:
        return move or _READERS[first](words)
    except (KeyError, ValueError):
        raise IllegalMove(MoveNotUnderstood(text)) from None
