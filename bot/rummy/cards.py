"""What a card is and how it is written: `7H`, `10H`, `QS`, and `7H'` for its twin from a second pack.

A card *is* its written form, so it prints, hashes, sorts into a log and travels to the database without a codec, and
two copies of one face are different cards.
"""

import re
from collections.abc import Iterable
from typing import NewType

from bot.rummy.refusals import CardNotUnderstood, CardsMissing, IllegalMove

Card = NewType("Card", str)

SUITS = "CDHS"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COURT = frozenset("JQK")

FRENCH52: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)

RANK_OF: dict[Card, int] = {card: RANKS.index(card[:-1]) for card in FRENCH52}
SUIT_OF: dict[Card, int] = {card: SUITS.index(card[-1]) for card in FRENCH52}
_PLACE: dict[Card, int] = {card: place for place, card in enumerate(FRENCH52)}

_SUIT_WORDS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "❤": "H", "♠": "S", "♤": "S"}
_RANK_WORDS = {"1": "A", "11": "J", "12": "Q", "13": "K", "T": "10"}
_SYMBOL = f"[{''.join(_SUIT_WORDS)}]"
_RANK = "10|11|12|13|[A1-9TJQK]"
_VARIATION = re.compile("[\ufe0e\ufe0f]")  # what makes ♥ an emoji or a letter
_ONE_CARD = re.compile(rf"(?P<rank>{_RANK})(?P<suit>[CDHS]|{_SYMBOL})|(?P<suit2>{_SYMBOL})(?P<rank2>{_RANK})")


def face(card: Card) -> str:
    """What is printed on the card, the same for twins: `7H` for `7H'`."""
    return card.rstrip("'")


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Clubs, diamonds, hearts, spades, each from ace to king: the order in which hands are shown."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def read_cards(text: str) -> tuple[Card, ...]:
    """The cards that a person typed, in his order: `7h, 8♥ ♥9`, `qs`, `7h8h9h`, also with emoji variants of the suits.

    Raises IllegalMove(CardNotUnderstood) with the word that is no card, IllegalMove(CardsMissing) where there is none.
    """
    cards: list[Card] = []
    for word in re.split(r"[\s,;+]+", _VARIATION.sub("", text).strip()):
        cards.extend(_read_word(word) if word else ())
    if not cards:
        raise IllegalMove(CardsMissing())
    return tuple(cards)


def read_card(text: str) -> Card:
    """The one card that a person typed. Raises as `read_cards`, and for more than one card."""
    cards = read_cards(text)
    if len(cards) != 1:
        raise IllegalMove(CardNotUnderstood(text.strip()))
    return cards[0]


def _read_word(word: str) -> Iterable[Card]:
    upper, at = word.upper(), 0
    while at < len(upper):
        found = _ONE_CARD.match(upper, at)
        if found is None:
            raise IllegalMove(CardNotUnderstood(word))
        rank, suit = found["rank"] or found["rank2"], found["suit"] or found["suit2"]
        yield Card(_RANK_WORDS.get(rank, rank) + _SUIT_WORDS.get(suit, suit))
        at = found.end()
