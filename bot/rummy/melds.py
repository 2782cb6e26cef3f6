"""What is a meld: the readings of cards as a set or a run, and the cards that may be laid off on a meld.

Inside this file a meld is a row of faces; the cards that show them, and jokers for the others, are put in at the end.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from msgspec.structs import replace

from bot.rummy.cards import (
    DECK_FACES,
    FIGURES,
    JOKER,
    KIND_OF,
    RANK_OF,
    RANKS,
    SORT_PLACE,
    SUIT_OF,
    Card,
    Face,
    declare_joker,
    is_joker,
    meld_face,
    physical_card,
)
from bot.rummy.events import MeldKind
from bot.rummy.refusals import NoMeld, NotAMeld
from bot.rummy.variant import MeldRules, Variant
from bot.rummy.written_form import Written

Faces = tuple[Face, ...]


class Meld(Written, frozen=True):
    """A meld: its cards in order, a run from low to high, a set by suit. Jokers have what they stand for."""

    kind: MeldKind
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(self.cards)


def readings(cards: tuple[Card, ...], variant: Variant, kind: MeldKind | None = None) -> Iterator[Meld]:
    """Yield every meld that these cards make, of this kind if there is one, in whatever order they are given (B:L44-46, A:L61,
    C:L33).

    There are several if a joker leaves a choice, or if figures are both a set and a run. Undeclared jokers aren't told apart.
    There are none if a card is named twice.
    """
    rules = variant.meld_rules
    if len({physical_card(card) for card in cards}) != len(cards):
        return
    loose = [card for card in cards if is_joker(card) and "=" not in card]
    fixed = [card for card in cards if card not in loose]
    naturals = sum(not is_joker(card) for card in fixed)
    if naturals < len(cards) and not (rules.wild and naturals >= rules.min_naturals):
        return
    faces = tuple(map(meld_face, fixed))
    if faces and DECK_FACES[rules.deck].issuperset(faces):
        for of_kind, row in meld_rows(faces, len(loose), rules, kind):
            yield Meld(of_kind, cards_showing(row, fixed, loose))


def read_meld(cards: tuple[Card, ...], variant: Variant, kind: MeldKind | None = None) -> Meld | None:
    """Return the first reading, of this kind if there is one; None if the cards make no such meld."""
    return next(readings(cards, variant, kind), None)


def why_no_meld(cards: tuple[Card, ...], variant: Variant, kind: MeldKind | None) -> NotAMeld:
    """Return why the cards make no meld of this kind: the answer alone that forbids it, or what they lack."""

    def is_meld(laid: tuple[Card, ...] = cards, **other_answers: Any) -> bool:
        return read_meld(laid, replace(variant, **other_answers), kind) is not None

    smallest, (least, most), jokers = variant.smallest_meld(), variant.set_size, sum(map(is_joker, cards))
    is_suited = variant.run_suited and variant.deck == "french52"
    shown = [each for each in map(meld_face, cards) if each != JOKER]
    ranks, suits = {RANK_OF[each] for each in shown if each in RANK_OF}, {SUIT_OF[each] for each in shown}
    one_of_each = tuple({RANK_OF.get(meld_face(card), card): card for card in cards}.values())
    faults: tuple[tuple[NoMeld, int, bool], ...] = (
        ("is_set", 0, kind == MeldKind.RUN and read_meld(cards, variant, MeldKind.SET) is not None),
        ("is_run", 0, kind == MeldKind.SET and read_meld(cards, variant, MeldKind.RUN) is not None),
        ("jokers", 0, jokers > 0 and variant.wild == "none"),
        ("few", smallest, len(cards) < smallest),
        ("naturals", 0, jokers > 0 and len(cards) - jokers < variant.wild_min_naturals),
        ("same_card", 0, is_meld(set_unique=False)),
        ("small", least, is_meld(set_size=(3, least))),
        ("large", most, is_meld(set_size=(least, 20), set_unique=False)),
        ("short", variant.run_size, is_meld(run_size=3)),
        ("suits", 0, is_meld(run_suited=False)),
        ("ace", 0, is_meld(ace="around_corner")),
        ("same_rank", 0, len(one_of_each) < len(cards) and is_meld(one_of_each)),
        ("gap", 0, len(ranks) == len(shown) and not (is_suited and len(suits) > 1)),
        ("figures", 0, variant.set_kind == "distinct_figures"),
        ("one_suit" if is_suited else "run", 0, True),
    )
    return next(NotAMeld(cards, why, limit) for why, limit, holds in faults if holds)


def extensions(meld: Meld, cards: tuple[Card, ...], variant: Variant) -> Iterator[Meld]:
    """Yield every meld that these cards make of this one when they are laid off on it. Its kind stays."""
    return readings(meld.cards + cards, variant, meld.kind)


def extend_meld(meld: Meld, cards: tuple[Card, ...], variant: Variant) -> Meld | None:
    """Return the first of the `extensions`, or None."""
    return next(extensions(meld, cards, variant), None)


def fitting_faces(meld: Meld, variant: Variant) -> frozenset[Face]:
    """Return the faces of the single cards that may be laid off on the meld; a joker fits as any of them."""
    return _fitting_faces(meld.kind, tuple(map(meld_face, meld.cards)), variant.meld_rules)


@lru_cache(maxsize=4096)
def _fitting_faces(kind: MeldKind, faces: Faces, rules: MeldRules) -> frozenset[Face]:
    return frozenset(face for _, row in meld_rows(faces, 1, rules, kind) for face in row if row.count(face) > faces.count(face))


def room_for(meld: Meld, face: Face, variant: Variant) -> int:
    """Return how many copies of this face can be laid off on the meld."""
    return _room_for(meld.kind, tuple(map(meld_face, meld.cards)), face, variant.meld_rules)


@lru_cache(maxsize=4096)
def _room_for(kind: MeldKind, faces: Faces, face: Face, rules: MeldRules) -> int:
    room = 0
    while face in _fitting_faces(kind, faces, rules):
        faces = next(row for _, row in meld_rows(faces, 1, rules, kind) if row.count(face) > faces.count(face))
        room += 1
    return room


def meld_rows(fixed: Faces, missing: int, rules: MeldRules, only: MeldKind | None = None) -> Iterator[tuple[MeldKind, Faces]]:
    """Yield every meld, as a row of faces, that has these faces and `missing` others; `only` those of one kind."""
    if only != MeldKind.SET:
        for row in _run_rows(fixed, missing, rules):
            yield MeldKind.RUN, row
    if only != MeldKind.RUN:
        for row in set_rows(fixed, missing, rules):
            yield MeldKind.SET, row


def set_rows(fixed: Faces, missing: int, rules: MeldRules) -> Iterator[Faces]:
    """Yield every set, as a row of faces, that has these faces and `missing` others."""
    of_a_rank = rules.set_kind == "same_rank"
    return _sets_of_a_rank(fixed, missing, rules) if of_a_rank else _sets_of_figures(fixed, missing, rules)


def _run_rows(fixed: Faces, missing: int, rules: MeldRules) -> Iterator[Faces]:
    """Yield rows of consecutive ranks (questions 9, 15, 16)."""
    size, of_rank = len(fixed) + missing, {RANK_OF.get(face, -1): face for face in fixed}
    suits = {SUIT_OF[face] for face in fixed}
    if size < rules.run_size or len(of_rank) < len(fixed) or -1 in of_rank or (rules.run_suited and len(suits) > 1):
        return
    for stretch in rank_stretches(rules.deck, rules.ace, size):
        if of_rank.keys() <= set(stretch):
            yield from product(
                *(
                    (of_rank[rank],)
                    if rank in of_rank
                    else [face for face in faces_of_kind(rules.deck, rank) if not rules.run_suited or SUIT_OF[face] in suits]
                    for rank in stretch
                )
            )


def _sets_of_a_rank(fixed: Faces, missing: int, rules: MeldRules) -> Iterator[Faces]:
    """Yield rows of one rank (questions 12-14)."""
    if len({KIND_OF[face] for face in fixed}) > 1 or not rules.set_size[0] <= len(fixed) + missing <= rules.set_size[1]:
        return
    alike = [face for face in faces_of_kind(rules.deck, KIND_OF[fixed[0]]) if not rules.set_unique or face not in fixed]
    if rules.set_unique and len(set(fixed)) < len(fixed):
        return
    for added in combinations(alike, missing) if rules.set_unique else combinations_with_replacement(alike, missing):
        yield _sort_faces(fixed + added)


def _sets_of_figures(fixed: Faces, missing: int, rules: MeldRules) -> Iterator[Faces]:
    """Yield rows of different figures (C:L33)."""
    kinds = {KIND_OF[face] for face in fixed}
    if len(kinds) < len(fixed) or not FIGURES.issuperset(fixed):
        return
    if not rules.set_size[0] <= len(fixed) + missing <= rules.set_size[1]:
        return
    others = sorted(
        (face for face in DECK_FACES[rules.deck] & FIGURES if KIND_OF[face] not in kinds), key=SORT_PLACE.__getitem__
    )
    for added in combinations(map(Face, others), missing):
        if len({KIND_OF[face] for face in added}) == missing:
            yield _sort_faces(fixed + added)


@lru_cache(maxsize=64)
def rank_line(deck: str, ace: str) -> tuple[int, ...]:
    """Return the ranks in the order of runs (question 9). Around the corner, the order starts again at the ace."""
    if deck == "cuccu40":
        return tuple(range(15))
    low = tuple(range(13))
    return {"low": low, "high": (*low[1:], 0), "high_or_low": (*low, 0), "around_corner": (*low, *low[:-1])}[ace]


@lru_cache(maxsize=256)
def rank_stretches(deck: str, ace: str, size: int) -> tuple[tuple[int, ...], ...]:
    """Return every stretch of this many consecutive ranks, from low to high, no rank twice (RULES 5.10, 5.20)."""
    line = rank_line(deck, ace)
    found = {frozenset(line[at : at + size]): line[at : at + size] for at in reversed(range(len(line) - size + 1))}
    return tuple(stretch for ranks, stretch in reversed(found.items()) if len(ranks) == size)


@lru_cache(maxsize=64)
def faces_of_kind(deck: str, kind: int) -> Faces:
    """Return the faces of one rank or figure. The kind of a numbered face is its rank."""
    return tuple(Face(each) for each in SORT_PLACE if each in DECK_FACES[deck] and KIND_OF[each] == kind)


def cards_between(low: Card, high: Card, deck: str) -> tuple[Card, ...]:
    """Return the cards between two of a suit, an ace below or above them; none between others."""
    if low not in RANK_OF or high not in RANK_OF or SUIT_OF[low] != SUIT_OF[high]:
        return ()
    ranks = range(RANK_OF[low] + 1, RANK_OF[high] or len(RANKS))
    return tuple(Card(each) for rank in ranks for each in faces_of_kind(deck, rank) if SUIT_OF[each] == SUIT_OF[low])


def _sort_faces(faces: Faces) -> Faces:
    return tuple(sorted(faces, key=SORT_PLACE.__getitem__))


def cards_showing(row: Faces, fixed: Sequence[Card], loose: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of `fixed` that show these faces, and `loose` jokers for the rest."""
    cards, jokers, laid = list(fixed), list(loose), []
    for face in row:
        shown = next((card for card in cards if meld_face(card) == face), None)
        if shown is None:
            laid.append(declare_joker(jokers.pop(0), face))
        else:
            cards.remove(shown)
            laid.append(shown)
    return tuple(laid)
