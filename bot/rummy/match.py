"""The state of a match: frozen values that only `apply` makes.

They are msgspec structs rather than dataclasses because every move makes some anew, and those are thirty times quicker to
replace.
"""

from enum import StrEnum

from msgspec import Struct

from bot.rummy.deck.cards import Card
from bot.rummy.events import CardsLaidOff, DealEnded, JokerSwapped, MeldKind, MeldLaid
from bot.rummy.variant.variant import Variant


class Question(StrEnum):
    """What the match waits for."""

    DRAW = "draw"
    PLAY = "play"
    DEAL = "deal"
    NOTHING = "nothing"


class TableMeld(Struct, frozen=True):
    """A meld on the table: its cards in order, and beside each the seat that played it."""

    kind: MeldKind
    cards: tuple[Card, ...]
    played_by: tuple[int, ...]
    owner: int

    def __str__(self) -> str:
        return " ".join(self.cards)


TablePlay = MeldLaid | CardsLaidOff | JokerSwapped
"""What can be taken back."""


class Deal(Struct, frozen=True):
    """One distribution of cards as it stands. `stock[0]` is drawn next, `discards[-1]` is the top of the pile."""

    number: int
    dealer: int
    seed: str
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    melds: tuple[TableMeld, ...]
    turn: int
    turns: int  # turns opened so far, this one among them
    has_drawn: bool  # or need not draw in this turn
    drawn: Card | None  # the card of this turn's draw, from wherever
    taken: Card | None  # the same card, if it came from the discard pile
    melded: int  # melds laid this turn
    melders: frozenset[int]  # seats that have laid a meld in this deal
    played: frozenset[int]  # seats that laid something on the table, or swapped, in an earlier turn of the deal
    playing: bool  # the turn's seat has done so this turn
    retired: tuple[Card, ...]  # from this turn's retired melds; they go under its discard
    undo: tuple[
        tuple[TablePlay, "Deal"], ...
    ]  # this turn's melds, lay-offs and swaps, each with the deal before it (itself without `undo`)
    all_at_once: bool  # melds of this deal must empty the hand (question 18)
    recycles: int
    ended: DealEnded | None

    def top_discard(self) -> Card | None:
        return self.discards[-1] if self.discards else None


class Match(Struct, frozen=True):
    """A match as it stands. `left` names the seats that have left, in that order; `ended` the deals that were scored."""

    variant: Variant
    seating: tuple[int, ...]
    first_dealer: int
    scores: tuple[int, ...]
    left: tuple[int, ...]
    deal: Deal | None
    ended: tuple[DealEnded, ...]
    settled_after: int | None  # deals after which the target or the number of deals was reached; more are extra deals
    placings: tuple[int, ...] | None
    broken_off: bool

    @property
    def seats(self) -> int:
        return len(self.seating)

    @property
    def is_over(self) -> bool:
        return self.placings is not None or self.broken_off

    @property
    def question(self) -> Question:
        if self.placings is not None or self.broken_off:
            return Question.NOTHING
        if self.deal is None or self.deal.ended is not None:
            return Question.DEAL
        return Question.PLAY if self.deal.has_drawn else Question.DRAW

    def to_act(self) -> int | None:
        """The seat whose turn it is; None between deals and after the match."""
        deal = self.deal
        if deal is None or deal.ended is not None or self.placings is not None or self.broken_off:
            return None
        return deal.turn

    def staying(self) -> list[int]:
        """The seats that have not left, in seat order."""
        return [seat for seat in range(len(self.seating)) if seat not in self.left]

    def next_staying(self, seat: int) -> int:
        """The next seat in playing order that has not left."""
        seats, step = len(self.seating), 1 if self.variant.direction == "clockwise" else -1
        following = (seat + step) % seats
        while following in self.left:
            following = (following + step) % seats
        return following
