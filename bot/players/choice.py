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
    COMPLETES_MELD = "completes a meld"
    GETS_JOKER = "gets a joker"
    HOLDS_MELDS = "keeps melds in hand"
    NOTHING_TO_TAKE = "the discard is of no use"
    LEAST_USEFUL = "the least useful card"
    NOT_NEEDED_NEXT = "of no use to the next player"
    MOST_POINTS = "the card with the most points"
    OVERLOOKED = "overlooks a play"
    ENDLESS_DEAL = "any card, because the deal goes on and on"
    ONLY_MOVE = "no other move"


class Choice(Struct, frozen=True):
    """A move, and what speaks for it, the most important first."""

    move: SeatMove
    reasons: tuple[Reason, ...]
