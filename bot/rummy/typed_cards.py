"""Cards as people type them, and which cards of a hand they mean: `7h, 8♥ ♥9`, `qs`, `7h8h9h`, `salta`, `13`, `jk=8c`."""

import re
from collections.abc import Iterator, Sequence

from bot.rummy.deck.cards import FIGURE_NAMES, JOKER, NUMERALS, Card, Face, declare_joker, face, meld_face, physical_card
from bot.rummy.refusals import CardNotUnderstood, CardsMissing, IllegalMove

_SUIT_WORDS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "❤": "H", "♠": "S", "♤": "S"}
_RANK_WORDS = {"1": "A", "11": "J", "12": "Q", "13": "K", "T": "10"}
_SYMBOL = f"[{''.join(_SUIT_WORDS)}]"
_RANK = "10|11|12|13|[A1-9TJQK]"
_VARIATION = re.compile("[\ufe0e\ufe0f\N{WORD JOINER}]")  # characters that make ♥ an emoji or keep 🃏= on one line
_COPY_MARKS = "(?P<copy>'*)"
_FRENCH = rf"((?P<rank>{_RANK})(?P<suit>[CDHS]|{_SYMBOL})|(?P<suit2>{_SYMBOL})(?P<rank2>{_RANK}))"
_FRENCH_CARD = re.compile(_FRENCH + _COPY_MARKS)
_JOKER_WORD = re.compile(r"(?:JOKER|JK|\N{PLAYING CARD BLACK JOKER})(?P<number>[1-9]\d?)?(?:=(?P<stands>.+))?")
_CUCCU_WORDS = (
    {name.upper(): numeral for numeral, name in FIGURE_NAMES.items()}
    | {str(number): numeral for number, numeral in enumerate(NUMERALS, start=1)}
    | {numeral: numeral for numeral in NUMERALS}
    | {"IV": "IIII", "IX": "VIIII", "XIV": "XIIII"}
)
_NAMED = "|".join(rf"\b{numeral}(?='*\s+{name}\b)" for numeral, name in FIGURE_NAMES.items() if numeral in NUMERALS)
_NUMERAL_AND_NAME = re.compile(rf"((?:{_NAMED})'*)\s+\w+", re.IGNORECASE)  # as messages show it: one card


def read_cards(text: str, deck: str = "french52") -> tuple[Card, ...]:
    """Return the cards that a person typed or copied from a message, in their order. A joker without a number is `JK`.

    Raise IllegalMove(CardNotUnderstood) with the word that isn't a card, or IllegalMove(CardsMissing) if there is no word.
    """
    cards: list[Card] = []
    plain = _plain(text)
    for word in re.split(r"[\s,;+\N{MIDDLE DOT}]+", plain if deck == "french52" else _NUMERAL_AND_NAME.sub(r"\1", plain)):
        cards.extend(_read_word(word, deck) if word else ())
    if not cards:
        raise IllegalMove(CardsMissing())
    return tuple(cards)


def read_card(text: str, deck: str = "french52") -> Card:
    """Return the one card that a person typed. Raise IllegalMove as `read_cards` does, and if there are several cards."""
    cards = read_cards(text, deck)
    if len(cards) != 1:
        raise IllegalMove(CardNotUnderstood(text.strip(), deck))
    return cards[0]


def pick_from_hand(typed: tuple[Card, ...], hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return the typed cards as cards of the hand: `7H 7H` are two different copies, and `JK` is the first joker.

    Of several copies the first in the hand is picked. A card that isn't in the hand stays as typed.
    """
    free: dict[Face, list[Card]] = {}
    for card in hand:
        free.setdefault(face(card), []).append(card)
    cards: list[Card] = []
    for card in typed:
        chosen, copies = physical_card(card), free.get(face(card), [])
        if copies:
            exact = chosen in copies and str(chosen) != face(card)
            chosen = copies.pop(copies.index(chosen) if exact else 0)
        cards.append(declare_joker(chosen, meld_face(card)) if "=" in card else chosen)
    return tuple(cards)


def _plain(text: str) -> str:
    """Return the text with one form of apostrophe, single spaces, and none around `=`."""
    words = _VARIATION.sub("", text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")).split()
    return re.sub(" ?= ?", "=", " ".join(words))


def _read_word(word: str, deck: str) -> Iterator[Card]:
    joker = _JOKER_WORD.fullmatch(word.upper())
    return _read_naturals(word, deck) if joker is None else iter((_read_joker(word, joker, deck),))


def _read_joker(word: str, found: re.Match[str], deck: str) -> Card:
    joker = f"{JOKER}{found['number'] or ''}"
    if found["stands"] is None:
        return Card(joker)
    stands = tuple(_read_naturals(word.partition("=")[2], deck))
    if len(stands) != 1:
        raise IllegalMove(CardNotUnderstood(word, deck))
    return Card(f"{joker}={meld_face(stands[0])}")


def _read_naturals(word: str, deck: str) -> Iterator[Card]:
    """Yield the cards of a word without jokers."""
    upper = word.upper()
    if deck == "french52":
        yield from _read_french(word, upper)
        return
    name = upper.rstrip("'")
    if name not in _CUCCU_WORDS:
        raise IllegalMove(CardNotUnderstood(word, deck))
    yield Card(_CUCCU_WORDS[name] + upper[len(name) :])


def _read_french(word: str, upper: str) -> Iterator[Card]:
    at = 0
    while at < len(upper):
        found = _FRENCH_CARD.match(upper, at)
        if found is None:
            raise IllegalMove(CardNotUnderstood(word))
        rank, suit = found["rank"] or found["rank2"], found["suit"] or found["suit2"]
        yield Card(_RANK_WORDS.get(rank, rank) + _SUIT_WORDS.get(suit, suit) + found["copy"])
        at = found.end()
