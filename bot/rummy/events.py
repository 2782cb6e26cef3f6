"""What happened: the records that are stored, and of which a match is the fold. They carry outcomes, so replay needs no dice.

Seats are numbers from 0. Spelling in the database: `codec.py`; who may see which of them: `view.py`.
"""

from enum import StrEnum

from msgspec import Struct

from bot.rummy.deck.cards import Card
from bot.rummy.variant.variant import Variant


class MeldKind(StrEnum):
    SET = "set"
    RUN = "run"


class EndedBy(StrEnum):
    """How a deal ended."""

    DISCARD = "discard"
    MELD = "meld"
    LAYOFF = "layoff"
    BLOCKED = "blocked"


class MatchStarted(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """`seating[seat]` is the place in the lobby of who sits there; `dealer` is the seat that deals first."""

    variant: Variant
    seating: tuple[int, ...]
    dealer: int
    seed: str


class CardsDealt(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """`hands[seat]` in the order dealt (empty for who has left), the stock in the order it will be drawn.

    Without an upcard the starter holds one card more and does not draw on his first turn (question 6).
    """

    deal: int
    dealer: int
    seed: str
    hands: tuple[tuple[Card, ...], ...]
    upcard: Card | None
    stock: tuple[Card, ...]


class StockRecycled(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The discard pile became the stock, in the order it will be drawn; `kept` stays on the discard pile."""

    stock: tuple[Card, ...]
    kept: tuple[Card, ...]


class CardDrawn(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    seat: int
    card: Card


class DiscardTaken(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    seat: int
    card: Card


class MeldLaid(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The cards in the order of the meld; jokers with what they stand for."""

    seat: int
    kind: MeldKind
    cards: tuple[Card, ...]


class CardsLaidOff(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """`meld` counts from 1."""

    seat: int
    cards: tuple[Card, ...]
    meld: int


class JokerSwapped(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The card took the place of a joker that stood for it; the joker went to the seat's hand."""

    seat: int
    card: Card
    joker: Card
    meld: int


class MeldRetired(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A meld that became so large went from the table; its cards, in this order, go under the turn's discard (RULES 5.19)."""

    seat: int
    meld: int
    cards: tuple[Card, ...]


class TakenBack(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The seat's last meld, lay-off or swap of this turn was undone, as if it had never been."""

    seat: int
    what: MeldLaid | CardsLaidOff | JokerSwapped


class CardDiscarded(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    seat: int
    card: Card


class SeatLeft(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    seat: int


class DealEnded(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Facts and their price: who went out (None: blocked), the hands left, the points each seat gets."""

    how: EndedBy
    winner: int | None
    rummy: bool
    hands: tuple[tuple[Card, ...], ...]
    points: tuple[int, ...]


class MatchEnded(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """`placings[seat]` counts from 1; who ties shares the better place."""

    placings: tuple[int, ...]


class MatchBrokenOff(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    pass


Event = (
    MatchStarted
    | CardsDealt
    | StockRecycled
    | CardDrawn
    | DiscardTaken
    | MeldLaid
    | CardsLaidOff
    | JokerSwapped
    | MeldRetired
    | TakenBack
    | CardDiscarded
    | SeatLeft
    | DealEnded
    | MatchEnded
    | MatchBrokenOff
)
