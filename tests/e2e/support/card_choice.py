"""Rough values of cards, by which players choose a discard."""

from collections.abc import Iterable

from bot.rummy.cards import CUCCU20, FIGURE_NAMES, NUMERALS, RANKS


def card_value(card: str) -> int:
    """Return roughly how many points a card counts."""
    face = card.rstrip("'")
    if face in CUCCU20:
        return NUMERALS.index(face) + 1 if face in NUMERALS else 10
    return {"A": 1, "J": 10, "Q": 10, "K": 10, "JK": 15}.get(face[:-1]) or int(face[:-1])


def possible_neighbours(card: str, others: Iterable[str]) -> int:
    """Return the number of other cards that this one might share a meld with; 100 for a joker."""
    if card.startswith("JK"):
        return 100
    return sum(_may_meld(card.rstrip("'"), other.rstrip("'")) for other in others if other != card)


def _may_meld(card: str, other: str) -> bool:
    if card == other or other.startswith("JK"):
        return False
    ranks = NUMERALS if card in CUCCU20 else RANKS
    rank, near = (card, other) if card in CUCCU20 else (card[:-1], other[:-1])
    if rank in ranks and near in ranks and abs(ranks.index(rank) - ranks.index(near)) < 3:
        return card in CUCCU20 or rank == near or card[-1] == other[-1]
    return card in FIGURE_NAMES and other in FIGURE_NAMES
