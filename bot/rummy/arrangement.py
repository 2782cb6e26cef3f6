"""The arrangement of a hand: the melds and lay-offs that fit together and leave the fewest points.

It is the heaviest choice of pieces. Pieces without jokers are tried card by card. Jokers are few: pieces with jokers are tried
by their weight for each joker, and only while the remaining jokers could still improve the best choice.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import inf
from operator import itemgetter

from msgspec import Struct

from bot.rummy.cards import JOKER, SUIT_OF, Card, Face, sort_cards
from bot.rummy.events import MeldKind
from bot.rummy.match import TableMeld
from bot.rummy.meld_finder import copies_of
from bot.rummy.melds import Faces, Meld, cards_showing, extend_meld, meld_rows
from bot.rummy.pieces import (
    COUNT_OF,
    FIELD,
    MOST_RUNS,
    NATURAL_FACE,
    SLOTS,
    Piece,
    first_counted,
    guard_bits,
    lay_off_pieces,
    pieces_in,
)
from bot.rummy.variant import Variant

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
    """Return one of the melds that a piece can be, if possible with jokers of one suit, as `meld_finder.py` finds it."""
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
