"""Pieces that are laid off on the melds of the table: all cards that go on one meld together (RULES 4.4)."""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, islice

from bot.rummy.deck.cards import FIGURES, KIND_OF, RANK_OF, SUIT_OF, Card, Face, face, is_joker, meld_face
from bot.rummy.events import MeldKind
from bot.rummy.match import TableMeld
from bot.rummy.melds.card_counts import COUNT_OF, FIELD, SLOTS
from bot.rummy.melds.melds import Faces, rank_line
from bot.rummy.melds.pieces import Piece, largest_set
from bot.rummy.variant.variant import MeldRules, Variant


def lay_off_pieces(
    table: Sequence[TableMeld], numbers: Collection[int], naturals: Sequence[Card], jokers: int, variant: Variant, most: int
) -> Iterator[Piece]:
    """Yield every piece of these cards and jokers that a meld on the table takes, if its number, from 1, is given.

    `most` limits the choices of cards that are looked at; each meld gets an equal share.
    """
    for number in numbers:
        share = most // len(numbers)
        yield from islice(_pieces_on(table[number - 1], number, naturals, jokers, variant, share), share)


def _pieces_on(
    on: TableMeld, number: int, naturals: Sequence[Card], jokers: int, variant: Variant, most: int
) -> Iterator[Piece]:
    rules = variant.meld_rules
    lying = tuple(map(meld_face, on.cards))
    wild, grown = sum(map(is_joker, on.cards)), len(on.cards) - sum(map(is_joker, on.cards))
    room = (largest_set(lying[0], rules) if on.kind == MeldKind.SET else len(set(rank_line(rules.deck, rules.ace)))) - len(
        lying
    )
    if variant.meld_retire_at != "never":
        room = min(room, variant.meld_retire_at - len(lying))
    faces = tuple(sorted(map(face, naturals)))
    added = (
        _set_additions(lying, faces, room, rules)
        if on.kind == MeldKind.SET
        else _run_additions(lying, faces, room, jokers, rules, most)
    )
    slot = 1 << FIELD * (SLOTS + number - 1)
    for chosen, needed in dict.fromkeys(islice(added, most)):
        takes = slot + sum(map(COUNT_OF.__getitem__, chosen))
        for more in range(needed, min(jokers, room - len(chosen)) + 1):
            if (chosen or more) and (not (wild or more) or grown + len(chosen) >= rules.min_naturals):
                yield Piece(on.kind, chosen, more, takes, number)


def _set_additions(lying: Faces, faces: Faces, room: int, rules: MeldRules) -> Iterator[tuple[Faces, int]]:
    """Yield other faces of the rank, or other figures; where duplicates are allowed, any faces of the rank."""
    kinds = {KIND_OF[each] for each in lying}
    if rules.set_kind == "distinct_figures":
        fit = tuple(dict.fromkeys(each for each in faces if each in FIGURES and KIND_OF[each] not in kinds))
    else:
        fit = tuple(each for each in faces if KIND_OF[each] in kinds)
        if rules.set_unique:
            fit = tuple(each for each in dict.fromkeys(fit) if each not in lying)
    for size in range(min(room, len(fit)), -1, -1):
        for chosen in combinations(fit, size):
            if rules.set_kind == "same_rank" or len({KIND_OF[each] for each in chosen}) == size:
                yield chosen, 0


def _run_additions(
    lying: Faces, faces: Faces, room: int, jokers: int, rules: MeldRules, most: int
) -> Iterator[tuple[Faces, int]]:
    """Yield cards that extend the run below and above, at most so many times, and the number of jokers in the gaps."""
    of_rank: dict[int, list[Face]] = {}
    for each in dict.fromkeys(faces):
        if each in RANK_OF and not (rules.run_suited and SUIT_OF[each] != SUIT_OF[lying[0]]):
            of_rank.setdefault(RANK_OF[each], []).append(each)
    line, ranks = rank_line(rules.deck, rules.ace), tuple(RANK_OF[each] for each in lying)
    at = next(at for at in range(len(line)) if line[at : at + len(ranks)] == ranks)
    below, above = line[:at][::-1], line[at + len(ranks) :]
    if rules.ace == "around_corner" and rules.deck == "french52":
        below, above = (
            tuple((ranks[0] - step) % 13 for step in range(1, 13)),
            tuple((ranks[-1] + step) % 13 for step in range(1, 13)),
        )
    longest = room if jokers <= 2 or rules.min_naturals > 1 else min(room, 2 * rules.run_size - 1)
    lows = islice(_run_extensions(below[:longest], of_rank, jokers), most)
    pairs = ((low, high) for low in lows for high in _run_extensions(above[:longest], of_rank, jokers - low[1]))
    for (low, low_holes), (high, high_holes) in islice(pairs, most):
        if len(low) + low_holes + len(high) + high_holes <= room:
            yield (*low[::-1], *high), low_holes + high_holes


def _run_extensions(ranks: tuple[int, ...], of_rank: dict[int, list[Face]], jokers: int) -> Iterator[tuple[Faces, int]]:
    """Yield cards of these ranks, outward, the last one natural, and the number of jokers in the gaps; or no card."""
    for holes in range(min(jokers + 1, len(ranks))):
        for each in of_rank.get(ranks[holes], ()):
            for more, gaps in _run_extensions(ranks[holes + 1 :], of_rank, jokers - holes):
                yield (each, *more), holes + gaps
    yield (), 0
