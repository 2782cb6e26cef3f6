"""What all computer players share: their levels, the order of equal moves, and chance.

Chance comes from a seed that is any text: the same on every machine, and another for each turn of a match.
"""

import hashlib
import re
from enum import StrEnum

from bot.rummy.cards import Card, number_from_seed
from bot.rummy.moves import SeatMove
from bot.rummy.view import DealView


class Level(StrEnum):
    """How well a computer player plays."""

    EASY = "easy"
    NORMAL = "normal"


_COPY = re.compile(r"'+|(?<=JK)\d+")


def by_face(written: SeatMove | Card) -> str:
    """Return the written form without the numbers of copies. Ties are decided by it: no message tells copies apart."""
    return _COPY.sub("", str(written))


def number_for(below: int, seed: str, deal: DealView, purpose: str) -> int:
    """Return a number from 0 to `below` - 1 for this purpose (ASCII). It stays the same for the whole turn."""
    hashed = hashlib.sha256(seed.encode("utf-8", "surrogatepass")).hexdigest()
    return number_from_seed(below, hashed, f"{purpose} {deal.number} {deal.turn_number}")
