"""What is a meld: the readings of cards as a set or a run, and the cards that may be laid off on a meld.

Inside this file a meld is a row of the numbers of faces; the cards that show them, and wild cards for the others, are put in at
the end.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations, combinations_with_replacement, islice, pairwise, product
from operator import or_
from typing import Any, assert_never

from msgspec.structs import replace

from bot.rummy.cards import (
    DECK_FACES,
    JOKER,
    RANK_OF,
    RANKS,
    SUIT_OF,
    Card,
    Face,
    declare_joker,
    is_joker,
    meld_face,
    physical_card,
)
from bot.rummy.events import MeldKind
from bot.rummy.notation import (
    BIT,
    FACES,
    FIGURE_MASKS,
    KINDS_OF,
    NATURALS,
    NUMBER_OF,
    OF_KIND,
    RANKS_OF,
    SAME_FACE,
    SUITS_OF,
    numbers_in,
)
from bot.rummy.refusals import NoMeld, NotAMeld
from bot.rummy.variant import Ace, MeldRules, Variant
from bot.rummy.written_form import Written

Row = tuple[int, ...]
"""The numbers of the faces of a meld, in order."""
WILD = -1
Copies = dict[int, list[Card]]
"""The cards that are each face, and the WILD ones; those to be used first are the last."""


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
    if rules.wild:
        rules = rules_for(sum(BIT.get(card, 0) for card in cards), rules)
    wild = [card for card in cards if is_wild(card, rules)] if rules.wild else []
    loose = [card for card in wild if "=" not in card]
    return _readings(cards, loose, len(wild), rules, kind) if loose else iter(_only_readings(cards, len(wild), rules, kind))


@lru_cache(maxsize=4096)
def _only_readings(cards: tuple[Card, ...], wild: int, rules: MeldRules, kind: MeldKind | None) -> tuple[Meld, ...]:
    return tuple(_readings(cards, (), wild, rules, kind))


def _readings(
    cards: tuple[Card, ...], loose: Sequence[Card], wild: int, rules: MeldRules, kind: MeldKind | None
) -> Iterator[Meld]:
    row = row_of([card for card in cards if card not in loose], rules)
    is_named_twice = len({physical_card(card) for card in cards}) != len(cards)
    if not row or WILD in row or is_named_twice or (wild and len(cards) - wild < rules.min_naturals) or wild > rules.most_wild:
        return
    copies = copies_of(cards, rules)
    natural = None if len(loose) == wild else frozenset(row_of([card for card in cards if not is_wild(card, rules)], rules))
    suit = 0 if rules.wild & NATURALS else None
    for of_kind, whole in meld_rows(row, len(loose), rules, kind, natural, suit):
        yield Meld(of_kind, cards_showing(whole, row, copies, rules))


def meld_points(variant: Variant, cards: Sequence[Card]) -> int:
    """Return what a meld is worth, each joker as the card that it stands for, and an ace before a two 1 (RULES 8.16)."""
    return row_points(row_of(cards, variant.meld_rules), variant.meld_rules)


def row_points(row: Row, rules: MeldRules) -> int:
    points, ranks = sum(map(rules.points.__getitem__, row)), RANKS_OF[rules.deck]
    return points - rules.points[row[0]] + 1 if (ranks[row[0]], ranks[row[1]]) == (0, 1) else points


def rules_for(mask: int, rules: MeldRules) -> MeldRules:
    """Return the rules for the cards of this mask: natural cards that are wild can be a set of their own rank (RULES 8.26).

    They can't where a meld needs two cards that aren't wild.
    """
    is_own_set = rules.wild & NATURALS and not mask & ~rules.wild and rules.min_naturals < 2
    return _without_wild(rules) if is_own_set else rules


@lru_cache(maxsize=64)
def _without_wild(rules: MeldRules) -> MeldRules:
    return replace(rules, wild=0)


def is_wild(card: Card, rules: MeldRules) -> bool:
    """Return True if the card may stand for others, or does so."""
    return bool(rules.wild and (BIT.get(card) or BIT.get(physical_card(card), 0)) & rules.wild)


def row_of(cards: Iterable[Card], rules: MeldRules) -> Row:
    """Return the number of the face that each card is in a meld: WILD if that is open, or if it is none of the deck."""
    numbers, faces = NUMBER_OF[rules.deck], DECK_FACES[rules.deck]
    if not rules.wild:
        return tuple([numbers.get(card, WILD) for card in cards])
    wild_faces = ((card, card.partition("=")[2] if is_wild(card, rules) else card) for card in cards)
    return tuple([numbers.get(each, WILD) if each is card or each in faces else WILD for card, each in wild_faces])


def lying_row(kind: MeldKind, cards: Sequence[Card], rules: MeldRules) -> Row:
    """Return the numbers of the faces of a meld on the table: what a wild natural card stands for is seen by its place."""
    row = row_of(cards, rules)
    if WILD not in row:
        return row
    at, shown = next((at, each) for at, each in enumerate(row) if each != WILD)
    step = 1 if kind == MeldKind.RUN else 0
    return tuple([shown + step * (place - at) if each == WILD else each for place, each in enumerate(row)])


def copies_of(cards: Sequence[Card], rules: MeldRules) -> Copies:
    copies: Copies = {}
    for number, card in zip(row_of(cards, rules)[::-1], cards[::-1], strict=True):
        if number != WILD or is_wild(card, rules):
            copies.setdefault(number, []).append(card)
    return copies


def cards_showing(row: Row, shown: Row, copies: Copies, rules: MeldRules) -> tuple[Card, ...]:
    """Return cards for a row of faces: natural ones for those that are shown, and wild ones for the rest.

    No `copies` means that all are the first ones.
    """
    if not copies:
        return tuple([Card(FACES[rules.deck][each]) for each in row])
    left, wild, cards = list(shown), reversed(copies.get(WILD, ())), list[Card]()
    for each in row:
        if each in left:
            left.remove(each)
            cards.append(copies[each][left.count(each) - shown.count(each)])
        else:
            card = next(wild)
            cards.append(declare_joker(card, FACES[rules.deck][each]) if is_joker(card) else card)
    if rules.wild & NATURALS and len({KINDS_OF[rules.deck][each] for each in row}) == 1:
        cards.sort(key=lambda card: is_wild(card, rules))  # in a set nobody sees what they stand for
    return tuple(cards)


def read_meld(cards: tuple[Card, ...], variant: Variant, kind: MeldKind | None = None) -> Meld | None:
    """Return the first reading, of this kind if there is one; None if the cards make no such meld."""
    return next(readings(cards, variant, kind), None)


def why_no_meld(cards: tuple[Card, ...], variant: Variant, kind: MeldKind | None) -> NotAMeld:
    """Return why the cards make no meld of this kind: the answer alone that forbids it, or what they lack."""

    def is_meld(laid: tuple[Card, ...] = cards, **other_answers: Any) -> bool:
        return read_meld(laid, replace(variant, **other_answers), kind) is not None

    smallest, (least, most), jokers = variant.smallest_meld(), variant.set_size, sum(map(is_joker, cards))
    wild = sum(is_wild(card, variant.meld_rules) for card in cards)
    is_suited = variant.run_suited and variant.deck == "french52"
    shown = [each for each in map(meld_face, cards) if each != JOKER]
    ranks, suits = {RANK_OF[each] for each in shown if each in RANK_OF}, {SUIT_OF[each] for each in shown}
    one_of_each = tuple({RANK_OF.get(meld_face(card), card): card for card in cards}.values())
    faults: tuple[tuple[NoMeld, int, bool], ...] = (
        ("is_set", 0, kind == MeldKind.RUN and read_meld(cards, variant, MeldKind.SET) is not None),
        ("is_run", 0, kind == MeldKind.SET and read_meld(cards, variant, MeldKind.RUN) is not None),
        ("jokers", 0, jokers > 0 and variant.wild != "joker"),
        ("few", smallest, len(cards) < smallest),
        ("kings", 0, variant.wild == "king" and wild > max(0, len(cards) - variant.wild_min_naturals)),
        ("naturals", 0, jokers > min(variant.meld_rules.most_wild, len(cards) - variant.wild_min_naturals) and jokers > 0),
        ("side_by_side", 0, jokers > 1 and is_meld(wild_adjacent=True)),
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
    """Yield every meld that these cards make of this one when they are laid off on it. Its kind and its wild cards stay."""
    rules = variant.meld_rules
    if not rules.wild & NATURALS or WILD not in row_of(meld.cards, rules):
        yield from readings(meld.cards + cards, variant, meld.kind)
        return
    faces = (FACES[rules.deck][each] for each in lying_row(meld.kind, meld.cards, rules))
    lying = tuple(
        [declare_joker(card, each) if is_wild(card, rules) else card for card, each in zip(meld.cards, faces, strict=True)]
    )
    for larger in readings(lying + cards, variant, meld.kind):
        yield Meld(larger.kind, tuple(map(physical_card, larger.cards)))


def extend_meld(meld: Meld, cards: tuple[Card, ...], variant: Variant) -> Meld | None:
    """Return the first of the `extensions`, or None."""
    return next(extensions(meld, cards, variant), None)


def fitting_faces(meld: Meld, variant: Variant) -> frozenset[Face]:
    """Return the faces of the single cards that may be laid off on the meld; a wild card fits as any of them."""
    return fits_on(meld.kind, meld.cards, variant.meld_rules)[0]


@lru_cache(maxsize=8192)
def fits_on(kind: MeldKind, cards: tuple[Card, ...], rules: MeldRules) -> tuple[frozenset[Face], int]:
    """Return the `fitting_faces` of a meld, and the mask of their cards and of the wild ones."""
    faces = frozenset(FACES[rules.deck][each] for each in larger_rows(kind, lying_row(kind, cards, rules), rules))
    return faces, reduce(or_, (SAME_FACE[each] for each in faces), rules.wild if wild_as(kind, cards, rules) else 0)


@lru_cache(maxsize=8192)
def wild_as(kind: MeldKind, cards: tuple[Card, ...], rules: MeldRules) -> tuple[Face, ...]:
    """Return what a wild card that is laid off on the meld may stand for; nothing if there can be no further one."""
    wild = sum(is_wild(card, rules) for card in cards)
    if not rules.wild or wild >= rules.most_wild or len(cards) - wild < rules.min_naturals:
        return ()
    larger = larger_rows(kind, lying_row(kind, cards, rules), rules)
    natural = row_of([card for card in cards if not is_wild(card, rules)], rules)
    return tuple(
        sorted(FACES[rules.deck][each] for each, row in larger.items() if kind == MeldKind.SET or is_apart(row, natural, rules))
    )


def is_apart(run: Row, natural: Collection[int], rules: MeldRules) -> bool:
    """Return False if two wild cards are side by side, and may not be; `natural` are the faces that no wild card shows."""
    return rules.wild_adjacent or all(low in natural or high in natural for low, high in pairwise(run))


def room_for(meld: Meld, face: Face, variant: Variant) -> int:
    """Return how many copies of this face can be laid off on the meld."""
    rules = variant.meld_rules
    row, number, room = lying_row(meld.kind, meld.cards, rules), NUMBER_OF[rules.deck].get(face, -1), 0
    while number in (larger := larger_rows(meld.kind, row, rules)):
        row, room = larger[number], room + 1
    return room


@lru_cache(maxsize=4096)
def larger_rows(kind: MeldKind, row: Row, rules: MeldRules) -> dict[int, Row]:
    """Return the melds of one card more, by the number of the face of that card."""
    larger: dict[int, Row] = {}
    for _, whole in meld_rows(row, 1, rules, kind):
        larger.setdefault(next(each for each in whole if whole.count(each) > row.count(each)), whole)
    return larger


def largest_meld(kind: MeldKind, rules: MeldRules) -> int:
    """Return the number of cards of the largest meld of this kind."""
    if kind == MeldKind.RUN:
        return len(set(rank_line(rules.deck, rules.ace)))
    kinds, figures = OF_KIND[rules.deck], FIGURE_MASKS[rules.deck]
    if rules.set_kind == "distinct_figures":
        return min(rules.set_size[1], sum(figures >> numbers[0] & 1 for numbers in kinds))
    return min(rules.set_size[1], len(kinds[0])) if rules.set_unique else rules.set_size[1]


def meld_rows(
    fixed: Row,
    missing: int,
    rules: MeldRules,
    only: MeldKind | None = None,
    natural: Collection[int] | None = None,
    suit: int | None = None,
) -> Iterator[tuple[MeldKind, Row]]:
    """Yield every meld, as a row of faces, that has these faces and `missing` others; `only` those of one kind.

    Natural cards show those that are `natural`, by default all that are fixed. With a `suit` nobody asks for that of the
    others: runs of any suits have this one, and of sets there is only the first.
    """
    if only != MeldKind.SET:
        for row in run_rows(fixed, missing, rules, suit, natural):
            yield MeldKind.RUN, row
    if only != MeldKind.RUN:
        for row in islice(set_rows(fixed, missing, rules), None if suit is None else 1):
            yield MeldKind.SET, row


def run_rows(
    fixed: Row, missing: int, rules: MeldRules, suit: int | None = None, natural: Collection[int] | None = None
) -> Iterator[Row]:
    """Yield rows of consecutive ranks (questions 9, 15, 16, 47). The others have this suit, or any if it is None.

    Where natural cards are wild in runs of any suits, those at the ends are above the others, as far as there is room.
    """
    rank_of, suit_of, size = RANKS_OF[rules.deck], SUITS_OF[rules.deck], len(fixed) + missing
    of_rank = {rank_of[each]: (each,) for each in fixed}
    suits = {suit_of[each] for each in fixed} if rules.run_suited else {*suit_of} if suit is None else {suit}
    if size < rules.run_size or len(of_rank) < len(fixed) or -1 in of_rank or (rules.run_suited and len(suits) > 1):
        return
    is_high_first = rules.wild & NATURALS and not rules.run_suited
    for stretch in rank_stretches(rules.deck, rules.ace, size)[:: -1 if is_high_first else 1]:
        if of_rank.keys() <= {*stretch}:
            rows = product(*[of_rank.get(rank) or [rank + 13 * each for each in sorted(suits)] for rank in stretch])
            yield from rows if rules.wild_adjacent else (row for row in rows if is_apart(row, natural or fixed, rules))


def rows_in_suit(kind: MeldKind, shown: Row, missing: int, rules: MeldRules) -> Iterator[Row]:
    """Yield melds of one kind as `meld_rows` does, but of runs of any suits those whose others have the first one's suit."""
    if kind == MeldKind.SET:
        return set_rows(shown, missing, rules)
    return run_rows(shown, missing, rules, SUITS_OF[rules.deck][shown[0]])


def set_rows(fixed: Row, missing: int, rules: MeldRules) -> Iterator[Row]:
    """Yield every set, as a row of faces, that has these faces and `missing` others."""
    if rules.set_size[0] <= len(fixed) + missing <= rules.set_size[1]:
        others = _other_figures if rules.set_kind == "distinct_figures" else _others_of_rank
        for added in others(fixed, missing, rules):
            yield tuple(sorted(fixed + added))


def _others_of_rank(fixed: Row, missing: int, rules: MeldRules) -> Iterable[Row]:
    """Return faces that make a set of one rank of these (questions 12-14)."""
    kinds = {KINDS_OF[rules.deck][each] for each in fixed}
    if len(kinds) > 1 or (rules.set_unique and len(set(fixed)) < len(fixed)):
        return ()
    alike = OF_KIND[rules.deck][kinds.pop()]
    if rules.set_unique:
        return combinations([each for each in alike if each not in fixed], missing)
    return combinations_with_replacement(alike, missing)


def _other_figures(fixed: Row, missing: int, rules: MeldRules) -> Iterator[Row]:
    """Yield other figures than these (C:L33)."""
    figures, kind_of = FIGURE_MASKS[rules.deck], KINDS_OF[rules.deck]
    kinds = {kind_of[each] for each in fixed}
    if len(kinds) == len(fixed) and all(figures >> each & 1 for each in fixed):
        for added in combinations([each for each in numbers_in(figures) if kind_of[each] not in kinds], missing):
            if len({kind_of[each] for each in added}) == missing:
                yield added


@lru_cache(maxsize=64)
def rank_line(deck: str, ace: Ace) -> tuple[int, ...]:
    """Return the ranks in the order of runs (question 9). Around the corner, the order starts again at the ace."""
    if deck == "cuccu40":
        return tuple(range(15))
    low = tuple(range(13))
    match ace:
        case "low":
            return low
        case "high":
            return (*low[1:], 0)
        case "high_or_low":
            return (*low, 0)
        case "around_corner":
            return (*low, *low[:-1])
        case _:
            assert_never(ace)


@lru_cache(maxsize=256)
def rank_stretches(deck: str, ace: Ace, size: int) -> tuple[tuple[int, ...], ...]:
    """Return every stretch of this many consecutive ranks, from low to high, no rank twice (RULES 5.10, 5.20)."""
    line = rank_line(deck, ace)
    found = {frozenset(line[at : at + size]): line[at : at + size] for at in reversed(range(len(line) - size + 1))}
    return tuple(stretch for ranks, stretch in reversed(found.items()) if len(ranks) == size)


def faces_of_kind(deck: str, kind: int) -> tuple[Face, ...]:
    """Return the faces of one rank or figure. The kind of a numbered face is its rank."""
    return tuple(FACES[deck][each] for each in OF_KIND[deck][kind])


def cards_between(low: Card, high: Card, deck: str) -> tuple[Card, ...]:
    """Return the cards between two of a suit, an ace below or above them; none between others."""
    if low not in RANK_OF or high not in RANK_OF or SUIT_OF[low] != SUIT_OF[high]:
        return ()
    ranks = range(RANK_OF[low] + 1, RANK_OF[high] or len(RANKS))
    return tuple(Card(each) for rank in ranks for each in faces_of_kind(deck, rank) if SUIT_OF[each] == SUIT_OF[low])
