"""Why a move is refused: one record for each reason, with its facts."""

from typing import Literal

from bot.wording.sentence import Refusal, Refused


class MoveRefusal(Refusal):
    """Its words are apart, in `bot/messages/table/refusals.py`: computer players and transcripts read these facts, too."""


class CardNotUnderstood(MoveRefusal):
    text: str
    deck: str = "french52"


class CardsMissing(MoveRefusal):
    pass


class CardWrittenTwice(MoveRefusal):
    card: str


class NotInHand(MoveRefusal):
    card: str


class NotYourTurn(MoveRefusal):
    seat: int


class DrawFirst(MoveRefusal):
    pass


class AlreadyDrawn(MoveRefusal):
    pass


class NothingToTake(MoveRefusal):
    pass


_Fault = Literal["few", "jokers", "naturals", "same_card", "small", "large", "short", "suits", "ace", "same_rank", "gap"]
NoMeld = _Fault | Literal["is_set", "is_run", "figures", "run", "one_suit"]


class NotAMeld(MoveRefusal):
    """The cards make no meld. `limit` is the fewest or the most cards or natural cards, if that is the reason.

    The last three reasons say what can be laid: sets of different figures, or of a rank, and runs of any suits or of one.
    """

    cards: tuple[str, ...]
    why: NoMeld = "one_suit"
    limit: int = 0


class TooManyMelds(MoveRefusal):
    limit: int


class FirstMeldTooLow(MoveRefusal):
    """The seat's first melds in a deal must be worth at least `least` points together (question 39)."""

    least: int
    missing: int


class NoSuchMeld(MoveRefusal):
    number: int
    melds: int


class DoesNotFit(MoveRefusal):
    cards: tuple[str, ...]
    meld: int
    meld_cards: tuple[str, ...]


class NotYourMeld(MoveRefusal):
    meld: int


class OwnMeldFirst(MoveRefusal):
    pass


class LayOffsForbidden(MoveRefusal):
    pass


class JustTaken(MoveRefusal):
    card: str


class NoLegalEnd(MoveRefusal):
    """After the move the turn could end neither with a legal discard nor with an empty hand (RULES 5.2)."""

    taken: str


class MustDiscardLast(MoveRefusal):
    """The move would empty the hand, but the last card must be discarded (`out_by = discard_only`)."""


class StarterDoesNotDraw(MoveRefusal):
    """The starter has one card more and doesn't draw on the first turn (question 6)."""


class JokerUndeclared(MoveRefusal):
    """A joker could stand for several cards; `choices` are readings of the whole meld, at most 25."""

    cards: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]


class KindUndeclared(MoveRefusal):
    """The cards are both a set and a run (RULES 5.16)."""

    cards: tuple[str, ...]


class NotAllAtOnce(MoveRefusal):
    """In this deal a meld must leave no card, or one that may be discarded (RULES 5.14)."""

    cards_left: int


class MeldWouldRetire(MoveRefusal):
    """A meld that reaches this size leaves the table immediately, so no further card can follow (RULES 5.19)."""

    meld: int
    size: int


class SwapsForbidden(MoveRefusal):
    pass


class NoJokerFor(MoveRefusal):
    """No joker in that meld stands for the card."""

    card: str
    meld: int
    meld_cards: tuple[str, ...]


class NoJokerOnTable(MoveRefusal):
    """No joker in any meld stands for the card."""

    card: str


class NothingToTakeBack(MoveRefusal):
    pass


class TakingBackForbidden(MoveRefusal):
    pass


class TooFewCards(MoveRefusal):
    """The deck is too small for this many players with this many cards each (RULES 5.23)."""

    players: int
    each: int
    cards: int


class NoDealInPlay(MoveRefusal):
    pass


class DealInPlay(MoveRefusal):
    pass


class MatchIsOver(MoveRefusal):
    pass


class AlreadyLeft(MoveRefusal):
    pass


class WrongNumberOfPlayers(MoveRefusal):
    players: int
    least: int
    most: int


class MoveNotUnderstood(MoveRefusal):
    text: str


class IllegalMove(Refused):
    """The rules refused a move; this is the usual term in this field. Nothing has changed."""
