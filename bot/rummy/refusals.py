"""Why a move is refused: one record for each reason, with its facts. The sentences are in `bot/messages/`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardNotUnderstood:
    text: str
    deck: str = "french52"


@dataclass(frozen=True, slots=True)
class CardsMissing:
    pass


@dataclass(frozen=True, slots=True)
class CardWrittenTwice:
    card: str


@dataclass(frozen=True, slots=True)
class NotInHand:
    card: str


@dataclass(frozen=True, slots=True)
class NotYourTurn:
    seat: int


@dataclass(frozen=True, slots=True)
class DrawFirst:
    pass


@dataclass(frozen=True, slots=True)
class AlreadyDrawn:
    pass


@dataclass(frozen=True, slots=True)
class NothingToTake:
    pass


@dataclass(frozen=True, slots=True)
class NotAMeld:
    """The cards make no meld. `figures`: sets are of different figures, not of one rank. `suited`: runs are of one suit."""

    cards: tuple[str, ...]
    figures: bool = False
    suited: bool = True


@dataclass(frozen=True, slots=True)
class TooManyMelds:
    limit: int


@dataclass(frozen=True, slots=True)
class NoSuchMeld:
    number: int
    melds: int


@dataclass(frozen=True, slots=True)
class DoesNotFit:
    cards: tuple[str, ...]
    meld: int
    meld_cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotYourMeld:
    meld: int


@dataclass(frozen=True, slots=True)
class OwnMeldFirst:
    pass


@dataclass(frozen=True, slots=True)
class LayOffsForbidden:
    pass


@dataclass(frozen=True, slots=True)
class JustTaken:
    card: str


@dataclass(frozen=True, slots=True)
class NoLegalEnd:
    """After the move the turn could end neither with a legal discard nor with an empty hand (RULES 5.2)."""

    taken: str


@dataclass(frozen=True, slots=True)
class MustDiscardLast:
    """The move would empty the hand, but the last card must be discarded (`out_by = discard_only`)."""


@dataclass(frozen=True, slots=True)
class StarterDoesNotDraw:
    """The starter has one card more and doesn't draw on the first turn (question 6)."""


@dataclass(frozen=True, slots=True)
class JokerUndeclared:
    """A joker could stand for several cards; `choices` are readings of the whole meld, at most 25."""

    cards: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class KindUndeclared:
    """The cards are both a set and a run (RULES 5.16)."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotAllAtOnce:
    """In this deal a meld must leave no card, or one that may be discarded (RULES 5.14)."""

    cards_left: int


@dataclass(frozen=True, slots=True)
class MeldWouldRetire:
    """A meld that reaches this size leaves the table immediately, so no further card can follow (RULES 5.19)."""

    meld: int
    size: int


@dataclass(frozen=True, slots=True)
class SwapsForbidden:
    pass


@dataclass(frozen=True, slots=True)
class NoJokerFor:
    """No joker in that meld stands for the card."""

    card: str
    meld: int
    meld_cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoJokerOnTable:
    """No joker in any meld stands for the card."""

    card: str


@dataclass(frozen=True, slots=True)
class NothingToTakeBack:
    pass


@dataclass(frozen=True, slots=True)
class TakingBackForbidden:
    pass


@dataclass(frozen=True, slots=True)
class TooFewCards:
    """The deck is too small for this many players with this many cards each (RULES 5.23)."""

    players: int
    each: int
    cards: int


@dataclass(frozen=True, slots=True)
class NoDealInPlay:
    pass


@dataclass(frozen=True, slots=True)
class DealInPlay:
    pass


@dataclass(frozen=True, slots=True)
class MatchIsOver:
    pass


@dataclass(frozen=True, slots=True)
class AlreadyLeft:
    pass


@dataclass(frozen=True, slots=True)
class WrongNumberOfPlayers:
    players: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class MoveNotUnderstood:
    text: str


Refusal = (
    CardNotUnderstood
    | CardsMissing
    | CardWrittenTwice
    | NotInHand
    | NotYourTurn
    | DrawFirst
    | AlreadyDrawn
    | NothingToTake
    | NotAMeld
    | TooManyMelds
    | NoSuchMeld
    | DoesNotFit
    | NotYourMeld
    | OwnMeldFirst
    | LayOffsForbidden
    | JustTaken
    | NoLegalEnd
    | MustDiscardLast
    | StarterDoesNotDraw
    | JokerUndeclared
    | KindUndeclared
    | NotAllAtOnce
    | MeldWouldRetire
    | SwapsForbidden
    | NoJokerFor
    | NoJokerOnTable
    | NothingToTakeBack
    | TakingBackForbidden
    | TooFewCards
    | NoDealInPlay
    | DealInPlay
    | MatchIsOver
    | AlreadyLeft
    | WrongNumberOfPlayers
    | MoveNotUnderstood
)


class IllegalMove(Exception):  # noqa: N818  (the usual term in this field; it isn't an error of the program)
    """A move was refused. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal
