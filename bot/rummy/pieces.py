"""Pieces: the natural cards of a meld or a lay-off, with the number of jokers beside them.

What the jokers stand for is left open, so there are few pieces even where there are many melds. The cards of a hand are counted
in one number: a field of bits for each face, with a guard bit above it. If a subtraction of cards leaves every guard bit set,
the hand holds those cards: one subtraction checks all faces.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice

from msgspec import Struct

from bot.rummy.cards import (
    CUCCU20,
    FIGURES,
    FRENCH52,
    KIND_OF,
    MOST_COPIES,
    RANK_OF,
    SUIT_OF,
    Card,
    Face,
    face,
    is_joker,
    meld_face,
)
from bot.rummy.events import MeldKind
from bot.rummy.match import TableMeld
from bot.rummy.melds import Faces, faces_of_kind, rank_line
from bot.rummy.variant import MeldRules, Variant

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


MOST_RUNS = 20_000
"""The most beginnings of runs that are looked at. Many jokers and runs of any suits can make millions in a hand of twenty."""


class Piece(Struct, frozen=True):
    """A piece. `takes` is its part of the hand's count; `number` is the meld on the table that it is laid off on, or 0."""

    kind: MeldKind
    faces: Faces
    jokers: int
    takes: int
    number: int = 0


def pieces_in(naturals: Sequence[Card], jokers: int, rules: MeldRules, most: int) -> list[Piece]:
    """Return the pieces that these cards and jokers make. Not all that could be split into two melds are among them.

    `most` limits the beginnings of runs that are looked at, and the pieces of each kind.
    """
    mask = 0
    for card in naturals:
        mask |= BIT_OF[card]
    found: list[Piece] = []
    if rules.deck != "french52" or not rules.run_suited:
        found += _run_pieces(mask, jokers, rules, most)
    elif jokers:
        for suit in SUIT_MASKS:
            if mask & suit:
                found += _run_pieces(mask & suit, jokers, rules, most)
    else:
        for held in suits_with_runs(mask, rules.run_size):
            found += _run_pieces(held, 0, rules, most)
    if rules.set_kind == "distinct_figures":
        found += _set_pieces(mask & FIGURE_MASKS[rules.deck], jokers, rules, most)
    elif rules.set_unique:
        for held in same_kind_masks(mask, rules.deck, max(1, rules.set_size[0] - jokers)):
            found += _set_pieces(held, jokers, rules, most)
    else:
        for kind in KIND_MASKS[rules.deck]:
            duplicates = tuple(sorted(NATURAL_FACE[card] for card in naturals if BIT_OF[card] & kind))
            found += _set_pieces_of(duplicates, jokers, rules, most)
    return found


@lru_cache(maxsize=4096)
def _run_pieces(held: int, jokers: int, rules: MeldRules, most: int) -> tuple[Piece, ...]:
    fewest: dict[Faces, int] = {}
    for faces, needed in natural_runs(faces_in_mask(held, rules.deck), jokers, rules, _longest_run(jokers, rules), most):
        if needed or len(faces) < rules.run_size + max(rules.run_size, rules.min_naturals) or rules.run_suited:
            fewest[faces] = min(needed, fewest.get(faces, needed))
    longest = len(set(rank_line(rules.deck, rules.ace)))
    return tuple(islice(_with_jokers(MeldKind.RUN, fewest, jokers, longest, rules), most))


def _longest_run(jokers: int, rules: MeldRules) -> int:
    """Return the longest useful run: a longer one can be split into two valid runs.

    The length is counted from the first natural card to the last.
    """
    if not jokers or rules.min_naturals == 1:
        return 2 * rules.run_size - 1 if jokers > 2 or not rules.run_suited else 15
    return 2 * max(rules.run_size, rules.min_naturals + jokers) - 1


@lru_cache(maxsize=4096)
def _set_pieces(held: int, jokers: int, rules: MeldRules, most: int) -> tuple[Piece, ...]:
    return _set_pieces_of(faces_in_mask(held, rules.deck), jokers, rules, most)


@lru_cache(maxsize=1024)
def _set_pieces_of(faces: Faces, jokers: int, rules: MeldRules, most: int) -> tuple[Piece, ...]:
    if not faces:
        return ()
    splits = not jokers or rules.min_naturals <= rules.set_size[0]
    fewest = dict(natural_sets(faces, jokers, rules, 2 * rules.set_size[0] - 1 if splits else rules.set_size[1]))
    return tuple(islice(_with_jokers(MeldKind.SET, fewest, jokers, largest_set(faces[0], rules), rules), most))


def _with_jokers(kind: MeldKind, fewest: dict[Faces, int], jokers: int, most: int, rules: MeldRules) -> Iterator[Piece]:
    """Yield the pieces of these natural cards with the jokers that they need, and with more."""
    return (
        Piece(kind, faces, more, sum(map(COUNT_OF.__getitem__, faces)))
        for faces, needed in sorted(fewest.items(), key=lambda found: -len(found[0]))
        for more in range(needed, max(needed, min(jokers, most - len(faces)) if len(faces) >= rules.min_naturals else 0) + 1)
    )


def natural_runs(faces: Faces, jokers: int, rules: MeldRules, longest: int, most: int) -> Iterator[tuple[Faces, int]]:
    """Yield the natural cards of each run, and the fewest jokers that it needs. The same cards may come twice.

    Those with the fewest gaps come first; after `most` beginnings of runs it stops. Where runs are of one suit, so are the
    faces. No run is longer than `longest` from its first natural card to its last.
    """
    of_rank: dict[int, list[Face]] = {}
    for each in faces:
        of_rank.setdefault(RANK_OF.get(each, -1), []).append(each)
    line = rank_line(rules.deck, rules.ace)
    ranks, looks = len(set(line)), 0
    with_gaps: list[list[tuple[int, int, Faces]]] = [[] for _ in range(jokers + 1)]
    for start in reversed(range(len(line) if rules.ace == "high_or_low" else ranks)):
        for each in reversed(of_rank.get(line[start], ())):
            with_gaps[0].append((start + 1, min(len(line), start + min(longest, ranks)), (each,)))
    for gaps, begun in enumerate(with_gaps):
        while begun:
            looks += 1
            if looks > most:
                return
            at, end, chosen = begun.pop()
            needed = max(gaps, rules.run_size - len(chosen))
            if needed <= jokers and (not needed or len(chosen) >= rules.min_naturals):
                yield chosen, needed
            for place in reversed(range(at, min(end, at + jokers - gaps + 1))):
                for each in reversed(of_rank.get(line[place], ())):
                    with_gaps[gaps + place - at].append((place + 1, end, (*chosen, each)))


def natural_sets(faces: Faces, jokers: int, rules: MeldRules, longest: int) -> Iterator[tuple[Faces, int]]:
    """Yield the natural cards of each set, and the fewest jokers that it needs.

    The faces are of one rank, or all figures, with duplicates where a set may have them. No set has more than `longest` cards.
    """
    most = largest_set(faces[0], rules)
    for size in range(min(len(faces), most, longest), 0, -1):
        needed = max(0, rules.set_size[0] - size)
        if needed <= min(jokers, most - size) and (not needed or size >= rules.min_naturals):
            for chosen in dict.fromkeys(combinations(faces, size)):
                if rules.set_kind == "same_rank" or len({KIND_OF[each] for each in chosen}) == size:
                    yield chosen, needed


def largest_set(of: Face, rules: MeldRules) -> int:
    """Return the number of cards of the largest set with this face."""
    if rules.set_kind == "distinct_figures":
        return min(rules.set_size[1], len({KIND_OF[each] for each in DECK_FACES_IN_ORDER[rules.deck] if each in FIGURES}))
    return min(rules.set_size[1], len(faces_of_kind(rules.deck, KIND_OF[of]))) if rules.set_unique else rules.set_size[1]


def lay_off_pieces(
    table: Sequence[TableMeld], numbers: Collection[int], naturals: Sequence[Card], jokers: int, variant: Variant, most: int
) -> Iterator[Piece]:
    """Yield every piece of these cards and jokers that a meld on the table takes, if its number, from 1, is given.

    `most` limits the choices of cards that are looked at; each meld gets an equal share.
    """
    for number in numbers:
        share = most // len(numbers)
        yield from islice(_pieces_on(table[number - 1], number, naturals, jokers, variant, share), share)


def _pieces_on(
    on: TableMeld, number: int, naturals: Sequence[Card], jokers: int, variant: Variant, most: int
) -> Iterator[Piece]:
    rules = variant.meld_rules
    lying = tuple(map(meld_face, on.cards))
    wild, grown = sum(map(is_joker, on.cards)), len(on.cards) - sum(map(is_joker, on.cards))
    room = (largest_set(lying[0], rules) if on.kind == MeldKind.SET else len(set(rank_line(rules.deck, rules.ace)))) - len(
        lying
    )
    if variant.meld_retire_at != "never":
        room = min(room, variant.meld_retire_at - len(lying))
    faces = tuple(sorted(map(face, naturals)))
    added = (
        _set_additions(lying, faces, room, rules)
        if on.kind == MeldKind.SET
        else _run_additions(lying, faces, room, jokers, rules, most)
    )
    slot = 1 << FIELD * (SLOTS + number - 1)
    for chosen, needed in dict.fromkeys(islice(added, most)):
        takes = slot + sum(map(COUNT_OF.__getitem__, chosen))
        for more in range(needed, min(jokers, room - len(chosen)) + 1):
            if (chosen or more) and (not (wild or more) or grown + len(chosen) >= rules.min_naturals):
                yield Piece(on.kind, chosen, more, takes, number)


def _set_additions(lying: Faces, faces: Faces, room: int, rules: MeldRules) -> Iterator[tuple[Faces, int]]:
    """Yield other faces of the rank, or other figures; where duplicates are allowed, any faces of the rank."""
    kinds = {KIND_OF[each] for each in lying}
    if rules.set_kind == "distinct_figures":
        fit = tuple(dict.fromkeys(each for each in faces if each in FIGURES and KIND_OF[each] not in kinds))
    else:
        fit = tuple(each for each in faces if KIND_OF[each] in kinds)
        if rules.set_unique:
            fit = tuple(each for each in dict.fromkeys(fit) if each not in lying)
    for size in range(min(room, len(fit)), -1, -1):
        for chosen in combinations(fit, size):
            if rules.set_kind == "same_rank" or len({KIND_OF[each] for each in chosen}) == size:
                yield chosen, 0


def _run_additions(
    lying: Faces, faces: Faces, room: int, jokers: int, rules: MeldRules, most: int
) -> Iterator[tuple[Faces, int]]:
    """Yield cards that extend the run below and above, at most so many times, and the number of jokers in the gaps."""
    of_rank: dict[int, list[Face]] = {}
    for each in dict.fromkeys(faces):
        if each in RANK_OF and not (rules.run_suited and SUIT_OF[each] != SUIT_OF[lying[0]]):
            of_rank.setdefault(RANK_OF[each], []).append(each)
    line, ranks = rank_line(rules.deck, rules.ace), tuple(RANK_OF[each] for each in lying)
    at = next(at for at in range(len(line)) if line[at : at + len(ranks)] == ranks)
    below, above = line[:at][::-1], line[at + len(ranks) :]
    if rules.ace == "around_corner" and rules.deck == "french52":
        below, above = (
            tuple((ranks[0] - step) % 13 for step in range(1, 13)),
            tuple((ranks[-1] + step) % 13 for step in range(1, 13)),
        )
    longest = room if jokers <= 2 or rules.min_naturals > 1 else min(room, 2 * rules.run_size - 1)
    lows = islice(_run_extensions(below[:longest], of_rank, jokers), most)
    pairs = ((low, high) for low in lows for high in _run_extensions(above[:longest], of_rank, jokers - low[1]))
    for (low, low_holes), (high, high_holes) in islice(pairs, most):
        if len(low) + low_holes + len(high) + high_holes <= room:
            yield (*low[::-1], *high), low_holes + high_holes


def _run_extensions(ranks: tuple[int, ...], of_rank: dict[int, list[Face]], jokers: int) -> Iterator[tuple[Faces, int]]:
    """Yield cards of these ranks, outward, the last one natural, and the number of jokers in the gaps; or no card."""
    for holes in range(min(jokers + 1, len(ranks))):
        for each in of_rank.get(ranks[holes], ()):
            for more, gaps in _run_extensions(ranks[holes + 1 :], of_rank, jokers - holes):
                yield (each, *more), holes + gaps
    yield (), 0
