"""The smallest melds of a variant as patterns, so that it is quick to count which cards they still need.

A pattern needs one card of each of some groups of faces. In a run of one suit each group is one face, in a run of any suits all
faces of a rank; a set needs some of its groups only. Jokers are in no pattern: those that are wild replace anything.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from bot.rummy.cards import DECK_FACES, FIGURES, KIND_OF, SORT_PLACE, SUIT_OF, Face
from bot.rummy.melds import Faces, faces_of_kind, rank_stretches
from bot.rummy.variant import MeldRules

Counts = Mapping[Face, float]


class Pattern(Struct, frozen=True):
    """A smallest meld: `size` cards, each of another of these groups, or all of the one group if duplicates are allowed."""

    size: int
    groups: tuple[int, ...]  # indexes of `Patterns.groups`
    has_duplicates: bool = False


class Patterns(Struct, frozen=True):
    """All patterns of a variant, their groups of faces, and for each face the patterns with it and its group in them."""

    groups: tuple[Faces, ...]
    patterns: tuple[Pattern, ...]
    of_face: dict[Face, tuple[tuple[Pattern, int], ...]]


@lru_cache(maxsize=64)
def patterns_of(rules: MeldRules) -> Patterns:
    """Return the patterns of these answers."""
    number: dict[Faces, int] = {}

    def numbered(groups: Iterable[Faces]) -> tuple[int, ...]:
        return tuple(number.setdefault(group, len(number)) for group in groups)

    patterns = [Pattern(rules.run_size, numbered(groups)) for groups in _runs(rules)]
    patterns += [Pattern(rules.set_size[0], numbered(groups), has_duplicates=len(groups) == 1) for groups in _sets(rules)]
    groups = tuple(number)
    of_face: dict[Face, list[tuple[Pattern, int]]] = {}
    for pattern in patterns:
        for group in pattern.groups:
            for face in groups[group]:
                of_face.setdefault(face, []).append((pattern, group))
    return Patterns(groups, tuple(patterns), {face: tuple(found) for face, found in of_face.items()})


def _runs(rules: MeldRules) -> Iterator[Sequence[Faces]]:
    for ranks in rank_stretches(rules.deck, rules.ace, rules.run_size):
        kinds = [faces_of_kind(rules.deck, rank) for rank in ranks]
        if not rules.run_suited:
            yield kinds
            continue
        for suit in sorted({SUIT_OF[face] for face in kinds[0]}):
            yield [tuple(face for face in kind if SUIT_OF[face] == suit) for kind in kinds]


def _sets(rules: MeldRules) -> Iterator[Sequence[Faces]]:
    faces = sorted(DECK_FACES[rules.deck], key=SORT_PLACE.__getitem__)
    kinds = list(dict.fromkeys(faces_of_kind(rules.deck, KIND_OF[face]) for face in faces))
    if rules.set_kind == "distinct_figures":
        yield [kind for kind in kinds if FIGURES.issuperset(kind)]
    elif rules.set_unique:
        yield from ([(face,) for face in kind] for kind in kinds if len(kind) >= rules.set_size[0])
    else:
        yield from ([kind] for kind in kinds)


def worths(patterns: Patterns, held: Counts, live: Counts, chance: float) -> dict[Face, float]:
    """Return what each face of a hand is worth, in melds: how much less likely melds become without one card of it.

    `live` counts the cards that may still come, and `chance` is how likely one of them is to come in time.
    """
    in_hand = [sum(held.get(face, 0) for face in group) for group in patterns.groups]
    to_come = [chance * sum(live.get(face, 0) for face in group) for group in patterns.groups]
    worth = dict.fromkeys(held, 0.0)
    for pattern in {id(pattern): pattern for face in held for pattern, _ in patterns.of_face.get(face, ())}.values():
        for group, lost in _losses(pattern, in_hand, to_come):
            for face in patterns.groups[group]:
                if face in worth:
                    worth[face] += lost
    return worth


def _losses(pattern: Pattern, in_hand: Sequence[float], to_come: Sequence[float]) -> Iterator[tuple[int, float]]:
    """Yield for each group how much less likely the meld becomes without the hand's card of it."""
    if pattern.has_duplicates:
        (group,) = pattern.groups
        missing = pattern.size - int(in_hand[group])
        if missing >= 0:
            yield group, _repeated(to_come[group], missing) - _repeated(to_come[group], missing + 1)
        return
    shown = [group for group in pattern.groups if in_hand[group]]
    missing = pattern.size - len(shown)
    if missing > 2 or missing < 0:
        return
    others = [to_come[group] for group in pattern.groups if not in_hand[group]]
    with_it = likelihood(others, missing)
    for group in shown:
        if in_hand[group] == 1:
            yield group, with_it - likelihood([*others, to_come[group]], missing + 1)


def likelihood(chances: Sequence[float], needed: int) -> float:
    """Return the sum, over all choices of so many of the chances, of their product."""
    if needed <= 1:
        return sum(chances) if needed else 1.0
    if needed == len(chances):
        product = 1.0
        for chance in chances:
            product *= chance
        return product
    sums = [1.0] + [0.0] * needed
    for chance in chances:
        for count in range(needed, 0, -1):
            sums[count] += sums[count - 1] * chance
    return sums[needed]


def _repeated(chance: float, needed: int) -> float:
    """Return how likely so many of the same cards are.

    It is multiplied out, because power functions don't round in the same way on every machine.
    """
    product = 1.0
    for count in range(1, needed + 1):
        product *= chance / count
    return product


def use_to_another(patterns: Patterns, face: Face, chances: Counts) -> float:
    """Return how many melds this face is likely to complete in a hand that holds each face with this probability."""
    use = 0.0
    for pattern, group in patterns.of_face.get(face, ()):
        if pattern.has_duplicates:
            use += _repeated(sum(chances.get(each, 0) for each in patterns.groups[group]), pattern.size - 1)
            continue
        others = [sum(chances.get(each, 0) for each in patterns.groups[other]) for other in pattern.groups if other != group]
        use += likelihood(others, pattern.size - 1)
    return use


def completes_meld(patterns: Patterns, face: Face, held: Counts, jokers: int, rules: MeldRules) -> bool:
    """Return True if this face makes a smallest meld with these cards, and with so many wild jokers."""
    for pattern, group in patterns.of_face.get(face, ()):
        if pattern.has_duplicates:
            naturals = int(sum(held.get(each, 0) for each in patterns.groups[group]))
        else:
            others = (patterns.groups[other] for other in pattern.groups if other != group)
            naturals = sum(any(held.get(each, 0) for each in faces) for faces in others)
        wild = jokers if naturals + 1 >= rules.min_naturals else 0
        if naturals + wild >= pattern.size - 1:
            return True
    return False
