"""Pieces: the natural cards of a meld or a lay-off, with the number of jokers beside them.

What the jokers stand for is left open, so there are few pieces even where there are many melds.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice

from msgspec import Struct

from bot.rummy.deck.cards import FIGURES, KIND_OF, RANK_OF, Card, Face
from bot.rummy.events import MeldKind
from bot.rummy.melds.card_counts import (
    BIT_OF,
    COUNT_OF,
    DECK_FACES_IN_ORDER,
    FIGURE_MASKS,
    KIND_MASKS,
    NATURAL_FACE,
    SUIT_MASKS,
    faces_in_mask,
    same_kind_masks,
    suits_with_runs,
)
from bot.rummy.melds.melds import Faces, faces_of_kind, rank_line
from bot.rummy.variant.variant import MeldRules

MOST_RUNS = 20_000
"""The most beginnings of runs that are looked at. Many jokers and runs of any suits can make millions in a hand of twenty."""


class Piece(Struct, frozen=True):
    """A piece. `takes` is its part of the hand's count; `number` is the meld on the table that it is laid off on, or 0."""

    kind: MeldKind
    faces: Faces
    jokers: int
    takes: int
    number: int = 0


def pieces_in(naturals: Sequence[Card], jokers: int, rules: MeldRules, most: int = MOST_RUNS) -> list[Piece]:
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
