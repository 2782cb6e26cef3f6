"""Chance from a seed that is any text: the same on every machine, and another for each turn of a match."""

import hashlib

from bot.rummy.cards import number_from_seed
from bot.rummy.view import DealView


def number_for(below: int, seed: str, deal: DealView, purpose: str) -> int:
    """Return a number from 0 to `below` - 1 for this purpose (ASCII). It stays the same for the whole turn."""
    hashed = hashlib.sha256(seed.encode("utf-8", "surrogatepass")).hexdigest()
    return number_from_seed(below, hashed, f"{purpose} {deal.number} {deal.turn_number}")
