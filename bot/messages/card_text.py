"""Cards as text, the same in every language."""

from collections.abc import Iterable
from functools import lru_cache

from bot.messages.text import DOT, NO_BREAK_SPACE
from bot.rummy.cards import CUCCU20, FIGURE_NAMES, JOKER, UNNUMBERED

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
JOKER_SIGN = "\N{PLAYING CARD BLACK JOKER}"
WORD_JOINER = "\N{WORD JOINER}"
_CUCCU = frozenset(CUCCU20)


@lru_cache(maxsize=2048)
def card_text(card: str) -> str:
    """Return `7♥`, `🃏=8♣` or `XIII Salta`, readable without pictures or colour. Duplicates look the same."""
    if card.startswith(JOKER):
        stands = card.partition("=")[2]
        return f"{JOKER_SIGN}{WORD_JOINER}={card_text(stands)}" if stands else JOKER_SIGN
    face = card.rstrip("'")
    if face in _CUCCU:
        name = FIGURE_NAMES.get(face, "")
        return name if face in UNNUMBERED else f"{face}{NO_BREAK_SPACE}{name}" if name else face
    return face[:-1] + SUIT_SIGNS.get(face[-1:], face[-1:])


def card_separator(cards: Iterable[str]) -> str:
    """Return what is written between the cards of a row."""
    return DOT if any(map(is_cuccu_card, cards)) else " "


def is_cuccu_card(card: str) -> bool:
    """Return whether the card, or the card that a joker stands for, belongs to the Cuccù deck."""
    return card.rpartition("=")[2].rstrip("'") in _CUCCU
