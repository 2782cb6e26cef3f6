"""Every meld that the cards of a hand make.

Duplicates are worth the same, and so are jokers: each meld is found once, with the first copies of its faces and the first
jokers. In a run of several suits a joker is found with one suit only; the player may declare another.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from bot.rummy.cards import JOKER, RANK_OF, SUIT_OF, Card, Face, declare_joker, sort_cards
from bot.rummy.events import MeldKind
from bot.rummy.melds import Faces, Meld, faces_of_kind, rank_stretches, set_rows
from bot.rummy.pieces import (
    BIT_OF,
    FIGURE_MASKS,
    FIRST_COPY_BIT,
    NATURAL_FACE,
    SUIT_MASKS,
    faces_in_mask,
    natural_runs,
    natural_sets,
    same_kind_masks,
    suits_with_runs,
)
from bot.rummy.variant import MeldRules, Variant

MOST_RUNS = 3000
"""The most beginnings of runs that are looked at, for each number of jokers. Few hands have as many."""
Row = tuple[Faces, Faces]
"""A meld as a row of faces, and those of the faces that natural cards show."""


def melds_in(hand: Sequence[Card], variant: Variant, *, first: Card | None = None) -> Iterator[Meld]:
    """Yield every meld that the cards of a hand make, also those that share cards.

    Of duplicates the card `first` is used before others.
    """
    rules, mask = variant.meld_rules, 0
    for card in hand:
        mask |= FIRST_COPY_BIT.get(card, 0)
    if mask.bit_count() == len(hand) and rules.run_suited and rules.set_unique and rules.set_kind == "same_rank":
        return _plain_melds(mask, rules)
    return _melds(sort_cards(hand), first, variant)


def _plain_melds(mask: int, rules: MeldRules) -> Iterator[Meld]:
    """Yield the melds of a hand without duplicates and jokers."""
    for held in suits_with_runs(mask, rules.run_size):
        yield from _plain_runs(held, rules)
    for held in same_kind_masks(mask, rules.deck, rules.set_size[0]):
        yield from _plain_sets(held, rules)


@lru_cache(maxsize=4096)
def _plain_runs(held: int, rules: MeldRules) -> tuple[Meld, ...]:
    return tuple(Meld(MeldKind.RUN, tuple(map(Card, row))) for row, _ in _runs(faces_in_mask(held, rules.deck), 0, rules))


@lru_cache(maxsize=256)
def _plain_sets(held: int, rules: MeldRules) -> tuple[Meld, ...]:
    return tuple(Meld(MeldKind.SET, tuple(map(Card, row))) for row, _ in _sets(faces_in_mask(held, rules.deck), 0, rules))


def _melds(cards: Sequence[Card], first: Card | None, variant: Variant) -> Iterator[Meld]:
    """Yield the melds of any hand, those with the fewest jokers first: with duplicates, runs of any suits and other sets."""
    rules, copies = variant.meld_rules, copies_of(sorted(cards, key=lambda card: card != first))
    jokers = len(copies.get(JOKER, ())) if variant.wild == "joker" else 0
    groups = list(_groups([card for card in cards if card in BIT_OF], rules))
    for wild in range(jokers + 1):
        for kind, faces in groups:
            for row, shown in _rows(kind, faces, wild, rules):
                yield Meld(kind, _cards_for_row(row, shown, copies))


def _groups(naturals: Sequence[Card], rules: MeldRules) -> Iterator[tuple[MeldKind, Faces]]:
    """Yield the faces that can be in melds together: for runs those of a suit, for sets those of a rank, or all."""
    mask = 0
    for card in naturals:
        mask |= BIT_OF[card]
    suits = SUIT_MASKS if rules.run_suited and rules.deck == "french52" else (mask,)
    for suit in suits:
        yield MeldKind.RUN, faces_in_mask(mask & suit, rules.deck)
    if rules.set_kind == "distinct_figures":
        yield MeldKind.SET, faces_in_mask(mask & FIGURE_MASKS[rules.deck], rules.deck)
        return
    for held in same_kind_masks(mask, rules.deck, 1):
        alike_faces = [NATURAL_FACE[card] for card in naturals if BIT_OF[card] & held]
        yield MeldKind.SET, tuple(dict.fromkeys(alike_faces) if rules.set_unique else alike_faces)


def _rows(kind: MeldKind, faces: Faces, wild: int, rules: MeldRules) -> Iterable[Row]:
    """Return the rows of this kind with exactly this number of jokers; those of one suit or one rank are cached."""
    if kind == MeldKind.RUN:
        return _cached_runs(faces, wild, rules) if rules.run_suited else _runs(faces, wild, rules)
    return _cached_sets(faces, wild, rules) if rules.set_kind == "same_rank" and rules.set_unique else _sets(faces, wild, rules)


@lru_cache(maxsize=1024)
def _cached_runs(faces: Faces, wild: int, rules: MeldRules) -> tuple[Row, ...]:
    return tuple(_runs(faces, wild, rules))


@lru_cache(maxsize=1024)
def _cached_sets(faces: Faces, wild: int, rules: MeldRules) -> tuple[Row, ...]:
    return tuple(_sets(faces, wild, rules))


def _runs(faces: Faces, wild: int, rules: MeldRules) -> Iterator[Row]:
    """Yield every run with exactly this number of jokers. Where runs are of one suit, so are the faces."""
    seen: set[frozenset[Face]] = set()
    for shown, _ in natural_runs(faces, wild, rules, 15, MOST_RUNS):
        if frozenset(shown) in seen:  # around the corner a run can begin with any of its cards
            continue
        seen.add(frozenset(shown))
        if len(shown) + wild >= rules.run_size and (not wild or len(shown) >= rules.min_naturals):
            of_rank = {RANK_OF[each]: each for each in shown}
            for stretch in rank_stretches(rules.deck, rules.ace, len(shown) + wild):
                if of_rank.keys() <= set(stretch):
                    yield tuple(of_rank.get(rank) or _face_in_suit(shown[0], rank, rules.deck) for rank in stretch), shown


@lru_cache(maxsize=1024)
def _face_in_suit(shown: Face, rank: int, deck: str) -> Face:
    """Return the face of this rank in the same suit."""
    return next(each for each in faces_of_kind(deck, rank) if SUIT_OF[each] == SUIT_OF[shown])


def _sets(faces: Faces, wild: int, rules: MeldRules) -> Iterator[Row]:
    """Yield every set with exactly this number of jokers. The faces are of one rank, or all figures."""
    for shown, _ in natural_sets(faces, wild, rules, rules.set_size[1]) if faces else ():
        if not wild or len(shown) >= rules.min_naturals:
            for row in set_rows(shown, wild, rules):
                yield row, shown


def copies_of(cards: Sequence[Card]) -> dict[Face, list[Card]]:
    """Return the cards that show each face, the first to be used last."""
    copies: dict[Face, list[Card]] = {}
    for card in reversed(cards):
        copies.setdefault(NATURAL_FACE.get(card, JOKER), []).append(card)
    return copies


def _cards_for_row(row: Faces, shown: Faces, copies: Mapping[Face, list[Card]]) -> tuple[Card, ...]:
    """Return cards for a row of faces: first copies of those that natural cards show, and jokers for the rest."""
    if len(shown) == len(set(row)) == len(row):
        return tuple(copies[each][-1] for each in row)
    naturals, used, cards = list(shown), dict.fromkeys(copies, 0), []
    for each in row:
        of = each if each in naturals else JOKER
        if of is each:
            naturals.remove(each)
        used[of] += 1
        card = copies[of][-used[of]]
        cards.append(card if of is each else declare_joker(card, each))
    return tuple(cards)
