"""Cards and their written forms: `7H`, `10H`, `QS`, `XIII`, `MATTO`, `JK1` for a joker, and `7H'` for a duplicate of `7H`.

A card *is* its written form, so it prints, hashes, sorts into a log and goes to the database without a codec, and two copies
of one face are different cards. A joker on the table is written with the card that it stands for: `JK1=8C`.

The order of cards comes from a 32-byte seed, so that anyone can check it. The stream is SHA-256(seed ‖ purpose ‖ counter) for
counter = 0, 1, 2 … as 4 bytes big-endian, with the purpose in ASCII. Its digests, one after the other, are read as 16-bit
big-endian words. A number below n is the next word w with w < 65536 - 65536 mod n, taken mod n (other words are skipped). The
shuffle is Fisher-Yates from the last place down: for i = len-1 … 1 swap places i and below(i + 1). The purposes are `seating`,
`dealer`, `deal`, and, with the deal's own seed, `recycle 1`, `recycle 2` …
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from struct import unpack
from typing import NewType, TypeVar

Card = NewType("Card", str)
"""A card, or a joker with the card that it stands for."""

Face = NewType("Face", str)
"""The face that is printed on a card, the same for its duplicates; `JK` for every joker."""

SUITS = "CDHS"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COURT = frozenset("JQK")
FRENCH52: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)

NUMERALS = ("I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "VIIII", "X", "XI", "XII", "XIII", "XIIII", "XV")
UNNUMBERED = ("NULLA", "SECCHIA", "MASCHERONE", "LEONE", "MATTO")
CUCCU20: tuple[Card, ...] = tuple(map(Card, NUMERALS + UNNUMBERED))
FIGURE_NAMES = {"XI": "Locanda", "XII": "Gnao", "XIII": "Salta", "XIIII": "Bragon", "XV": "Cucco"} | {
    name: name.capitalize() for name in UNNUMBERED
}
"""The names of the Cuccù deck's figures (RULES 6); the ten low cards have none."""

JOKER = Face("JK")
MOST_COPIES = {"french52": 4, "cuccu40": 8}

DECK_FACES: dict[str, frozenset[str]] = {"french52": frozenset(FRENCH52), "cuccu40": frozenset(CUCCU20)}
FIGURES = frozenset(FIGURE_NAMES) | {card for card in FRENCH52 if card[:-1] in COURT}

KIND_OF: dict[str, int] = {**{card: RANKS.index(card[:-1]) for card in FRENCH52}, **{face: n for n, face in enumerate(CUCCU20)}}
"""The rank or figure of a face, as a number within its deck."""
RANK_OF: dict[str, int] = {face: kind for face, kind in KIND_OF.items() if face not in UNNUMBERED}
"""The place of a numbered face in runs, from 0; the others are in no run (RULES 5.20)."""
SUIT_OF: dict[str, int] = {**{card: SUITS.index(card[-1]) for card in FRENCH52}, **dict.fromkeys(CUCCU20, 0)}
SORT_PLACE: dict[str, int] = {face: place for place, face in enumerate((*FRENCH52, *CUCCU20, JOKER))}
"""The place of a face in a sorted hand."""


@lru_cache(maxsize=64)
def deck_of(deck: str, packs: int, jokers: int) -> tuple[Card, ...]:
    """Return all cards of this number of packs and jokers: pack after pack, then the jokers. `cuccu40` has every card twice."""
    faces, copies = (FRENCH52, packs) if deck == "french52" else (CUCCU20, 2 * packs)
    naturals = [Card(card + "'" * copy) for copy in range(copies) for card in faces]
    return (*naturals, *(Card(f"{JOKER}{number}") for number in range(1, jokers + 1)))


FACE_OF = {Card(each + "'" * copy): Face(each) for each in (*FRENCH52, *CUCCU20) for copy in range(max(MOST_COPIES.values()))}
"""The printed face of each card; of jokers up to the twelfth, and of one without a number."""
FACE_OF |= {Card(f"{JOKER}{number or ''}"): JOKER for number in range(13)}


def face(card: Card) -> Face:
    """Return the face that is printed on the card: `7H` for `7H'`, `JK` for any joker."""
    return FACE_OF.get(card) or (JOKER if is_joker(card) else Face(card.rstrip("'")))


def is_joker(card: Card) -> bool:
    return card.startswith(JOKER)


def physical_card(card: Card) -> Card:
    """Return the card as it is in a hand: `JK1` for `JK1=8C`."""
    return card if card in FACE_OF else Card(card.partition("=")[0])


@lru_cache(maxsize=4096)
def meld_face(card: Card) -> Face:
    """Return the face that the card is in a meld: `8C` for `JK1=8C`, and `JK` for a joker that stands for nothing yet."""
    return Face(card.partition("=")[2]) or face(card)


@lru_cache(maxsize=4096)
def declare_joker(joker: Card, what: str) -> Card:
    """Return the joker with the face that it stands for: `JK1=8C`."""
    return Card(f"{physical_card(joker)}={what}")


_PLACES = {card: place for place, card in enumerate(sorted(FACE_OF, key=lambda card: (SORT_PLACE[FACE_OF[card]], card)))}


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards sorted: clubs, diamonds, hearts, spades, each from ace to king; Cuccù from I to Matto; jokers last."""
    return tuple(sorted(cards, key=_PLACES.__getitem__))


T = TypeVar("T")


@lru_cache(maxsize=64)
def commitment(seed: str) -> str:
    """Return the SHA-256, in hex, of the seed (64 hex digits). It is announced before the first card is shown."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def shuffle(things: Sequence[T], seed: str, purpose: str) -> tuple[T, ...]:
    """Return the things in the order that seed (64 hex digits) and purpose give; it is the same on every machine and Python."""
    words, order = _words(bytes.fromhex(seed), purpose.encode("ascii")), list(things)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def number_from_seed(below: int, seed: str, purpose: str) -> int:
    """Return a number from 0 to `below` - 1 that seed (64 hex digits) and purpose give."""
    return _below(below, _words(bytes.fromhex(seed), purpose.encode("ascii")))


def _below(limit: int, words: Iterator[int]) -> int:
    fair, word = 65536 - 65536 % limit, next(words)
    while word >= fair:
        word = next(words)
    return word % limit


def _words(seed: bytes, purpose: bytes) -> Iterator[int]:
    counter = 0
    while True:
        yield from unpack(">16H", hashlib.sha256(seed + purpose + counter.to_bytes(4, "big")).digest())
        counter += 1
