"""What a computer player answers: its move, and the reasons as facts. The wording is elsewhere.

Its chance comes from a seed that is any text: the same on every machine, and another for each turn of a match.
"""

import hashlib
import re
from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from bot.rummy.cards import Card, number_from_seed
from bot.rummy.moves import SeatMove
from bot.rummy.view import DealView


class Level(StrEnum):
    """How well a computer player plays."""

    EASY = "easy"
    NORMAL = "normal"


class Fact(StrEnum):
    """What speaks for a move."""

    GOES_OUT = "goes out"
    LAYS_CARDS = "lays cards"
    COMPLETES_MELD = "completes a meld"
    GETS_JOKER = "gets a joker"
    HOLDS_MELDS = "keeps melds in hand"
    NOTHING_TO_TAKE = "useless discard"
    LEAST_USEFUL = "least useful card"
    NOT_NEEDED_NEXT = "not needed by the next player"
    MOST_POINTS = "most points"
    OVERLOOKED = "overlooked play"
    ENDLESS_DEAL = "endless deal"
    ONLY_MOVE = "only move"


class Reason(Struct, frozen=True):
    """A fact that speaks for a move, and the cards that it is about, without the numbers of copies.

    - For a discard that is taken, what is laid or made with it; for a useless one, that card.
    - For the least useful card, what is worth keeping instead: `count` hidden cards would make a meld of that.
    """

    fact: Fact
    cards: tuple[str, ...] = ()
    count: int = 0


class Choice(Struct, frozen=True):
    """A move, and what speaks for it, the most important first."""

    move: SeatMove
    reasons: tuple[Reason, ...]


_COPY = re.compile(r"'+|(?<=JK)\d+")


def reason(fact: Fact, cards: Iterable[Card] = (), count: int = 0) -> Reason:
    """Return the fact about these cards."""
    return Reason(fact, tuple(_COPY.sub("", card) for card in cards), count)


def by_face(move: SeatMove) -> str:
    """Return the written form without the numbers of copies. Ties are decided by it: no message tells copies apart."""
    return _COPY.sub("", str(move))


def number_for(below: int, seed: str, deal: DealView, purpose: str) -> int:
    """Return a number from 0 to `below` - 1 for this purpose (ASCII). It stays the same for the whole turn."""
    hashed = hashlib.sha256(seed.encode("utf-8", "surrogatepass")).hexdigest()
    return number_from_seed(below, hashed, f"{purpose} {deal.number} {deal.turn_number}")
