"""Pieces: the natural cards of a meld or a lay-off, with the number of wild cards beside them.

What the wild cards stand for is left open, so there are few pieces even where there are many melds. All that a hand makes is
found here: `groups` says which of its cards can be together, and `shown_by` which of them a meld can show.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from typing import Literal

from msgspec import Struct

from bot.rummy.cards import Card
from bot.rummy.events import MeldKind
from bot.rummy.match import TableMeld
from bot.rummy.melds import Meld, Row, fits_on, is_wild, largest_meld, lying_row, rank_line, row_of, run_rows
from bot.rummy.notation import (
    ACES,
    FACE_MASKS,
    FACES,
    FIGURE_MASKS,
    KIND_MASKS,
    KINDS_OF,
    LOWEST_OF_THREE,
    NATURALS,
    RANKS_OF,
    SUIT_MASKS,
    SUITS_OF,
    lowest_copies,
    mask_of_cards,
    numbers_in,
)
from bot.rummy.variant import MeldRules, Variant

FIELD, MOST_FACES = 5, max(map(len, FACES.values()))
"""A hand is counted in one number: a field of so many bits for each face and each meld on the table, a guard bit on top.

If a subtraction of cards leaves every guard bit set, the hand holds those cards: one subtraction checks all faces.
"""
_COUNTS = tuple(1 << FIELD * number for number in range(MOST_FACES))
MOST_RUNS = 20_000
"""The most beginnings of runs that are looked at. Many jokers and runs of any suits can make millions in a hand of twenty."""


class Hand(Struct, frozen=True):
    """A hand as the rules look at it."""

    held: int  # the natural cards, each as the lowest copy
    wild: int  # how many wild cards
    has_copies: bool  # cards besides natural first copies


def hand_of(cards: Iterable[Card], rules: MeldRules) -> Hand:
    return hand_from(mask_of_cards(cards), rules)


def hand_from(mask: int, rules: MeldRules) -> Hand:
    if not (mask >> len(FACES[rules.deck]) or mask & rules.wild):
        return Hand(mask, 0, has_copies=False)
    held, wild = lowest_copies(mask & NATURALS & ~rules.wild, rules.deck), (mask & rules.wild).bit_count()
    return Hand(held, wild, has_copies=bool(wild or mask >> len(FACES[rules.deck])))


@lru_cache(maxsize=32)
def guard_bits(melds: int) -> int:
    """Return the guard bits above every face and above every meld on the table."""
    return sum(1 << FIELD * field - 1 for field in range(1, MOST_FACES + melds + 1))


def count_of(faces: Iterable[int]) -> int:
    return sum(map(_COUNTS.__getitem__, faces))


def count_of_hand(held: int, deck: str, table: int = 0) -> int:
    """Return the count of a hand with guards, and a field for each meld on the table, which takes one lay-off."""
    slots = sum(1 << FIELD * (MOST_FACES + number) for number in range(table))
    return guard_bits(table) + slots + count_of(faces_in(held, deck))


def first_counted(count: int) -> int:
    """Return the count of one card of the first face that the hand holds."""
    return 1 << ((count & -count).bit_length() - 1) // FIELD * FIELD


def faces_in(held: int, deck: str) -> list[int]:
    """Return the numbers of the faces of the cards, from the lowest."""
    size = len(FACES[deck])
    return sorted(number % size for number in numbers_in(held))


class Piece(Struct, frozen=True):
    """A piece. `number` is the meld on the table that it is laid off on, or 0."""

    kind: MeldKind
    faces: Row
    wild: int
    takes: int  # its part of the hand's count
    first: int  # of that, one card of the lowest face
    weight: int  # one point weighs more than all cards together, and each card weighs one
    number: int = 0


def pieces_beside(kind: MeldKind, faces: Row, wild: Iterable[int], rules: MeldRules, number: int = 0) -> Iterator[Piece]:
    """Yield the pieces of these natural cards with each of these numbers of wild cards."""
    slot = 1 << FIELD * (MOST_FACES + number - 1) if number else 0
    takes, weight = slot + count_of(faces), 256 * sum(map(rules.points.__getitem__, faces)) + len(faces)
    first, joker = _COUNTS[min(faces)] if faces else slot, 256 * rules.wild_points + 1
    return (Piece(kind, faces, beside, takes, first, weight + beside * joker, number) for beside in wild)


@lru_cache(maxsize=64)
def groups(held: int, wild: int, rules: MeldRules) -> tuple[tuple[MeldKind, int], ...]:
    """Return the cards that can be in melds together: for runs those of a suit, for sets those of a rank, or else all.

    In usual games, without wild cards, groups that make no meld are left out.
    """
    faces, kinds = held & FACE_MASKS[rules.deck], KIND_MASKS[rules.deck]
    if rules.is_usual and not wild:
        found = []
        if runs := _three_in_a_row(faces):
            found += [(MeldKind.RUN, faces & suit) for suit in SUIT_MASKS if runs & suit]
        for rank in numbers_in(_three_alike(faces)):
            if (faces & kinds[rank]).bit_count() >= rules.set_size[0]:
                found.append((MeldKind.SET, faces & kinds[rank]))
        return tuple(found)
    suits = SUIT_MASKS if rules.run_suited and rules.deck == "french52" else (faces,)
    found = [(MeldKind.RUN, faces & suit) for suit in suits if faces & suit]
    if rules.set_kind == "distinct_figures":
        return *found, (MeldKind.SET, faces & FIGURE_MASKS[rules.deck])
    cards, least = faces if rules.set_unique else held, max(1, rules.set_size[0] - wild)
    found += ((MeldKind.SET, cards & kind) for kind in kinds if (cards & kind).bit_count() >= least)
    return tuple(group for group in found if group[0] in rules.kinds)


def makes_no_meld(cards: int, rules: MeldRules) -> bool:
    """Return True if it is seen at once that these cards make no meld: so it is with most hands of one pack."""
    return not rules.kinds or (
        rules.is_usual and not (cards >> 52 or cards & rules.wild or _three_in_a_row(cards) or _three_alike(cards))
    )


def _three_in_a_row(faces: int) -> int:
    """Return a mask that is empty unless three of a suit are neighbours, the ace below the two or above the king."""
    two = faces & faces >> 1
    return two & faces >> 2 & LOWEST_OF_THREE | (two | faces & faces >> 11) & faces >> 12 & ACES


def _three_alike(faces: int) -> int:
    """Return a mask that is empty unless three are of one rank."""
    one, two, three, four = faces, faces >> 13, faces >> 26, faces >> 39
    return (one & two & (three | four) | three & four & (one | two)) & SUIT_MASKS[0]


def shown_by(kind: MeldKind, group: int, wild: int, rules: MeldRules, longest: int, most: int) -> Iterator[tuple[Row, int]]:
    """Yield what natural cards of a group each meld can show, and the fewest wild cards that it needs.

    No meld is longer than `longest`, a run from its first natural card to its last. After `most` beginnings of runs it stops.
    The same cards may come twice.
    """
    faces = faces_in(group, rules.deck)
    if kind == MeldKind.SET:
        return _shown_by_sets(faces, wild, rules, longest)
    return _shown_by_runs(faces, wild, rules, longest, most)


def _shown_by_runs(faces: list[int], wild: int, rules: MeldRules, longest: int, most: int) -> Iterator[tuple[Row, int]]:
    """Yield those with the fewest gaps first. Where runs are of one suit, so are the faces."""
    of_rank: dict[int, list[int]] = {}
    for each in faces:
        of_rank.setdefault(RANKS_OF[rules.deck][each], []).append(each)
    line = rank_line(rules.deck, rules.ace)
    ranks, looks = len(set(line)), 0
    with_gaps: list[list[tuple[int, int, Row]]] = [[] for _ in range(wild + 1)]
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
            if needed <= wild and (not needed or len(chosen) >= rules.min_naturals):
                yield chosen, needed
            for place in reversed(range(at, min(end, at + wild - gaps + 1))):
                for each in reversed(of_rank.get(line[place], ())):
                    with_gaps[gaps + place - at].append((place + 1, end, (*chosen, each)))


def _shown_by_sets(faces: list[int], wild: int, rules: MeldRules, longest: int) -> Iterator[tuple[Row, int]]:
    """Yield the largest first. The faces are of one rank, or all figures, with duplicates where a set may have them."""
    most = largest_meld(MeldKind.SET, rules)
    for size in range(min(len(faces), most, longest), 0, -1):
        needed = max(0, rules.set_size[0] - size)
        if needed <= min(wild, most - size) and (not needed or size >= rules.min_naturals):
            yield from ((chosen, needed) for chosen in dict.fromkeys(_different(faces, size, rules)))


def _different(faces: Sequence[int], size: int, rules: MeldRules) -> Iterator[Row]:
    """Yield so many of the faces, in sets of figures all different ones."""
    for chosen in combinations(faces, size):
        if rules.set_kind == "same_rank" or len({KINDS_OF[rules.deck][each] for each in chosen}) == size:
            yield chosen


def pieces_in(hand: Hand, rules: MeldRules, most: int) -> list[Piece]:
    """Return the pieces that a hand makes. Not all that could be split into two melds are among them.

    `most` limits the beginnings of runs that are looked at, and the pieces of each kind.
    """
    return [
        piece for kind, group in groups(hand.held, hand.wild, rules) for piece in pieces_of(kind, group, hand.wild, rules, most)
    ]


@lru_cache(maxsize=8192)
def pieces_of(kind: MeldKind, group: int, wild: int, rules: MeldRules, most: int) -> tuple[Piece, ...]:
    fewest: dict[Row, int] = {}
    wild = min(wild, rules.most_wild)
    longest, largest = _longest(kind, wild, rules), largest_meld(kind, rules)
    needs_none = rules.run_size + max(rules.run_size, rules.min_naturals)
    for shown, needed in shown_by(kind, group, wild, rules, longest, most):
        if needed or kind == MeldKind.SET or rules.run_suited or len(shown) < needs_none:
            fewest[shown] = min(needed, fewest.get(shown, needed))

    def beside(shown: Row, needed: int) -> range:
        most = min(wild, largest - len(shown)) if len(shown) >= rules.min_naturals else 0
        return range(needed, max(needed, most) + 1)

    in_order = sorted(fewest.items(), key=lambda found: -len(found[0]))
    found = (piece for shown, needed in in_order for piece in pieces_beside(kind, shown, beside(shown, needed), rules))
    return tuple(islice((piece for piece in found if can_lie(piece, rules)), most))


def can_lie(piece: Piece, rules: MeldRules) -> bool:
    """Return True if the piece makes a meld; a run does so only if its wild cards needn't lie side by side (question 46)."""
    if not piece.wild or rules.wild_adjacent or piece.kind == MeldKind.SET:
        return True
    return any(True for _ in run_rows(piece.faces, piece.wild, rules))


def _longest(kind: MeldKind, wild: int, rules: MeldRules) -> int:
    """Return the longest useful meld: a longer one can be split into two valid ones.

    A run is counted from the first natural card to the last.
    """
    if kind == MeldKind.SET:
        return 2 * rules.set_size[0] - 1 if not wild or rules.min_naturals <= rules.set_size[0] else rules.set_size[1]
    if not wild or rules.min_naturals == 1:
        return 2 * rules.run_size - 1 if wild > 2 or not rules.run_suited else 15
    return 2 * max(rules.run_size, rules.min_naturals + wild) - 1


def lay_off_pieces(
    table: Sequence[TableMeld], numbers: Collection[int], hand: Hand, variant: Variant, most: int
) -> Iterator[Piece]:
    """Yield every piece of these cards that a meld on the table takes, if its number, from 1, is given.

    `most` limits the choices of cards that are looked at; each meld gets an equal share.
    """
    rules = variant.meld_rules
    for number in numbers:
        on, share = table[number - 1], most // len(numbers)
        if hand.wild or hand.held & fits_on(on.kind, on.cards, rules)[1]:
            lying, near = Meld(on.kind, on.cards), hand.held & _near(on.kind, on.cards, rules)
            yield from _pieces_on(lying, number, near, hand.wild, rules, variant.meld_retire_at, share)


@lru_cache(maxsize=1024)
def _near(kind: MeldKind, cards: tuple[Card, ...], rules: MeldRules) -> int:
    """Return the mask of a set's rank, or of a run's suit and all further copies; or of all cards, if others could fit."""
    if rules.set_kind != "same_rank" or rules.deck != "french52" or (kind == MeldKind.RUN and not rules.run_suited):
        return -1
    first = next(1 << each for each in row_of(cards, rules) if each >= 0)
    if kind == MeldKind.SET:
        return next(mask for mask in KIND_MASKS[rules.deck] if mask & first)
    return next(mask for mask in SUIT_MASKS if mask & first) | ~FACE_MASKS[rules.deck]


@lru_cache(maxsize=4096)
def _pieces_on(
    on: Meld, number: int, held: int, wild: int, rules: MeldRules, retires_at: int | Literal["never"], most: int
) -> tuple[Piece, ...]:
    return tuple(islice(_find_pieces_on(on, number, faces_in(held, rules.deck), wild, rules, retires_at, most), most))


def _find_pieces_on(
    on: Meld, number: int, faces: list[int], wild: int, rules: MeldRules, retires_at: int | Literal["never"], most: int
) -> Iterator[Piece]:
    lying_wild = sum([is_wild(card, rules) for card in on.cards]) if rules.wild else 0
    lying = lying_row(on.kind, on.cards, rules)
    room = largest_meld(on.kind, rules) - len(lying)
    if retires_at != "never":
        room = min(room, retires_at - len(lying))
    is_set, naturals = on.kind == MeldKind.SET, len(lying) - lying_wild
    added = _set_additions(lying, faces, room, rules) if is_set else _run_additions(lying, faces, room, wild, rules, most)
    for chosen, needed in dict.fromkeys(islice(added, most)):
        has_enough = naturals + len(chosen) >= rules.min_naturals
        most_beside = min(wild, room - len(chosen), rules.most_wild - lying_wild) if has_enough else -bool(lying_wild)
        found = pieces_beside(on.kind, chosen, range(needed or not chosen, most_beside + 1), rules, number)
        if is_set or rules.wild_adjacent:
            yield from found
            continue
        shown = (*row_of([card for card in on.cards if not is_wild(card, rules)], rules), *chosen)
        for piece in found:
            if any(True for _ in run_rows((*lying, *chosen), piece.wild, rules, natural=shown)):
                yield piece


def _set_additions(lying: Row, faces: list[int], room: int, rules: MeldRules) -> Iterator[tuple[Row, int]]:
    """Yield other faces of the rank, or other figures; where duplicates are allowed, any faces of the rank."""
    kind_of, figures = KINDS_OF[rules.deck], FIGURE_MASKS[rules.deck]
    kinds = {kind_of[each] for each in lying}
    if rules.set_kind == "distinct_figures":
        others = {each for each in faces if figures >> each & 1 and kind_of[each] not in kinds}
        fit = sorted(others, key=FACES[rules.deck].__getitem__)
    else:
        fit = [each for each in faces if kind_of[each] in kinds]
        if rules.set_unique:
            fit = sorted({*fit} - {*lying})
    for size in range(min(room, len(fit)), -1, -1):
        yield from ((chosen, 0) for chosen in _different(fit, size, rules))


def _run_additions(
    lying: Row, faces: list[int], room: int, wild: int, rules: MeldRules, most: int
) -> Iterator[tuple[Row, int]]:
    """Yield cards that extend the run below and above, at most so many times, and the number of wild cards in the gaps."""
    rank_of, suit_of = RANKS_OF[rules.deck], SUITS_OF[rules.deck]
    of_rank: dict[int, list[int]] = {}
    for each in sorted({*faces}):
        if rank_of[each] >= 0 and not (rules.run_suited and suit_of[each] != suit_of[lying[0]]):
            of_rank.setdefault(rank_of[each], []).append(each)
    line, ranks = rank_line(rules.deck, rules.ace), tuple(rank_of[each] for each in lying)
    at = next(at for at in range(len(line)) if line[at : at + len(ranks)] == ranks)
    below, above = line[:at][::-1], line[at + len(ranks) :]
    if rules.ace == "around_corner" and rules.deck == "french52":
        below, above = (
            tuple((end + way * step) % 13 for step in range(1, 13)) for end, way in ((ranks[0], -1), (ranks[-1], 1))
        )
    longest = room if wild <= 2 or rules.min_naturals > 1 else min(room, 2 * rules.run_size - 1)
    lows = islice(_run_extensions(below[:longest], of_rank, wild), most)
    pairs = ((low, high) for low in lows for high in _run_extensions(above[:longest], of_rank, wild - low[1]))
    for (low, low_holes), (high, high_holes) in islice(pairs, most):
        if len(low) + low_holes + len(high) + high_holes <= room:
            yield (*low[::-1], *high), low_holes + high_holes


def _run_extensions(ranks: tuple[int, ...], of_rank: dict[int, list[int]], wild: int) -> Iterator[tuple[Row, int]]:
    """Yield cards of these ranks, outward, the last one natural, and the number of wild cards in the gaps; or no card."""
    for holes in range(min(wild + 1, len(ranks))):
        for each in of_rank.get(ranks[holes], ()):
            for more, gaps in _run_extensions(ranks[holes + 1 :], of_rank, wild - holes):
                yield (each, *more), holes + gaps
    yield (), 0
