"""Melds of a hand that fit together: the arrangement that leaves the fewest points, and the ways to go out in one move."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from bot.rummy.deck.cards import JOKER, SUIT_OF, Card, Face, sort_cards
from bot.rummy.events import MeldKind
from bot.rummy.match import TableMeld
from bot.rummy.melds.best_fit import BestFit, ExactFits
from bot.rummy.melds.card_counts import COUNT_OF, FIELD, NATURAL_FACE, SLOTS, guard_bits
from bot.rummy.melds.lay_off_pieces import lay_off_pieces
from bot.rummy.melds.meld_finder import copies_of, melds_in
from bot.rummy.melds.melds import Faces, Meld, cards_showing, extend_meld, meld_rows, readings
from bot.rummy.melds.pieces import MOST_RUNS, Piece, pieces_in
from bot.rummy.scoring import meld_points
from bot.rummy.variant.variant import Variant

MOST_WAYS, MOST_ROWS = 25, 4**4
MOST_PIECES_TO_GO_OUT = 20_000
"""The most pieces that are looked at for ways to go out."""
MOST_LOOKS_TO_OPEN = 20_000
MOST_SINGLE_WAYS, MOST_MELDS_TO_OPEN, MOST_PIECES_TO_OPEN = 150, 2000, 300
"""The most ways to open with one meld, and the most melds, and pieces of each kind, that are looked at to open."""


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
        played = _take_cards(piece, copies)
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
    left = _count_cards((card for card in points if card in COUNT_OF), table)
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


def _count_cards(naturals: Iterable[Card], table: int = 0) -> int:
    """Return the count of a hand (`card_counts.py`), with a field for each meld on the table, which takes one lay-off."""
    slots = sum(1 << FIELD * (SLOTS + number) for number in range(table))
    return sum(map(COUNT_OF.__getitem__, naturals), guard_bits(table) + slots)


def _take_cards(piece: Piece, copies: Mapping[Face, list[Card]]) -> tuple[Card, ...]:
    """Take the cards of a piece out of the copies, and return them."""
    return tuple(copies[each].pop() for each in (*piece.faces, *(JOKER,) * piece.jokers))


def _possible_melds(piece: Piece, played: tuple[Card, ...], variant: Variant) -> Iterator[Meld]:
    """Yield the melds that a piece can be, with these cards."""
    if not piece.jokers:
        return iter((Meld(piece.kind, played),))
    return readings(played, variant, piece.kind)


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


def ways_to_go_out(hand: tuple[Card, ...], variant: Variant, keep: Iterable[Card] | None = None) -> list[tuple[Meld, ...]]:
    """Return at most 25 ways to meld the whole hand, or all of it but one card.

    `keep` are the cards that may be kept, None means all; of duplicates one is tried. For every card that can be kept one way
    is among them: first a way for each card, then further ways.
    """
    cards = sort_cards(hand)
    naturals = [card for card in cards if card in COUNT_OF]
    jokers = len(cards) - len(naturals)
    pieces = (
        pieces_in(naturals, jokers, variant.meld_rules, MOST_PIECES_TO_GO_OUT // 4)
        if variant.wild == "joker" or not jokers
        else []
    )
    fits = ExactFits(pieces, guard_bits(0))
    may_be_kept = {NATURAL_FACE.get(card, JOKER): card for card in sorted(hand if keep is None else keep, reverse=True)}
    all_ways = []
    for kept in (None, *may_be_kept.values()):
        laid = [card for card in cards if card != kept]
        some = [card for card in laid if card in COUNT_OF]
        left = _count_cards(some)
        all_ways.append(
            _melds_of_choices(
                fits.find(left, len(laid) - len(some), MOST_PIECES_TO_GO_OUT // (len(may_be_kept) + 1)), laid, variant
            )
        )
    return list(islice(_interleave(all_ways), MOST_WAYS))


def ways_to_open(hand: tuple[Card, ...], variant: Variant, first: Card | None = None) -> Iterator[tuple[Meld, ...]]:
    """Yield the ways to lay melds that together are worth a seat's first meld (question 39), none of which could be left out.

    First come at most 150 single melds, then at most 25 ways to lay several. Of duplicates the card `first` is used first.
    """
    least = variant.first_meld
    assert least != "none", "otherwise any meld will do"
    melds = islice(melds_in(hand, variant, first=first), MOST_MELDS_TO_OPEN)
    yield from islice(((meld,) for meld in melds if meld_points(variant, meld.cards) >= least), MOST_SINGLE_WAYS)
    cards = sorted(sort_cards(hand), key=lambda card: card != first)
    naturals = [card for card in cards if card in COUNT_OF]
    jokers = len(cards) - len(naturals) if variant.wild == "joker" else 0
    pieces = pieces_in(naturals, jokers, variant.meld_rules, MOST_PIECES_TO_OPEN)
    worths = {piece: _worth(piece, variant) for piece in pieces}
    for chosen in islice(_together_worth(least, worths, _count_cards(naturals), jokers), MOST_WAYS):
        copies = copies_of(cards)
        yield tuple(_meld_worth(worths[piece], piece, _take_cards(piece, copies), variant) for piece in chosen)


def _meld_worth(points: int, piece: Piece, played: tuple[Card, ...], variant: Variant) -> Meld:
    """Return the first of the melds that a piece can be that is worth so much."""
    return next(meld for meld in _possible_melds(piece, played, variant) if meld_points(variant, meld.cards) == points)


def _worth(piece: Piece, variant: Variant) -> int:
    """Return what the best meld is worth that a piece can be. Only the ranks matter."""
    faces, rules, most = piece.faces, variant.meld_rules, MOST_ROWS
    if piece.kind == MeldKind.RUN and rules.deck == "french52":
        faces, rules = tuple(Face(f"{each[:-1]}H") for each in faces), replace(rules, run_suited=True)
    elif piece.kind == MeldKind.SET and rules.set_kind == "same_rank":
        most = 1
    rows = islice(meld_rows(faces, piece.jokers, rules, piece.kind), most)
    return max(meld_points(variant, map(Card, row)) for _, row in rows)


def _together_worth(least: int, worths: Mapping[Piece, int], left: int, jokers: int) -> Iterator[tuple[Piece, ...]]:
    """Yield two or more pieces that share no card and are worth so much, but not without one of them."""
    ordered = sorted(worths, key=lambda piece: -worths[piece])
    looks, guards = 0, guard_bits(0)

    def onward(start: int, left: int, jokers: int, worth: int, chosen: tuple[Piece, ...]) -> Iterator[tuple[Piece, ...]]:
        nonlocal looks
        for at in range(start, len(ordered)):
            looks += 1
            if looks > MOST_LOOKS_TO_OPEN:
                return
            piece, rest = ordered[at], left - ordered[at].takes
            if piece.jokers > jokers or rest & guards != guards:
                continue
            if worth + worths[piece] < least:
                yield from onward(at, rest, jokers - piece.jokers, worth + worths[piece], (*chosen, piece))
            elif chosen:
                yield (*chosen, piece)

    return onward(0, left, jokers, 0, ())


def _melds_of_choices(
    choices: Iterator[tuple[Piece, ...]], cards: Sequence[Card], variant: Variant
) -> Iterator[tuple[Meld, ...]]:
    seen = set()
    for chosen in choices:
        together = frozenset(Counter(chosen).items())
        if chosen and together not in seen:
            seen.add(together)
            copies = copies_of(cards)
            yield from islice(
                product(*(islice(_possible_melds(piece, _take_cards(piece, copies), variant), MOST_WAYS) for piece in chosen)),
                MOST_WAYS,
            )


def _interleave(all_ways: list[Iterator[tuple[Meld, ...]]]) -> Iterator[tuple[Meld, ...]]:
    """Yield the first way of each iterator, then the second of each, and so on."""
    while all_ways:
        firsts = [(ways, next(ways, None)) for ways in all_ways]
        yield from (way for _, way in firsts if way is not None)
        all_ways = [ways for ways, way in firsts if way is not None]
