"""Cards as numbers, and hands as masks with a bit for each card; the written form is one look-up away.

A card's number is the place of its face in the deck, and for each copy before it as many more as the deck has faces. Jokers
come after all copies. The rules look at a hand as if each card were the lowest copy: then the lowest bits are its faces, and a
second copy is a bit one deck above the first. Which cards are wild is a mask, too.
"""

from collections.abc import Iterable, Iterator

from bot.rummy.cards import CUCCU20, FACE_OF, FIGURES, FRENCH52, JOKER, KIND_OF, MOST_COPIES, RANK_OF, SUIT_OF, Card, Face

FACES: dict[str, tuple[Face, ...]] = {"french52": tuple(map(Face, FRENCH52)), "cuccu40": tuple(map(Face, CUCCU20))}
"""The faces of each deck by their numbers: 13 of each suit from ace to king, or 20 from I to Matto."""
NUMBER_OF: dict[str, dict[str, int]] = {
    deck: {each + "'" * copy: at for copy in range(MOST_COPIES[deck]) for at, each in enumerate(faces)}
    for deck, faces in FACES.items()
}
"""The number of the face of each natural card, whichever copy it is."""
RANKS_OF = {deck: tuple(RANK_OF.get(each, -1) for each in faces) for deck, faces in FACES.items()}
"""The rank of each face by its number; -1 of those that are in no run."""
KINDS_OF = {deck: tuple(KIND_OF[each] for each in faces) for deck, faces in FACES.items()}
SUITS_OF = {deck: tuple(SUIT_OF[each] for each in faces) for deck, faces in FACES.items()}
OF_KIND: dict[str, tuple[tuple[int, ...], ...]] = {
    deck: tuple(tuple(at for at, each in enumerate(kinds) if each == kind) for kind in sorted(set(kinds)))
    for deck, kinds in KINDS_OF.items()
}
"""The faces of each rank or figure. The kind of a numbered face is its rank."""

_COPIES = {deck: range(0, MOST_COPIES[deck] * len(faces), len(faces)) for deck, faces in FACES.items()}
_FIRST_JOKER = max(copies.stop for copies in _COPIES.values())
BIT: dict[str, int] = {
    card: 1 << at + len(FACES[deck]) * card.count("'") for deck, numbers in NUMBER_OF.items() for card, at in numbers.items()
} | {card: 1 << _FIRST_JOKER + int(card[2:] or 1) - 1 for card, each in FACE_OF.items() if each == JOKER}
"""The bit of each card; a joker without a number has that of the first."""


def mask_of_cards(cards: Iterable[Card]) -> int:
    return sum(map(BIT.__getitem__, cards))


def mask_of(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def numbers_in(mask: int) -> Iterator[int]:
    """Yield the numbers in the mask, from the lowest."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


NATURALS, JOKERS = (1 << _FIRST_JOKER) - 1, sum({bit for bit in BIT.values() if bit >> _FIRST_JOKER})
SAME_FACE: dict[str, int] = {
    card: mask_of(at + before for before in _COPIES[deck])
    for deck, numbers in NUMBER_OF.items()
    for card, at in numbers.items()
} | {card: JOKERS for card, bit in BIT.items() if bit & JOKERS}
"""The mask of all copies of each card."""
FACE_MASKS = {deck: (1 << len(faces)) - 1 for deck, faces in FACES.items()}
SUIT_MASKS = tuple(mask_of(range(at, at + 13)) for at in range(0, 52, 13))
ACES, LOWEST_OF_THREE = mask_of(range(0, 52, 13)), mask_of(number for number in range(52) if number % 13 < 11)
"""The aces, and the faces above which there are two more of their suit."""
KIND_MASKS = {
    deck: tuple(mask_of(at + before for at in kind for before in _COPIES[deck]) for kind in kinds)
    for deck, kinds in OF_KIND.items()
}
"""All cards of each rank or figure."""
FIGURE_MASKS = {deck: mask_of(at for at, each in enumerate(faces) if each in FIGURES) for deck, faces in FACES.items()}


def lowest_copies(mask: int, deck: str) -> int:
    """Return the mask with each natural card as the lowest copy that it can be."""
    size = len(FACES[deck])
    while moved := mask >> size & ~mask:
        mask ^= moved | moved << size
    return mask
