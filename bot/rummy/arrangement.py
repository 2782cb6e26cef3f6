"""Every meld that a hand makes, and its arrangement: the melds and lay-offs that fit together and leave the fewest points.

Duplicates are worth the same, and so are jokers: each meld is found once, with the first copies of its faces and the first
jokers. In a run of several suits a joker is found with one suit only; the player may declare another.

The arrangement is the heaviest choice of pieces. Pieces without jokers are tried card by card. Jokers are few: pieces with
jokers are tried by their weight for each joker, and only while the remaining jokers could still improve the best choice.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from math import inf
from operator import itemgetter

from msgspec import Struct

from bot.rummy.cards import JOKER, RANK_OF, SUIT_OF, Card, Face, declare_joker, sort_cards
from bot.rummy.events import MeldKind
from bot.rummy.match import TableMeld
from bot.rummy.melds import Faces, Meld, cards_showing, extend_meld, faces_of_kind, meld_rows, rank_stretches, set_rows
from bot.rummy.pieces import (
    BIT_OF,
    COUNT_OF,
    FIELD,
    FIGURE_MASKS,
    FIRST_COPY_BIT,
    MOST_RUNS,
    NATURAL_FACE,
    SLOTS,
    SUIT_MASKS,
    Piece,
    faces_in_mask,
    first_counted,
    guard_bits,
    lay_off_pieces,
    natural_runs,
    natural_sets,
    pieces_in,
    same_kind_masks,
    suits_with_runs,
)
from bot.rummy.variant import MeldRules, Variant

MOST_BEGINNINGS = 3000
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
    is_plain = rules.deck == "french52" and rules.run_suited and rules.set_unique and rules.set_kind == "same_rank"
    if is_plain and mask.bit_count() == len(hand):
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
    for shown, _ in natural_runs(faces, wild, rules, 15, MOST_BEGINNINGS):
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


MOST_ROWS = 4**4
Chosen = tuple[Piece, ...]
Weighed = tuple[int, Piece]
SHARES = 4
"""Of the effort, the pieces without jokers get at most one part in so many for each choice of pieces with jokers."""


class Arrangement(Struct, frozen=True):
    """Melds and lay-offs of a hand that share no card, and the points of the cards left over.

    A lay-off is its cards in the order of the meld, jokers with what they stand for, and the number of the meld from 1.
    """

    melds: tuple[Meld, ...]
    lay_offs: tuple[tuple[tuple[Card, ...], int], ...]
    points: int


def best_arrangement(
    hand: Sequence[Card],
    variant: Variant,
    table: Sequence[TableMeld] = (),
    *,
    only: Collection[int] | None = None,
    effort: float = inf,
) -> Arrangement:
    """Return the arrangement that leaves the fewest points, and of those one that leaves the fewest cards.

    It is always the same for the same hand. `only` are the numbers, from 1, of the melds on the `table` that may be touched;
    None means all. Whether the rules let the seat lay all that in one turn isn't checked. If many jokers meet runs of any suits
    in a large hand, the search can take seconds: a finite `effort` limits the pieces that are looked at. The arrangement may
    then leave more points.
    """
    cards = sort_cards(hand)
    naturals = [card for card in cards if card in COUNT_OF]
    jokers = len(cards) - len(naturals) if variant.wild == "joker" else 0
    points = {card: variant.points(card) for card in cards}
    most = MOST_RUNS if effort == inf else int(min(MOST_RUNS, effort // 4))
    pieces = pieces_in(naturals, jokers, variant.meld_rules, most)
    touched = [number for number in range(1, len(table) + 1) if only is None or number in only]
    pieces += lay_off_pieces(table, touched, naturals, jokers, variant, most)
    if not pieces:
        return Arrangement((), (), sum(points.values()))
    chosen = _choose_pieces(pieces, points, jokers, variant, len(table), effort)
    copies = copies_of(cards)
    melds, lay_offs = [], []
    for piece in chosen:
        played = take_cards(piece, copies)
        if piece.number:
            on = table[piece.number - 1]
            larger = extend_meld(Meld(on.kind, on.cards), played, variant)
            assert larger is not None, f"{played} do not fit {on}"
            lay_offs.append((tuple(card for card in larger.cards if card not in on.cards), piece.number))
        else:
            melds.append(_choose_meld(piece, played, variant))
        for card in played:
            del points[card]
    return Arrangement(tuple(melds), tuple(lay_offs), sum(points.values()))


def _choose_pieces(
    pieces: Sequence[Piece], points: Mapping[Card, int], jokers: int, variant: Variant, table: int, effort: float
) -> Iterable[Piece]:
    """Return the pieces to lay. In their weight one point counts more than all cards together, and each card counts one."""
    left = count_cards((card for card in points if card in COUNT_OF), table)
    if len(pieces) == 1 and not jokers:
        return _repeat_piece(pieces[0], left, guard_bits(table))
    weights = {NATURAL_FACE[card]: 256 * count + 1 for card, count in points.items() if card in NATURAL_FACE}
    joker = 256 * variant.joker_points + 1
    ceiling = 256 * sum(points.values()) + len(points)
    return BestFit(pieces, weights, joker, guard_bits(table)).find_heaviest(left, jokers, ceiling, effort)


def _repeat_piece(piece: Piece, left: int, guards: int) -> Iterator[Piece]:
    """Yield the piece as often as the hand has duplicates for it."""
    while (left := left - piece.takes) & guards == guards:
        yield piece


def count_cards(naturals: Iterable[Card], table: int = 0) -> int:
    """Return the count of a hand (`pieces.py`), with a field for each meld on the table, which takes one lay-off."""
    slots = sum(1 << FIELD * (SLOTS + number) for number in range(table))
    return sum(map(COUNT_OF.__getitem__, naturals), guard_bits(table) + slots)


def take_cards(piece: Piece, copies: Mapping[Face, list[Card]]) -> tuple[Card, ...]:
    """Take the cards of a piece out of the copies, and return them."""
    return tuple(copies[each].pop() for each in (*piece.faces, *(JOKER,) * piece.jokers))


def _choose_meld(piece: Piece, played: tuple[Card, ...], variant: Variant) -> Meld:
    """Return one of the melds that a piece can be, if possible with jokers of one suit."""
    if not piece.jokers:
        return Meld(piece.kind, played)
    rows = [row for _, row in islice(meld_rows(piece.faces, piece.jokers, variant.meld_rules, piece.kind), MOST_ROWS)]
    row = next((row for row in rows if piece.kind == MeldKind.RUN and _has_one_suit(row, piece.faces)), rows[0])
    return Meld(piece.kind, cards_showing(row, played[: len(piece.faces)], played[len(piece.faces) :]))


def _has_one_suit(row: Faces, naturals: Faces) -> bool:
    """Return True if the other faces of a run have the suit of its first natural one."""
    suit = SUIT_OF[next(each for each in row if each in naturals)]
    return all(SUIT_OF[each] == suit for each in row if each not in naturals)


class BestFit:
    """The search for the heaviest pieces of one hand that fit together."""

    def __init__(self, pieces: Iterable[Piece], weights: Mapping[Face, int], joker: int, guards: int) -> None:
        self.guards = guards
        self.wild: list[tuple[float, int, Piece]] = []
        self.natural: dict[int, list[Weighed]] = {}
        for piece in pieces:
            weight = piece.jokers * joker
            for face in piece.faces:
                weight += weights[face]
            if piece.jokers:
                self.wild.append((weight / piece.jokers, weight, piece))
            else:
                self.natural.setdefault(first_counted(piece.takes), []).append((weight, piece))
        self.wild.sort(key=itemgetter(0), reverse=True)
        self.firsts = sorted(self.natural)
        for group in self.natural.values():
            group.sort(key=itemgetter(0), reverse=True)
        self.fields = [first * ((1 << FIELD - 1) - 1) for first in self.firsts]
        self.known: dict[int, tuple[int, Chosen]] = {}
        self.best, self.chosen = -1, Chosen()

    def find_heaviest(self, left: int, jokers: int, ceiling: int, effort: float) -> Chosen:
        """Return the heaviest choice for a hand with this count and this number of jokers.

        No choice weighs more than `ceiling`. After `effort` pieces it returns the heaviest choice found so far.
        """
        self.best, self.ceiling, self.effort, self.share = -1, ceiling, effort, effort / SHARES
        self._with_jokers(0, left, jokers, 0, ())
        return self.chosen

    def _with_jokers(self, start: int, left: int, jokers: int, got: int, chosen: Chosen) -> None:
        """Try the pieces with jokers from index `start` on."""
        self.stop = self.effort - self.share
        weight, natural = self._without_jokers(left, 0)
        if got + weight > self.best:
            self.best, self.chosen = got + weight, chosen + natural
        for at in range(start, len(self.wild)) if jokers else ():
            each, weighs, piece = self.wild[at]
            if got + weight + jokers * each <= self.best + 0.001 or self.best == self.ceiling or self.effort <= 0:
                return
            self.effort -= 1
            rest = left - piece.takes
            if piece.jokers <= jokers and rest & self.guards == self.guards:
                self._with_jokers(at, rest, jokers - piece.jokers, got + weighs, (*chosen, piece))

    def _without_jokers(self, left: int, start: int) -> tuple[int, Chosen]:
        """Return the heaviest choice of pieces without jokers whose first card is at index `start` or later.

        When its share of the effort is used up, the heaviest piece that fits is chosen for each card.
        """
        for at in range(start, len(self.firsts)):
            first = self.firsts[at]
            if left & self.fields[at]:
                key = left // first
                known = self.known.get(key)
                if known is None:
                    known = self.known[key] = self._beginning(left, at)
                return known
        return 0, ()

    def _beginning(self, left: int, at: int) -> tuple[int, Chosen]:
        """Return the heaviest choice that begins with the first card at index `at`, or leaves that card."""
        best, chosen = -1, Chosen()
        for weight, piece in self.natural[self.firsts[at]]:
            self.effort -= 1
            rest = left - piece.takes
            if rest & self.guards == self.guards:
                more, others = self._without_jokers(rest, at)
                if weight + more > best:
                    best, chosen = weight + more, (piece, *others)
                if self.effort < self.stop:
                    return best, chosen
        more, others = self._without_jokers(left, at + 1)
        return (more, others) if more >= best else (best, chosen)
