"""What happened in a match: the records that are stored, and from which the match is rebuilt.

They carry outcomes, so replaying them needs no randomness. Seats are numbers from 0. Each event prints as everyone may know it:
`0 draws`, `0 discards QS`. How events are spelled in the database: `bot/tables/events.py`; who may see what of them: `view.py`.
"""

from enum import StrEnum
from itertools import chain

from bot.rummy.cards import Card
from bot.rummy.variant import Variant
from bot.rummy.written_form import Written, cards_text, deal_start_text, match_start_text, numbers_text, recycling_text


class MeldKind(StrEnum):
    """The two kinds of meld."""

    __hash__ = str.__hash__  # enums hash their names, which is slow

    SET = "set"
    RUN = "run"


class Awaited(StrEnum):
    """What the match waits for."""

    __hash__ = str.__hash__  # enums hash their names, which is slow

    OFFER = "offer"
    STOCK = "stock"
    DRAW = "draw"
    PLAY = "play"
    LAY_OFF = "lay off"
    ANSWER = "answer"
    DRAW_REFUSED = "draw, refused"
    DEAL = "deal"
    NOTHING = "nothing"


class EndedBy(StrEnum):
    """The way in which a deal ended. DEADLOCK: it was blocked because no card could be laid any more (RULES 8.18)."""

    DISCARD = "discard"
    MELD = "meld"
    LAYOFF = "layoff"
    BLOCKED = "blocked"
    DEADLOCK = "deadlock"
    KNOCK = "knock"
    GIN = "gin"
    UNDERCUT = "undercut"
    VOID = "void"
    CHALLENGE = "challenge"


class PointsFor(StrEnum):
    """What points of a deal or at the end of a match are for, where they have several parts."""

    CARDS = "cards"
    GIN = "gin"
    BIG_GIN = "big gin"
    UNDERCUT = "undercut"
    SPADES = "spades"
    OTHER_GAMES = "other games"
    BOXES = "boxes"
    GAME = "game"
    SHUTOUT = "shutout"


Parts = tuple[tuple[PointsFor, int], ...]


class MatchStarted(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The start of a match.

    `seating[seat]` is the place in the lobby of the seat's player; `dealer` is the seat that deals first.
    """

    variant: Variant
    seating: tuple[int, ...]
    dealer: int
    seed: str

    def __str__(self) -> str:
        return match_start_text(self.variant.name, self.seating, self.dealer)


class SeedParts(Written, frozen=True, forbid_unknown_fields=True):
    """What the seed of a deal is made of (`tables/deals.py`), so that nobody alone could choose it.

    `link` is the deal's link of its table's chain (64 hex digits). `message` is the Discord id of the message mixed in, and
    `channel` is where it is; both are 0 without one. `words` is the SHA-256 of the players' words, empty without any.
    """

    link: str
    channel: int = 0
    message: int = 0
    words: str = ""

    def __str__(self) -> str:
        return f"message {self.message}" if self.message else "no message"


class CardsDealt(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The deal of the cards.

    `hands[seat]` is in the order dealt, and empty for a seat that has left; the stock is in the order in which it will be
    drawn. Without an upcard the starter holds one card more and doesn't draw on the first turn (question 6). `made_of` is None
    if the seed was drawn by itself.
    """

    deal: int
    dealer: int
    seed: str
    hands: tuple[tuple[Card, ...], ...]
    upcard: Card | None
    stock: tuple[Card, ...]
    made_of: SeedParts | None = None

    def __str__(self) -> str:
        return deal_start_text(self.deal, self.dealer, map(len, self.hands), self.upcard, len(self.stock))


class StockRecycled(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The discard pile became the stock, in the order in which it will be drawn; `kept` stays on the discard pile."""

    stock: tuple[Card, ...]
    kept: tuple[Card, ...]

    def __str__(self) -> str:
        return recycling_text(len(self.stock), self.kept)


class InTurn(Written, frozen=True):
    """What a seat did in its turn. Everyone may know it as it is, but for the card of `CardDrawn`."""

    seat: int


class CardDrawn(InTurn, frozen=True, tag=True, forbid_unknown_fields=True):
    """A card was drawn from the stock. Only the seat itself may know which, so it isn't printed."""

    card: Card
    written = "{seat} draws"


class DiscardTaken(InTurn, frozen=True, tag=True, forbid_unknown_fields=True):
    """The top card of the discard pile was taken."""

    card: Card
    written = "{seat} takes {card}"


class PileTaken(InTurn, frozen=True, tag=True, forbid_unknown_fields=True):
    """A card of the discard pile was taken with all above it: the deepest one, which is laid in the same move, is the first."""

    cards: tuple[Card, ...]
    written = "{seat} takes {cards}"


class MeldLaid(InTurn, frozen=True, tag=True, forbid_unknown_fields=True):
    """A meld was laid: its cards in order, jokers with what they stand for.

    `joined` if the meld before it was laid in the same move, and both are first melds (RULES 8.16); earlier versions didn't
    store it.
    """

    kind: MeldKind
    cards: tuple[Card, ...]
    joined: bool = False
    written = "{seat} melds {cards} as {kind}"


class CardsLaidOff(InTurn, frozen=True, tag=True, forbid_unknown_fields=True):
    """Cards were laid off on the meld with this number, counted from 1."""

    cards: tuple[Card, ...]
    meld: int
    written = "{seat} lays off {cards} on {meld}"


class JokerSwapped(InTurn, frozen=True, tag=True, forbid_unknown_fields=True):
    """The card took the place of a joker that stood for it; the joker went to the seat's hand."""

    card: Card
    joker: Card
    meld: int
    written = "{seat} swaps {card} for {joker} in {meld}"


class MeldRetired(InTurn, frozen=True, tag=True, forbid_unknown_fields=True):
    """A meld that became large enough left the table. Its cards, in this order, go under the turn's discard (RULES 5.19)."""

    meld: int
    cards: tuple[Card, ...]
    written = "{seat} retires meld {meld}: {cards}"


class TakenBack(InTurn, frozen=True, tag=True, forbid_unknown_fields=True):
    """The seat's last meld, lay-off or swap of this turn was undone."""

    what: MeldLaid | CardsLaidOff | JokerSwapped
    written = "{seat} takes back: {what}"


class CardDiscarded(InTurn, frozen=True, tag=True, forbid_unknown_fields=True):
    """A card was discarded, which ends the turn."""

    card: Card
    written = "{seat} discards {card}"


class Passed(InTurn, frozen=True, tag=True, forbid_unknown_fields=True):
    """The seat left the upcard to the others, which ends its turn."""

    written = "{seat} passes"


class Knocked(InTurn, frozen=True, tag=True, forbid_unknown_fields=True):
    """The seat knocked, and shows the cards that are left over. Its melds follow, and its discard, but for big gin."""

    left: tuple[Card, ...]
    written = "{seat} knocks with {left}"


class TurnSkipped(InTurn, frozen=True, tag=True, forbid_unknown_fields=True):
    """The seat lost its turn, which had just begun."""

    written = "{seat} loses a turn"


class Challenged(InTurn, frozen=True, tag=True, forbid_unknown_fields=True):
    """The seat challenged the next one to show both hands, which ends its turn: the next one answers."""

    written = "{seat} challenges"


class ChallengeRefused(InTurn, frozen=True, tag=True, forbid_unknown_fields=True):
    """The seat refused to show the hands, which ends its turn."""

    written = "{seat} refuses"


class TurnOpened(InTurn, frozen=True, tag=True, forbid_unknown_fields=True):
    """The turn, which has just begun, is this seat's, and waits for this, not for a draw."""

    awaits: Awaited
    written = "{seat} to {awaits}"


class SeatLeft(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """A seat left the match for good."""

    seat: int
    written = "{seat} leaves"


class DealEnded(Written, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The end of a deal: who went out (None if it was blocked), the hands left over and the points of each seat.

    `melds` are those that the winner laid in the deal, first those that have retired; earlier versions stored none. Where melds
    stay in hand until the end, `shown` has those of each seat, and `hands` the cards outside them. `parts` are those of the
    winner's points, if there can be several. `out` are the seats that play no further deal, and `back` those that go on with as
    many points as the others have at most (questions 49, 50). `stages` are how many each seat has completed (question 53).
    """

    how: EndedBy
    winner: int | None
    rummy: bool
    hands: tuple[tuple[Card, ...], ...]
    points: tuple[int, ...]
    melds: tuple[tuple[Card, ...], ...] = ()
    shown: tuple[tuple[tuple[Card, ...], ...], ...] = ()
    parts: Parts = ()
    out: tuple[int, ...] = ()
    back: tuple[int, ...] = ()
    stages: tuple[int, ...] = ()

    def melds_of(self, seat: int) -> tuple[tuple[Card, ...], ...]:
        """Return the melds that the seat ended the deal with, as far as they are stored."""
        return self.shown[seat] if self.shown else self.melds if seat == self.winner else ()

    def had_left(self, seat: int) -> bool:
        """Return True if the seat had left before the deal: a loser without a card or a meld had no part in it."""
        return seat != self.winner and not self.hands[seat] and not self.melds_of(seat)

    def __str__(self) -> str:
        winner = "nobody is out" if self.winner is None else f"{self.winner} is out" + ", rummy" * self.rummy
        hands = " | ".join(map(cards_text, self.hands))
        shown = self.melds or tuple(chain.from_iterable(self.shown))
        melds = f"; melds {' | '.join(map(cards_text, shown))}" if shown else ""
        return f"the deal ends by {self.how}: {winner}; points {numbers_text(self.points)}; hands {hands}{melds}"


class MatchEnded(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The end of a match. `placings[seat]` counts from 1; seats that tie share the better place.

    `bonuses` are the points that each seat gets at the end, and for what; none in most games.
    """

    placings: tuple[int, ...]
    bonuses: tuple[Parts, ...] = ()

    def __str__(self) -> str:
        added = [sum(points for _, points in parts) for parts in self.bonuses]
        return f"the match ends: places {numbers_text(self.placings)}" + (f"; bonuses {numbers_text(added)}" if added else "")


class MatchBrokenOff(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The table broke the match off: it has no winner."""

    written = "the match is broken off"


OnTable = DiscardTaken | PileTaken | MeldLaid | CardsLaidOff | JokerSwapped | MeldRetired | TakenBack | CardDiscarded
OpenPlay = OnTable | Passed | TurnSkipped | Knocked | Challenged | ChallengeRefused | TurnOpened
"""What a seat does in its turn before everyone's eyes."""
OpenEvent = OpenPlay | SeatLeft | DealEnded | MatchEnded | MatchBrokenOff
"""What everyone may know as it is."""
Event = MatchStarted | CardsDealt | StockRecycled | CardDrawn | OpenEvent
