"""Melds of a hand that fit together: the arrangement that leaves the fewest points, and the ways to go out in one move."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import inf

from msgspec import Struct

from bot.rummy.deck.cards import JOKER, SUIT_OF, Card, Face, is_joker, meld_face, sort_cards
from bot.rummy.match import TableMeld
from bot.rummy.melds.best_fit import BestFit, exact_fits
from bot.rummy.melds.card_counts import COUNT_OF, FIELD, NATURAL_FACE, SLOTS, guard_bits
from bot.rummy.melds.lay_off_pieces import lay_off_pieces
from bot.rummy.melds.meld_finder import copies_of
from bot.rummy.melds.melds import Meld, extend_meld, readings
from bot.rummy.melds.pieces import Piece, pieces_in
from bot.rummy.variant.variant import Variant

MOST_WAYS = 25
EFFORT = 50_000
"""Looks at pieces in which a way to keep a card, or none, must be found; no hand that anybody would deal needs as many."""


class Arrangement(Struct, frozen=True):
    """Melds of a hand with cards of their own, what is laid off, and what is left: its cards, sorted, and their points.

    A lay-off names its cards in the order of the meld, jokers with what they stand for, and the number of the meld from 1.
    """

    melds: tuple[Meld, ...]
    lay_offs: tuple[tuple[tuple[Card, ...], int], ...]
    deadwood: tuple[Card, ...]
    points: int


def best_arrangement(
    hand: Sequence[Card],
    variant: Variant,
    table: Sequence[TableMeld] = (),
    *,
    only: Collection[int] | None = None,
    effort: float = inf,
) -> Arrangement:
    """What leaves the fewest points in hand, and of those the fewest cards; always the same for the same hand.

    Without a table it is the classic deadwood. `only` are the numbers, from 1, of the table's melds that may be touched; None
    is all. Whether the seat may lay all that in one turn is not asked. Where many jokers meet runs of any suits in a large
    hand the search may take seconds; with a finite `effort` it then is the best that so many looks at pieces have found.
    """
    cards = sort_cards(hand)
    naturals = [card for card in cards if card in COUNT_OF]
    jokers = len(cards) - len(naturals) if variant.wild == "joker" else 0
    points = {card: variant.points(card) for card in cards}
    pieces = pieces_in(naturals, jokers, variant.meld_rules)
    for number, on in enumerate(table, start=1):
        if only is None or number in only:
            pieces += lay_off_pieces(on, number, naturals, jokers, variant)
    if not pieces:
        return Arrangement((), (), cards, sum(points.values()))
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
    return Arrangement(tuple(melds), tuple(lay_offs), tuple(points), sum(points.values()))


def _choose_pieces(
    pieces: Sequence[Piece], points: Mapping[Card, int], jokers: int, variant: Variant, table: int, effort: float
) -> Iterable[Piece]:
    """The pieces to lay: a point weighs more than all cards, and a card weighs one."""
    left = _count_cards((card for card in points if card in COUNT_OF), table)
    if len(pieces) == 1 and not jokers:
        return _repeat_piece(pieces[0], left, guard_bits(table))
    weights = {NATURAL_FACE[card]: 256 * count + 1 for card, count in points.items() if card in NATURAL_FACE}
    joker = 256 * variant.joker_points + 1
    ceiling = 256 * sum(points.values()) + len(points)
    return BestFit(pieces, weights, joker, guard_bits(table)).find_heaviest(left, jokers, ceiling, effort)


def _repeat_piece(piece: Piece, left: int, guards: int) -> Iterator[Piece]:
    """The piece as often as there are twins for it."""
    while (left := left - piece.takes) & guards == guards:
        yield piece


def _count_cards(naturals: Iterable[Card], table: int = 0) -> int:
    """A hand so counted, with every guard standing, and every meld on the table to be laid off on once."""
    slots = sum(1 << FIELD * (SLOTS + number) for number in range(table))
    return sum(map(COUNT_OF.__getitem__, naturals), guard_bits(table) + slots)


def _take_cards(piece: Piece, copies: Mapping[Face, list[Card]]) -> tuple[Card, ...]:
    """The cards of a piece, taken from the copies."""
    return tuple(copies[each].pop() for each in (*piece.faces, *(JOKER,) * piece.jokers))


def _possible_melds(piece: Piece, played: tuple[Card, ...], variant: Variant) -> Iterator[Meld]:
    """The melds that a piece can be, with these cards."""
    if not piece.jokers:
        return iter((Meld(piece.kind, played),))
    return (meld for meld in readings(played, variant) if meld.kind == piece.kind)


def _choose_meld(piece: Piece, played: tuple[Card, ...], variant: Variant) -> Meld:
    """Of the melds that a piece can be one whose jokers stand for cards of one suit, as the finder finds it, if there is."""
    ways = list(islice(_possible_melds(piece, played, variant), 4**4))
    return next((meld for meld in ways if len({SUIT_OF[meld_face(card)] for card in _wild_and_first(meld)}) == 1), ways[0])


def _wild_and_first(meld: Meld) -> list[Card]:
    return [*filter(is_joker, meld.cards), next(card for card in meld.cards if not is_joker(card))]


def ways_to_go_out(hand: tuple[Card, ...], variant: Variant, keep: Iterable[Card] | None = None) -> list[tuple[Meld, ...]]:
    """Ways to meld all of the hand, or all but one card, 25 at most: the first with each card kept, then others.

    `keep` are the cards that may be kept, None is all; of twins one is. If there is a way to keep a card it is among them.
    """
    cards = sort_cards(hand)
    naturals = [card for card in cards if card in COUNT_OF]
    jokers = len(cards) - len(naturals)
    pieces = pieces_in(naturals, jokers, variant.meld_rules) if variant.wild == "joker" or not jokers else []
    may_be_kept = {NATURAL_FACE.get(card, JOKER): card for card in sorted(hand if keep is None else keep, reverse=True)}
    all_ways = []
    for kept in (None, *may_be_kept.values()):
        laid = [card for card in cards if card != kept]
        some = [card for card in laid if card in COUNT_OF]
        left = _count_cards(some)
        all_ways.append(
            _melds_of_choices(exact_fits(pieces, left, len(laid) - len(some), guard_bits(0), EFFORT), laid, variant)
        )
    return list(islice(_interleave(all_ways), MOST_WAYS))


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
    """The first of each, then the second of each, and so on."""
    while all_ways:
        firsts = [(ways, next(ways, None)) for ways in all_ways]
        yield from (way for _, way in firsts if way is not None)
        all_ways = [ways for ways, way in firsts if way is not None]
