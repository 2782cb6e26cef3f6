"""Cards as a log writes them, and what they count: 10H, its duplicate 10H', a joker JK1, and one that is an 8C JK1=8C."""

from collections.abc import Iterable
from functools import cache
from typing import Any

Answers = dict[str, Any]
"""A variant as a log has it: the answer to each question."""

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NUMERALS = ("I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "VIIII", "X", "XI", "XII", "XIII", "XIIII", "XV")
"""The numbers of the Cuccù deck."""
KING = 13


def physical(card: str) -> str:
    """Return the card itself, without what it stands for."""
    return card.partition("=")[0]


def is_joker(card: str) -> bool:
    return card.startswith("JK")


@cache
def face(card: str) -> str:
    """Return what a card shows, or a joker stands for: the same for a card and its duplicate, and for all jokers in hand."""
    return "JK" if is_joker(card) and "=" not in card else (card.partition("=")[2] or card).rstrip("'")


@cache
def rank(card: str) -> int:
    """Return the number of the rank, ace 1, of a card or of what a joker stands for; 0 for a figure without a number."""
    shown = face(card)
    if shown in NUMERALS:
        return NUMERALS.index(shown) + 1
    return RANKS.index(shown[:-1]) + 1 if shown[:-1] in RANKS else 0


@cache
def suit(card: str) -> str:
    return face(card)[-1]


class Values:
    """What cards count, by the answers of a variant."""

    def __init__(self, answers: Answers) -> None:
        usual = {"low": 1, "high": 10}.get(answers["ace"], 15)
        self.ace: int = usual if answers["ace_points"] == "auto" else answers["ace_points"]
        self.court: int = answers["court_points"]
        self.joker: int = answers["joker_points"]
        self.figure: int = answers["figure_points"]
        self.is_cuccu = answers["deck"] == "cuccu40"
        self.is_stages = answers["contracts"] == "stages"

    def of(self, card: str) -> int:
        if is_joker(card):
            return self.joker
        number = rank(card)
        if self.is_cuccu:
            return number or self.figure
        if self.is_stages:
            return 25 if number == KING else 10 if number >= 10 else 5
        return self.ace if number == 1 else self.court if number > 10 else number

    def total(self, cards: Iterable[str]) -> int:
        return sum(map(self.of, cards))
