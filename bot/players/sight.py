"""What a player can count from a view: the cards that may still come, what the others hold or need, and what melds still need.

The smallest melds of a variant are patterns, so that it is quick to count. A pattern needs one card of each of some groups of
faces. In a run of one suit each group is one face, in a run of any suits all faces of a rank; a set needs some of its groups
only. Jokers are in no pattern: those that are wild replace anything.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import repeat
from math import prod
from operator import mul

from msgspec import Struct

from bot.rummy.arrangement import best_arrangement
from bot.rummy.cards import DECK_FACES, FIGURES, JOKER, KIND_OF, SORT_PLACE, SUIT_OF, Card, Face, deck_of, face
from bot.rummy.melds import faces_of_kind, is_wild, rank_stretches
from bot.rummy.moves import SeatMove
from bot.rummy.notation import FACES, NUMBER_OF
from bot.rummy.steps.plays import naturals_for
from bot.rummy.variant import MeldRules
from bot.rummy.view import View


class Sight:
    """A view of the deal in play, and what follows from it."""

    def __init__(self, view: View) -> None:
        assert view.deal is not None
        assert view.viewer is not None
        self.view, self.deal, self.seat, self.variant = view, view.deal, view.viewer, view.variant
        self.others = _others(self.seat, view.seats, view.gone_seats, self.variant.direction)
        self.fewest_cards = max(1, min(map(view.deal.hand_sizes.__getitem__, self.others), default=0))  # of the others
        self.kinds: set[type[SeatMove]] = set(map(type, view.moves))

    @cached_property
    def hidden(self) -> list[int]:
        """How many copies of each face, by its number, are in the stock or in the others' hands without having been shown.

        The last are the jokers.
        """
        deal, number, left = self.deal, NUMBER_OF[self.variant.deck], self.view.gone_seats
        players = sum([size > 0 or seat not in left for seat, size in enumerate(deal.hand_sizes)]) if left else self.view.seats
        hidden = list(_copies_in(self.variant.deck, self.variant.packs_for(players), self.variant.jokers))
        melded = [card for meld in deal.melds for card in meld.cards]
        known = [each for seat, faces in enumerate(deal.known_hands) if seat != self.seat for each in faces]
        for card in (*deal.hand, *deal.discard_pile, *deal.retired_cards, *melded, *known):
            hidden[number.get(card, -1)] -= 1
        return [max(0, count) for count in hidden] if min(hidden) < 0 else hidden

    def hidden_copies(self, face: Face) -> int:
        return self.hidden[NUMBER_OF[self.variant.deck].get(face, -1)]

    def held_by(self, seat: int) -> list[float]:
        """Return how many of each face another hand is likely to hold: the known cards, and its share of the hidden ones."""
        known, number = self.deal.known_hands[seat], NUMBER_OF[self.variant.deck]
        unknown, hidden = self.deal.hand_sizes[seat] - len(known), sum(self.hidden)
        share = unknown / hidden if hidden else 0.0
        held = list(map(mul, self.hidden, repeat(share)))
        for each in known:
            held[number.get(each, -1)] += 1
        return held

    def fitting_for(self, seat: int) -> int:
        """Return the mask of the natural cards that another seat may lay off, or swap for a joker, now or after a meld."""
        melds, scope = self.deal.melds, self.variant.layoff_scope
        if scope != "all":
            melds = tuple(meld for meld in melds if scope == "own" and meld.owner == seat)
        return naturals_for(melds, self.variant)

    def melded_faces(self) -> set[Face]:
        """Return the faces of which the hand needs every copy for a meld that it holds, or for the best arrangement."""
        arrangement, held = self.view.arrangement, Counter(map(face, self.deal.hand))
        together = [card for meld in (arrangement.melds if arrangement else ()) for card in meld.cards]
        needed = [
            Counter(face(card) for card in cards) for cards in (together, *(meld.cards for meld in self.view.melds_in_hand))
        ]
        return {each for counts in needed for each, count in counts.items() if count >= held[each]}

    def is_wild(self, card: Card) -> bool:
        return is_wild(card, self.variant.meld_rules)


EFFORT = 2000
"""The most pieces that are looked at to see whether a discard makes a meld."""


def improves_melds(sight: Sight) -> bool:
    """Return True if with the top discard the best melds of the hand leave fewer points."""
    hand = sight.deal.hand
    return _points_left(sight, (*hand, sight.deal.discard_pile[-1])) < _points_left(sight, hand)


def _points_left(sight: Sight, hand: tuple[Card, ...]) -> int:
    return best_arrangement(hand, sight.variant, effort=EFFORT).points


@lru_cache(maxsize=256)
def _others(seat: int, seats: int, left_seats: tuple[int, ...], direction: str) -> tuple[int, ...]:
    """Return the seats that play against this one, the next to play first."""
    step = 1 if direction == "clockwise" else -1
    following = [(seat + step * turns) % seats for turns in range(1, seats)]
    return tuple([other for other in following if other not in left_seats])


@lru_cache(maxsize=64)
def _copies_in(deck: str, packs: int, jokers: int) -> tuple[int, ...]:
    counts = Counter(NUMBER_OF[deck].get(card, -1) for card in deck_of(deck, packs, jokers))
    return (*(counts[number] for number in range(len(FACES[deck]))), counts[-1])


Faces = tuple[Face, ...]
Counts = Mapping[Face, float]


Ways = tuple[tuple[int, int, tuple[int, ...]], ...]
"""The patterns with a face: how many cards each needs, the face's group and the others, or the only one, by their indexes."""


class Patterns(Struct, frozen=True):
    """The groups of a variant, first the single faces by their numbers, and for each face the patterns with it."""

    groups: tuple[Faces, ...]
    numbers: tuple[tuple[int, ...], ...]  # of the faces of each group
    of_face: dict[Face, Ways]
    groups_of: dict[Face, frozenset[int]]  # that hold the face, in these patterns

    def by_group(self, counts: Sequence[float]) -> Sequence[float]:
        """Return how many cards of each group there are, from those of each face, by its number, and of jokers at the end."""
        if len(self.groups) < len(counts):  # each group is a single face
            return counts
        return [sum([counts[number] for number in group]) for group in self.numbers]


@lru_cache(maxsize=64)
def patterns_of(rules: MeldRules) -> Patterns:
    """Return the patterns of these answers."""
    index: dict[Faces, int] = {(each,): number for number, each in enumerate(FACES[rules.deck])}
    of_face: dict[Face, Ways] = dict.fromkeys((*FACES[rules.deck], JOKER), ())
    for kind, size, find in (("run", rules.run_size, _runs), ("set", rules.set_size[0], _sets)):
        for needed in find(rules) if kind in rules.kinds else ():
            groups = tuple([index.setdefault(group, len(index)) for group in needed])
            group_of = {each: index[group] for group in needed for each in group}
            for each, own in group_of.items():
                of_face[each] += ((size, own, tuple([group for group in groups if group != own]) or groups),)
    groups_of = {each: frozenset([own for _, own, _ in ways]) for each, ways in of_face.items()}
    return Patterns(tuple(index), tuple(tuple([index[each,] for each in group]) for group in index), of_face, groups_of)


def _runs(rules: MeldRules) -> Iterator[Sequence[Faces]]:
    for ranks in rank_stretches(rules.deck, rules.ace, rules.run_size):
        kinds = [faces_of_kind(rules.deck, rank) for rank in ranks]
        if not rules.run_suited:
            yield kinds
            continue
        for suit in sorted({SUIT_OF[each] for each in kinds[0]}):
            yield [tuple(each for each in kind if SUIT_OF[each] == suit) for kind in kinds]


def _sets(rules: MeldRules) -> Iterator[Sequence[Faces]]:
    faces = sorted(DECK_FACES[rules.deck], key=SORT_PLACE.__getitem__)
    kinds = list(dict.fromkeys(faces_of_kind(rules.deck, KIND_OF[each]) for each in faces))
    if rules.set_kind == "distinct_figures":
        yield [kind for kind in kinds if FIGURES.issuperset(kind)]
    elif rules.set_unique:
        yield from ([(each,) for each in kind] for kind in kinds if len(kind) >= rules.set_size[0])
    else:
        yield from ([kind] for kind in kinds)


def worths(patterns: Patterns, faces: Sequence[Face], live: Sequence[float], chance: float, deck: str) -> dict[Face, float]:
    """Return what each of these faces of a hand is worth, in melds: how much less likely melds become without one card of it.

    `live` counts the cards that may still come, by the numbers of their faces, and `chance` is how likely one of them is to
    come in time.
    """
    number, counts, worth = NUMBER_OF[deck], [0] * len(live), dict.fromkeys(faces, 0.0)
    for each in faces:
        counts[number.get(each, -1)] += 1
    in_hand, to_come = patterns.by_group(counts), list(map(mul, repeat(chance), patterns.by_group(live)))
    at_hand = to_come.copy()
    for each in worth:
        for own in patterns.groups_of[each]:
            at_hand[own] = 1.0
    for each in worth:
        likely = 0.0
        for size, own, others in patterns.of_face[each]:
            coming = to_come[own]
            if others == (own,):  # all cards are of this group
                needed = size - int(in_hand[own])
                lost = _repeated(coming, needed) - _repeated(coming, needed + 1) if needed >= 0 else 0.0
            elif in_hand[own] > 1:  # nothing is lost
                continue
            elif size == 3 and len(others) == 2:
                one, two = others
                lost = at_hand[one] * at_hand[two]
                lost -= lost * coming
            elif size == 3 == len(others) and not (in_hand[others[0]] or in_hand[others[1]] or in_hand[others[2]]):
                one, two, three = to_come[others[0]], to_come[others[1]], to_come[others[2]]
                with_it = one * two + (one + two) * three
                lost = with_it - (one * two * three + with_it * coming)
            else:
                missing = [to_come[group] for group in others if not in_hand[group]]
                needed = size - 1 - len(others) + len(missing)
                if not 0 <= needed <= 2:
                    continue
                with_it = likelihood(missing, needed)
                lost = with_it - (likelihood(missing, needed + 1) + with_it * coming)  # one more must come, or that one again
            likely += lost
        worth[each] = likely
    return worth


def likelihood(chances: Sequence[float], needed: int) -> float:
    """Return the sum, over all choices of so many of the chances, of their product."""
    if needed <= 1:
        return sum(chances) if needed else 1.0
    if needed == len(chances):
        return prod(chances)
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


def use_to_another(patterns: Patterns, face: Face, chances: Sequence[float]) -> float:
    """Return how many melds this face is likely to complete in a hand that is likely to hold so many of each group."""
    use = 0.0
    for size, _, others in patterns.of_face[face]:
        if len(others) == 2:
            one, two = others
            use += chances[one] * chances[two]
        elif len(others) == 1:
            use += _repeated(chances[others[0]], size - 1)
        elif size == 3 == len(others):  # as for most sets
            one, two, three = others
            use += chances[one] * chances[two] + (chances[one] + chances[two]) * chances[three]
        else:
            use += likelihood([chances[other] for other in others], size - 1)
    return use


def completes_meld(patterns: Patterns, face: Face, held: Counts, jokers: int, rules: MeldRules) -> bool:
    """Return True if this face makes a smallest meld with these cards, and with so many wild jokers."""
    for size, _, others in patterns.of_face[face]:
        copies = [sum([held.get(each, 0) for each in patterns.groups[group]]) for group in others]
        naturals = int(copies[0]) if len(copies) == 1 else sum([count > 0 for count in copies])
        wild = min(jokers, rules.most_wild) if naturals + 1 >= rules.min_naturals else 0
        if naturals + wild >= size - 1:
            return True
    return False
