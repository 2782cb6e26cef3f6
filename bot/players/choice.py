"""What a computer player answers: its move, and the reasons as facts. The wording is elsewhere."""

from enum import StrEnum

from msgspec import Struct

from bot.rummy.moves import SeatMove


class Level(StrEnum):
    """How well a computer player plays."""

    EASY = "easy"
    NORMAL = "normal"


class Reason(StrEnum):
    """A fact that speaks for a move."""

    GOES_OUT = "goes out"
    LAYS_CARDS = "lays cards"
    MAKES_ROOM_LATER = "completes a meld"
    HIGHEST_CARD = "highest card"
    FEWEST_OUTS = "least useful card"
    SAFE_CARD = "nobody is known to need it"
    NOTHING_TO_TAKE = "discard of no use"
    GETS_JOKER = "gets a joker"
    HOLDS_MELDS = "keeps melds in hand"
    MISSED_SOMETHING = "overlooks a play"
    ONLY_MOVE = "no other move"
    TIME_IS_UP = "ends the turn"


class Choice(Struct, frozen=True):
    """A move, and what speaks for it, the most important first."""

    move: SeatMove
    reasons: tuple[Reason, ...]
