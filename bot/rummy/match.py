"""The state of a match: frozen values that only `apply` makes.

`Match.awaits` is what the match waits for, and so which moves `decide` accepts:

    StartMatch
        │
        ▼       DealCards           Draw, Take
      DEAL ───────────────► DRAW ───────────────► PLAY ───┐ LayMeld, LayMelds, LayOff,
       ▲                    │  ▲                  │ │ ▲   │ Swap, TakeBack
       │                    │  └──── Discard ─────┘ │ └───┘
       │            blocked │                       │ empty hand
       │                    ▼                       ▼
       │                    └────── deal ends ──────┘
       │                                │
       └──────── undecided ─────────────┤
                                        │ decided
                                        ▼
                                     NOTHING

- A discard ends the turn: the next seat that has not left draws. If the starter holds an extra card, the first turn of a
  deal begins at PLAY (question 6).
- A deal is blocked at Draw if the stock is empty and can't be recycled, and at Discard or Leave if then nobody has played on
  the table for two rounds. The hand can become empty by Discard, LayMeld,
  LayMelds or LayOff. The end of a deal decides the match, or the match waits for the next deal.
- Leave is accepted in every state but NOTHING, also out of turn. In the seat's own turn it ends the turn; if only one seat
  remains, or an extra deal is no longer needed, it decides the match. BreakOff leads to NOTHING from every state.

The values are msgspec structs rather than dataclasses because every move replaces some of them, and replacing a struct is
thirty times as fast.
"""

from enum import StrEnum

from bot.rummy.cards import Card, Face
from bot.rummy.events import CardsLaidOff, DealEnded, JokerSwapped, MeldKind, MeldLaid
from bot.rummy.variant import Variant
from bot.rummy.written_form import Written, deal_text, match_text


class Awaited(StrEnum):
    """What the match waits for."""

    DRAW = "draw"
    PLAY = "play"
    DEAL = "deal"
    NOTHING = "nothing"


class TableMeld(Written, frozen=True):
    """A meld on the table: its cards in order, and for each card the seat that played it."""

    kind: MeldKind
    cards: tuple[Card, ...]
    played_by: tuple[int, ...]
    owner: int

    def __str__(self) -> str:
        return " ".join(self.cards)


TablePlay = MeldLaid | CardsLaidOff | JokerSwapped
"""A play on the table that can be taken back in the same turn."""


class Turn(Written, frozen=True):
    """One seat's turn, from the draw to the discard."""

    seat: int
    number: int  # within the deal, from 1
    has_drawn: bool  # also True for a starter who doesn't draw
    drawn_card: Card | None = None  # from the stock or the discard pile
    taken_card: Card | None = None  # the drawn card if it came from the discard pile
    table_plays: tuple[TablePlay, ...] = ()  # the melds, lay-offs and swaps that have not been taken back
    deal_before_play: "Deal | None" = None  # the deal before the last of `table_plays`, to take it back
    retired_cards: tuple[Card, ...] = ()  # from melds that retired; they go under this turn's discard

    def __str__(self) -> str:
        return f"turn {self.number}: seat {self.seat} to {'play' if self.has_drawn else 'draw'}"

    @property
    def melds_laid(self) -> int:
        return sum(isinstance(play, MeldLaid) for play in self.table_plays)


class Deal(Written, frozen=True):
    """The current state of one deal. `stock[0]` is drawn next; `discard_pile[-1]` is the top of the pile."""

    number: int
    dealer: int
    seed: str
    hands: tuple[tuple[Card, ...], ...]
    known_hands: tuple[tuple[Face, ...], ...]  # of each hand, sorted, the faces that the events show it must hold
    stock: tuple[Card, ...]
    discard_pile: tuple[Card, ...]
    melds: tuple[TableMeld, ...]
    turn: Turn
    melded_seats: frozenset[int]  # the seats that have laid a meld in this deal, also one that has retired
    rummy_spoiled: frozenset[int]  # the seats that melded, laid off or swapped in an earlier turn, so can't go rummy
    is_all_at_once: bool  # melds of this deal must empty the hand (question 18)
    recycles: int  # how often the discard pile became the stock
    end: DealEnded | None  # None while the deal is in play
    idle_turns: tuple[int, ...] = ()  # of each seat, since the stock was used up or somebody last played on the table
    idle_recycles: int = 0  # how often the discard pile became the stock since somebody last played on the table
    retired_melds: tuple[TableMeld, ...] = ()  # as they left the table

    def __str__(self) -> str:
        turn = self.turn
        state = (
            f"seat {turn.seat} to {'play' if turn.has_drawn else 'draw'}" if self.end is None else f"ended by {self.end.how}"
        )
        hand_sizes = map(len, self.hands)
        return deal_text(self.number, turn.number, state, self.discard_pile, len(self.stock), self.melds, hand_sizes)

    def top_discard(self) -> Card | None:
        return self.discard_pile[-1] if self.discard_pile else None


class Match(Written, frozen=True):
    """The current state of a match. Seats are numbers from 0."""

    variant: Variant
    seating: tuple[int, ...]  # for each seat the place in the lobby of its player
    first_dealer: int
    scores: tuple[int, ...]
    left_seats: tuple[int, ...]  # the seats that have left, in that order
    deal: Deal | None  # the deal in play or the last one; None before the first
    ended_deals: tuple[DealEnded, ...]
    regular_deals: int | None  # deals until the target or the number of deals was reached; None before. More are extra deals
    placings: tuple[int, ...] | None  # None until the match has ended
    is_broken_off: bool

    def __str__(self) -> str:
        return match_text(
            self.variant.name, self.deal, self.scores, self.left_seats, self.placings, is_broken_off=self.is_broken_off
        )

    @property
    def seats(self) -> int:
        return len(self.seating)

    @property
    def is_over(self) -> bool:
        return self.placings is not None or self.is_broken_off

    @property
    def awaits(self) -> Awaited:
        if self.placings is not None or self.is_broken_off:
            return Awaited.NOTHING
        if self.deal is None or self.deal.end is not None:
            return Awaited.DEAL
        return Awaited.PLAY if self.deal.turn.has_drawn else Awaited.DRAW

    def seat_to_act(self) -> int | None:
        """Return the seat whose turn it is, or None between deals and after the match."""
        deal = self.deal
        if deal is None or deal.end is not None or self.placings is not None or self.is_broken_off:
            return None
        return deal.turn.seat

    def staying_seats(self) -> list[int]:
        """Return the seats that have not left, in seat order."""
        return [seat for seat in range(len(self.seating)) if seat not in self.left_seats]

    def next_staying_seat(self, seat: int) -> int:
        """Return the next seat in playing order that has not left."""
        seats, step = len(self.seating), 1 if self.variant.direction == "clockwise" else -1
        following = (seat + step) % seats
        while following in self.left_seats:
            following = (following + step) % seats
        return following
