"""The ways to lay several melds of a hand in one move: to go out, or to open with melds that are worth enough (question 39)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product

from bot.rummy.arrangement import Chosen, melds_in, take_cards, take_meld
from bot.rummy.cards import Card, face
from bot.rummy.events import MeldKind
from bot.rummy.melds import Meld, Row, copies_of, meld_points, readings, row_points, run_rows, set_rows
from bot.rummy.pieces import (
    Hand,
    Piece,
    can_lie,
    count_of_hand,
    first_counted,
    groups,
    guard_bits,
    hand_of,
    pieces_beside,
    pieces_in,
    shown_by,
)
from bot.rummy.variant import MeldRules, Variant, Wanted

MOST_WAYS = 25
MOST_PIECES_TO_GO_OUT = 20_000
"""The most pieces that are looked at for ways to go out."""
MOST_LOOKS_TO_OPEN = 20_000
MOST_ROWS = 4**4
MOST_SINGLE_WAYS, MOST_MELDS_TO_OPEN, MOST_PIECES_TO_OPEN, MOST_PIECES_TO_CONTRACT = 150, 1000, 300, 1000
"""The most ways to open with one meld, and the most melds, and pieces of each kind, that are looked at to open."""


def ways_to_go_out(hand: tuple[Card, ...], variant: Variant, keep: Iterable[Card] | None = None) -> list[tuple[Meld, ...]]:
    """Return at most 25 ways to meld the whole hand, or all of it but one card.

    `keep` are the cards that may be kept, None means all; of duplicates one is tried. For every card that can be kept one way
    is among them: first a way for each card, then further ways.
    """
    rules = variant.meld_rules
    whole = hand_of(hand, rules)
    is_hopeless = whole.held.bit_count() + whole.wild < len(hand)  # with cards that are in no meld
    pieces = [] if is_hopeless else pieces_in(whole, rules, MOST_PIECES_TO_GO_OUT // 4)
    fits = ExactFits(pieces, guard_bits(0))
    may_be_kept = {face(card): card for card in sorted(hand if keep is None else keep, reverse=True)}
    all_ways = []
    for kept in (None, *may_be_kept.values()):
        laid = [card for card in hand if card != kept]
        some = hand_of(laid, rules)
        choices = fits.find(count_of_hand(some.held, rules.deck), some.wild, MOST_PIECES_TO_GO_OUT // (len(may_be_kept) + 1))
        all_ways.append(_melds_of_choices(choices, laid, variant))
    return list(islice(_interleave(all_ways), MOST_WAYS))


def ways_to_open(hand: tuple[Card, ...], variant: Variant, first: Card | None = None) -> Iterator[tuple[Meld, ...]]:
    """Yield the ways to lay melds that together are worth a seat's first meld (question 39), none of which could be left out.

    First come at most 150 single melds, then at most 25 ways to lay several. Of duplicates the card `first` is used first.
    Where a hand that goes out needs no such worth (question 47), the last are ways to lay it, or all but one card.
    """
    if variant.contract is not None:
        yield from _ways_to_contract(hand, variant, variant.contract, first)
        return
    least = variant.first_meld
    assert least != "none", "otherwise any meld will do"
    melds = islice(melds_in(hand, variant, first=first), MOST_MELDS_TO_OPEN)
    yield from islice(((meld,) for meld in melds if meld_points(variant, meld.cards) >= least), MOST_SINGLE_WAYS)
    rules = variant.meld_rules
    cards = hand_of(hand, rules)
    pieces = pieces_in(cards, rules, MOST_PIECES_TO_OPEN)
    best = {piece: _best_row(piece, rules) for piece in pieces}
    worths = {piece: row_points(row, rules) for piece, row in best.items()}
    for chosen in islice(_together_worth(least, worths, count_of_hand(cards.held, rules.deck), cards.wild), MOST_WAYS):
        copies = copies_of(sorted(hand, key=lambda card: (card != first, card)), rules)
        yield tuple(take_meld(piece, best[piece], copies, rules) for piece in chosen)
    if variant.first_meld_waived:
        all_ways = ways_to_go_out(hand, variant)
        yield from (melds for melds in all_ways if sum(meld_points(variant, meld.cards) for meld in melds) < least)


def _ways_to_contract(
    hand: tuple[Card, ...], variant: Variant, wanted: tuple[Wanted, ...], first: Card | None
) -> Iterator[tuple[Meld, ...]]:
    """Yield at most 25 ways to lay the melds of a contract (question 53), those with few wild cards first.

    The last one is laid with the whole hand.
    """
    rules = variant.meld_rules
    cards = hand_of(hand, rules)
    count = count_of_hand(cards.held, rules.deck)
    if variant.meld_all_at_once == "always":
        kinds, pieces = sorted(meld.kind for meld in wanted), pieces_in(cards, rules, MOST_PIECES_TO_CONTRACT)
        fits = _distinct(ExactFits(pieces, guard_bits(0)).find(count, cards.wild, MOST_PIECES_TO_GO_OUT))
        found: Iterator[Chosen] = (
            chosen for chosen in fits if sorted(piece.kind for piece in chosen) == kinds and _size(chosen) == len(hand)
        )
    else:
        found = _together_as(wanted, {meld: _pieces_as(meld, cards, rules) for meld in wanted}, count, cards.wild)
    for chosen in islice(found, MOST_WAYS):
        copies = copies_of(sorted(hand, key=lambda card: (card != first, card)), rules)
        yield tuple(take_meld(piece, _best_row(piece, rules), copies, rules) for piece in chosen)


def _pieces_as(wanted: Wanted, cards: Hand, rules: MeldRules) -> list[Piece]:
    """Return the pieces of a hand that are a meld of this kind and size, those with few wild cards first."""
    kind, found = MeldKind(wanted.kind), dict[Piece, None]()
    for group in (group for of_kind, group in groups(cards.held, cards.wild, rules) if of_kind == kind):
        for faces, needed in shown_by(kind, group, cards.wild, rules, wanted.size, MOST_PIECES_TO_OPEN):
            wild = wanted.size - len(faces)
            if needed <= wild <= min(cards.wild, rules.most_wild) and (not wild or len(faces) >= rules.min_naturals):
                pieces = pieces_beside(kind, faces, (wild,), rules)
                found |= dict.fromkeys(piece for piece in pieces if can_lie(piece, rules))
    return sorted(found, key=lambda piece: piece.wild)


def _together_as(
    wanted: tuple[Wanted, ...], pieces: Mapping[Wanted, Sequence[Piece]], left: int, wild: int, start: int = 0
) -> Iterator[tuple[Piece, ...]]:
    """Yield pieces that share no card, one for each wanted meld. The first of them is from index `start` on."""
    if not wanted:
        yield ()
        return
    following, guards = wanted[1:], guard_bits(0)
    for at, piece in enumerate(pieces[wanted[0]][start:], start):
        rest = left - piece.takes
        if piece.wild <= wild and rest & guards == guards:
            onward = _together_as(following, pieces, rest, wild - piece.wild, at if following[:1] == wanted[:1] else 0)
            yield from ((piece, *others) for others in onward)


def _best_row(piece: Piece, rules: MeldRules) -> Row:
    """Return the first of the rows that a piece can be with the most points: in runs of any suits others are clubs."""
    is_run = piece.kind == MeldKind.RUN
    rows = run_rows(piece.faces, piece.wild, rules, suit=0) if is_run else set_rows(piece.faces, piece.wild, rules)
    if rules.set_kind == "same_rank" and not is_run:
        return next(rows)
    return max(islice(rows, MOST_ROWS), key=lambda row: row_points(row, rules))


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
            if piece.wild > jokers or rest & guards != guards:
                continue
            if worth + worths[piece] < least:
                yield from onward(at, rest, jokers - piece.wild, worth + worths[piece], (*chosen, piece))
            elif chosen:
                yield (*chosen, piece)

    return onward(0, left, jokers, 0, ())


def _possible_melds(piece: Piece, played: tuple[Card, ...], variant: Variant) -> Iterator[Meld]:
    """Yield the melds that a piece can be, with these cards."""
    if not piece.wild:
        return iter((Meld(piece.kind, played),))
    return readings(played, variant, piece.kind)


def _melds_of_choices(
    choices: Iterator[tuple[Piece, ...]], cards: Sequence[Card], variant: Variant
) -> Iterator[tuple[Meld, ...]]:
    for chosen in _distinct(choices):
        copies = copies_of(sorted(cards), variant.meld_rules)
        yield from islice(
            product(*(islice(_possible_melds(piece, take_cards(piece, copies), variant), MOST_WAYS) for piece in chosen)),
            MOST_WAYS,
        )


def _distinct(choices: Iterator[Chosen]) -> Iterator[Chosen]:
    """Yield each choice of one piece or more once, in whatever order its pieces are."""
    seen = set()
    for chosen in choices:
        together = frozenset(Counter(chosen).items())
        if chosen and together not in seen:
            seen.add(together)
            yield chosen


def _size(chosen: Chosen) -> int:
    """Return the number of cards of these pieces together."""
    return sum(len(piece.faces) + piece.wild for piece in chosen)


def _interleave(all_ways: list[Iterator[tuple[Meld, ...]]]) -> Iterator[tuple[Meld, ...]]:
    """Yield the first way of each iterator, then the second of each, and so on."""
    while all_ways:
        firsts = [(ways, next(ways, None)) for ways in all_ways]
        yield from (way for _, way in firsts if way is not None)
        all_ways = [ways for ways, way in firsts if way is not None]


class ExactFits:
    """The search for pieces that use whole hands. What has no solution is remembered from one hand to the next."""

    def __init__(self, pieces: Iterable[Piece], guards: int) -> None:
        self.guards = guards
        self.of_first: dict[int, list[Piece]] = {}
        for piece in pieces:
            self.of_first.setdefault(first_counted(piece.takes), []).append(piece)
        self.hopeless: set[tuple[int, int]] = set()

    def find(self, left: int, jokers: int, effort: int) -> Iterator[Chosen]:
        """Yield every choice of pieces that uses a whole hand with this count, and all of these jokers.

        It stops after `effort` pieces. Only large hands with several jokers and runs of any suits need that many.
        """
        looks = 0

        def onward(left: int, jokers: int) -> Iterator[Chosen]:
            nonlocal looks
            cards = left - self.guards
            if not cards:
                if not jokers:
                    yield ()
                return
            if (left, jokers) in self.hopeless:
                return
            found = False
            for piece in self.of_first.get(first_counted(cards), ()):
                looks += 1
                if looks > effort:
                    return
                rest = left - piece.takes
                if piece.wild <= jokers and rest & self.guards == self.guards:
                    for others in onward(rest, jokers - piece.wild):
                        found = True
                        yield (piece, *others)
            if not found and looks <= effort:
                self.hopeless.add((left, jokers))

        return onward(left, jokers)
