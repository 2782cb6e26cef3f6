"""Every meld that a hand makes, and its arrangement: the melds and lay-offs that fit together and leave the fewest points.

Duplicates are worth the same, and so are jokers: each meld is found once, with the first copies of its faces and the first
jokers. In a run of several suits a joker is found with one suit only; the player may declare another.

The arrangement is the heaviest choice of pieces. Pieces without jokers are tried card by card. Jokers are few: pieces with
jokers are tried by their weight for each joker, and only while the remaining jokers could still improve the best choice.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import chain, groupby
from math import inf
from operator import attrgetter, itemgetter, or_

from msgspec import Struct

from bot.rummy.cards import Card
from bot.rummy.events import MeldKind
from bot.rummy.match import TableMeld, hand_points
from bot.rummy.melds import (
    WILD,
    Copies,
    Meld,
    Row,
    cards_showing,
    copies_of,
    extend_meld,
    largest_meld,
    rows_in_suit,
    rules_for,
)
from bot.rummy.notation import BIT, FACES, NUMBER_OF, mask_of, mask_of_cards
from bot.rummy.pieces import (
    FIELD,
    MOST_RUNS,
    Hand,
    Piece,
    count_of_hand,
    groups,
    guard_bits,
    hand_from,
    lay_off_pieces,
    makes_no_meld,
    pieces_in,
    pieces_of,
    shown_by,
)
from bot.rummy.variant import MeldRules, Variant

MOST_BEGINNINGS = 3000
"""The most beginnings of runs that are looked at, for each number of jokers. Few hands have as many."""


def melds_in(hand: Sequence[Card], variant: Variant, *, first: Card | None = None, mask: int | None = None) -> Iterable[Meld]:
    """Return every meld that the cards of a hand make, also those that share cards; those with the fewest jokers first.

    Of duplicates the card `first` is used before others. `mask` is that of the hand, if it is known.
    """
    mask = mask_of_cards(hand) if mask is None else mask
    rules = rules_for(mask, variant.meld_rules)
    cards = hand_from(mask, rules)
    found = groups(cards.held, cards.wild, rules)
    if cards.has_copies or not rules.is_usual:
        return _melds_of(found, cards, hand, rules, first)
    return chain.from_iterable(_melds_of_group(kind, group, rules) for kind, group in found)


def _melds_of(
    found: Sequence[tuple[MeldKind, int]], cards: Hand, hand: Sequence[Card], rules: MeldRules, first: Card | None
) -> Iterator[Meld]:
    in_order = sorted(hand, key=lambda card: (card != first, card)) if cards.has_copies else ()
    copies = copies_of(in_order, rules)
    for wild in range(min(cards.wild, rules.most_wild) + 1):
        for kind, group in found:
            for row, shown in _rows(kind, group, wild, rules):
                yield Meld(kind, cards_showing(row, shown, copies, rules))


@lru_cache(maxsize=4096)
def _melds_of_group(kind: MeldKind, group: int, rules: MeldRules) -> tuple[Meld, ...]:
    """Return the melds without wild cards of first copies of one suit or one rank."""
    return tuple(Meld(kind, cards_showing(row, row, {}, rules)) for row, _ in _find_rows(kind, group, 0, rules))


def _rows(kind: MeldKind, group: int, wild: int, rules: MeldRules) -> Iterable[tuple[Row, Row]]:
    """Return the melds with exactly this number of wild cards, each with the faces that natural cards show.

    Those of one suit or one rank are cached.
    """
    is_small = rules.run_suited if kind == MeldKind.RUN else rules.set_kind == "same_rank" and rules.set_unique
    return _cached_rows(kind, group, wild, rules) if is_small else _find_rows(kind, group, wild, rules)


@lru_cache(maxsize=4096)
def _cached_rows(kind: MeldKind, group: int, wild: int, rules: MeldRules) -> tuple[tuple[Row, Row], ...]:
    return tuple(_find_rows(kind, group, wild, rules))


def _find_rows(kind: MeldKind, group: int, wild: int, rules: MeldRules) -> Iterator[tuple[Row, Row]]:
    seen = set[frozenset[int]]()
    for shown, _ in shown_by(kind, group, wild, rules, largest_meld(kind, rules), MOST_BEGINNINGS):
        if kind == MeldKind.RUN:
            if frozenset(shown) in seen:  # around the corner a run can begin with any of its cards
                continue
            seen.add(frozenset(shown))
        if not wild or len(shown) >= rules.min_naturals:
            for row in rows_in_suit(kind, shown, wild, rules):
                yield row, shown


def makes_no_meld_with(card: Card, mask: int, rules: MeldRules) -> bool:
    """Return True if the card makes no meld with the cards of this mask. With wild cards it returns False without looking."""
    mask |= BIT[card]
    if makes_no_meld(mask, rules):
        return True
    number = NUMBER_OF[rules.deck].get(card)
    return not (
        mask & rules.wild or any(number in piece.faces for piece in pieces_in(hand_from(mask, rules), rules, MOST_RUNS))
    )


SHARES = 4
"""Of the effort, the pieces without jokers get at most one part in so many for each choice of pieces with jokers."""
Chosen = tuple[Piece, ...]


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
    mask = mask_of_cards(hand)
    rules = rules_for(mask, variant.meld_rules)
    cards, points = hand_from(mask, rules), sum(map(variant.card_points.__getitem__, hand))
    most = MOST_RUNS if effort == inf else int(min(MOST_RUNS, effort // 4))
    found, on_table = groups(cards.held, cards.wild, rules), list[Piece]()
    if table:
        touched = [number for number in range(1, len(table) + 1) if only is None or number in only]
        on_table += lay_off_pieces(table, touched, cards, variant, most)
    if not found and not on_table:
        return Arrangement((), (), points)
    chosen = _arrange_apart(cards, found, on_table, rules, most, effort)
    if chosen is None:
        pieces = pieces_in(cards, rules, most) + on_table
        left, ceiling = count_of_hand(cards.held, rules.deck, len(table)), 256 * points + len(hand)
        chosen = BestFit(pieces, guard_bits(len(table))).find_heaviest(left, cards.wild, ceiling, effort)
    copies = copies_of(sorted(hand), rules) if cards.has_copies or on_table else {}
    melds, lay_offs = list[Meld](), list[tuple[tuple[Card, ...], int]]()
    for piece in chosen:
        if piece.number:
            on, played = table[piece.number - 1], take_cards(piece, copies)
            points -= hand_points(variant, played)
            larger = extend_meld(Meld(on.kind, on.cards), played, variant)
            assert larger is not None, f"{played} do not fit {on}"
            lay_offs.append((tuple(card for card in larger.cards if card not in on.cards), piece.number))
        else:
            row = next(rows_in_suit(piece.kind, piece.faces, piece.wild, rules)) if piece.wild else piece.faces
            melds.append(take_meld(piece, row, copies, rules))
            points -= hand_points(variant, melds[-1].cards)
    return Arrangement(tuple(melds), tuple(lay_offs), points)


def _arrange_apart(
    cards: Hand, found: Sequence[tuple[MeldKind, int]], on_table: Sequence[Piece], rules: MeldRules, most: int, effort: float
) -> Sequence[Piece] | None:
    """Return the pieces to lay if no two groups, or melds on the table, share a card of the hand.

    Return None if some do, or if there are duplicates or wild cards.
    """
    if cards.wild or cards.held >> len(FACES[rules.deck]):
        return None
    best = [_best_of_group(kind, group, rules, most, effort) for kind, group in found]
    for _, pieces in groupby(on_table, key=attrgetter("number")):
        lay_offs = list(pieces)
        best.append((_faces_in(lay_offs), (max(lay_offs, key=attrgetter("weight", "first")),)))
    if len(best) == 1:
        return best[0][1]
    if sum(faces for faces, _ in best) != reduce(or_, (faces for faces, _ in best)):
        return None
    return sorted((piece for _, pieces in best for piece in pieces), key=attrgetter("first"))


@lru_cache(maxsize=8192)
def _best_of_group(kind: MeldKind, group: int, rules: MeldRules, most: int, effort: float) -> tuple[int, Chosen]:
    """Return the faces that are in pieces of the group, and those of the pieces that are laid."""
    pieces = pieces_of(kind, group, 0, rules, most)
    search = BestFit(pieces, guard_bits(0))
    return _faces_in(pieces), search.find_heaviest(count_of_hand(group, rules.deck), 0, 0, effort)


def _faces_in(pieces: Iterable[Piece]) -> int:
    return mask_of({each for piece in pieces for each in piece.faces})


def take_cards(piece: Piece, copies: Copies) -> tuple[Card, ...]:
    """Take the cards of a piece out of the copies, and return them, the wild ones last."""
    return tuple([copies[each].pop() for each in (*piece.faces, *(WILD,) * piece.wild)])


def take_meld(piece: Piece, row: Row, copies: Copies, rules: MeldRules) -> Meld:
    """Take the cards of a piece out of the copies, and return the meld with this row of faces."""
    meld = Meld(piece.kind, cards_showing(row, piece.faces, copies, rules))
    if copies:
        take_cards(piece, copies)
    return meld


class BestFit:
    """The search for the heaviest pieces of one hand that fit together."""

    def __init__(self, pieces: Iterable[Piece], guards: int) -> None:
        self.guards = guards
        self.wild: list[tuple[float, int, Piece]] = []
        self.natural: dict[int, list[Piece]] = {}
        for piece in pieces:
            if piece.wild:
                self.wild.append((piece.weight / piece.wild, piece.weight, piece))
            else:
                self.natural.setdefault(piece.first, []).append(piece)
        self.wild.sort(key=itemgetter(0), reverse=True)
        self.firsts = sorted(self.natural)
        for group in self.natural.values():
            group.sort(key=attrgetter("weight"), reverse=True)
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
            if piece.wild <= jokers and rest & self.guards == self.guards:
                self._with_jokers(at, rest, jokers - piece.wild, got + weighs, (*chosen, piece))

    def _without_jokers(self, left: int, start: int) -> tuple[int, Chosen]:
        """Return the heaviest choice of pieces without jokers whose first card is at index `start` or later.

        When its share of the effort is used up, the heaviest piece that fits is chosen for each card.
        """
        for at in range(start, len(self.firsts)):
            if left & self.fields[at]:
                key = left // self.firsts[at]
                known = self.known.get(key)
                if known is None:
                    known = self.known[key] = self._beginning(left, at)
                return known
        return 0, ()

    def _beginning(self, left: int, at: int) -> tuple[int, Chosen]:
        """Return the heaviest choice that begins with the first card at index `at`, or leaves that card."""
        best, chosen, guards = -1, Chosen(), self.guards
        for piece in self.natural[self.firsts[at]]:
            self.effort -= 1
            rest = left - piece.takes
            if rest & guards == guards:
                more, others = self._without_jokers(rest, at)
                if piece.weight + more > best:
                    best, chosen = piece.weight + more, (piece, *others)
                if self.effort < self.stop:
                    return best, chosen
        more, others = self._without_jokers(left, at + 1)
        return (more, others) if more >= best else (best, chosen)
