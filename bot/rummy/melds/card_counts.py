"""The cards of a hand counted in one number: a field of bits for each face, with a guard bit above it.

If a subtraction of cards leaves every guard bit set, the hand holds those cards: one subtraction checks all faces.
"""

from collections.abc import Iterator
from functools import lru_cache

from bot.rummy.deck.cards import CUCCU20, FIGURES, FRENCH52, KIND_OF, MOST_COPIES, Face

FIELD, SLOTS = 5, len(FRENCH52)
DECK_FACES_IN_ORDER: dict[str, tuple[Face, ...]] = {
    "french52": tuple(map(Face, FRENCH52)),
    "cuccu40": tuple(map(Face, CUCCU20)),
}
_COPIES = {
    each + "'" * copy: at
    for faces in DECK_FACES_IN_ORDER.values()
    for at, each in enumerate(faces)
    for copy in range(max(MOST_COPIES.values()))
}
COUNT_OF: dict[str, int] = {card: 1 << FIELD * at for card, at in _COPIES.items()}
"""The count of one card."""
BIT_OF: dict[str, int] = {card: 1 << at for card, at in _COPIES.items()}
"""The bit of a card in a mask of faces: 13 bits for each suit from ace to king, or 20 from I to Matto."""
FIRST_COPY_BIT: dict[str, int] = {each: BIT_OF[each] for faces in DECK_FACES_IN_ORDER.values() for each in faces}
"""The bits of the first copies alone."""
NATURAL_FACE: dict[str, Face] = {card: Face(card.rstrip("'")) for card in _COPIES}
SUIT_MASKS = tuple(sum(BIT_OF[each] for each in FRENCH52[at : at + 13]) for at in range(0, 52, 13))
KIND_MASKS: dict[str, tuple[int, ...]] = {
    deck: tuple(
        sum(BIT_OF[each] for each in faces if KIND_OF[each] == kind) for kind in sorted({KIND_OF[each] for each in faces})
    )
    for deck, faces in DECK_FACES_IN_ORDER.items()
}
FIGURE_MASKS = {deck: sum(BIT_OF[each] for each in faces if each in FIGURES) for deck, faces in DECK_FACES_IN_ORDER.items()}


@lru_cache(maxsize=32)
def guard_bits(melds: int) -> int:
    """Return the guard bits above every face and above every meld on the table."""
    fields = SLOTS + melds
    return sum(1 << FIELD * field - 1 for field in range(1, fields + 1))


def first_counted(count: int) -> int:
    """Return the count of one card of the first face that the hand holds."""
    return 1 << ((count & -count).bit_length() - 1) // FIELD * FIELD


def faces_in_mask(mask: int, deck: str) -> tuple[Face, ...]:
    return tuple(each for at, each in enumerate(DECK_FACES_IN_ORDER[deck]) if mask >> at & 1)


def suits_with_runs(mask: int, size: int) -> Iterator[int]:
    """Yield each suit's faces if three are in a row (the ace below the two or above the king), so that it may have a run."""
    for suit in SUIT_MASKS:
        held = mask & suit
        row = held | held << 13
        if row & row >> 1 & row >> 2 and held.bit_count() >= size:
            yield held


def same_kind_masks(mask: int, deck: str, least: int) -> Iterator[int]:
    """Yield the faces of each rank or figure of which the mask has at least `least`."""
    if deck == "french52" and least > 2:
        suit, one, two, three, four = SUIT_MASKS[0], mask, mask >> 13, mask >> 26, mask >> 39
        ranks = (one & two & (three | four) | three & four & (one | two)) & suit
        while ranks:
            rank = (ranks & -ranks).bit_length() - 1
            ranks &= ranks - 1
            if least == 3 or (mask & KIND_MASKS[deck][rank]).bit_count() >= least:
                yield mask & KIND_MASKS[deck][rank]
        return
    for kind in KIND_MASKS[deck]:
        if (mask & kind).bit_count() >= least:
            yield mask & kind
