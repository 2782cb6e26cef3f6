"""What a hand holds: every meld that its cards make, and melds that fit together.

Twins are worth the same, and so are jokers: a meld is found once, with the first copies of its faces and the first jokers.
`with_own_cards` gives melds that are to lie side by side copies of their own.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product

from bot.rummy.cards import FIGURES, KIND_OF, PLACE, RANK_OF, SUIT_OF, Card, Face, counts_as, face, is_joker, standing_for
from bot.rummy.events import MeldKind
from bot.rummy.melds import Faces, Meld, faces_of_kind, sets, stretches
from bot.rummy.variant import MeldRules, Variant

Found = tuple[MeldKind, Faces, Faces]
"""A meld as a row of faces, and those of them that are shown by natural cards."""


def melds_in(hand: Iterable[Card], variant: Variant) -> Iterator[Meld]:
    """Every meld that the cards of a hand make, not only those that fit together."""
    cards = sorted(hand)
    naturals = tuple(sorted((face(card) for card in cards if not is_joker(card)), key=PLACE.__getitem__))
    jokers = sum(map(is_joker, cards)) if variant.wild == "joker" else 0
    for kind, row, shown in found(naturals, jokers, variant.meld_rules):
        yield Meld(kind, _cards(row, shown, _copies(cards)))


def with_own_cards(melds: Iterable[Meld], hand: Iterable[Card]) -> tuple[Meld, ...] | None:
    """The same melds, each with cards of its own; None where the hand does not hold enough of a face."""
    copies, own = _copies(sorted(hand)), []
    for meld in melds:
        shown = tuple(face(card) for card in meld.cards if not is_joker(card))
        needed = Counter(map(face, meld.cards))
        if any(count > len(copies.get(each, ())) for each, count in needed.items()):
            return None
        own.append(Meld(meld.kind, _cards(tuple(map(counts_as, meld.cards)), shown, copies)))
    return tuple(own)


def _copies(cards: list[Card]) -> dict[Face, list[Card]]:
    """The cards that show each face, the first to be used last."""
    copies: dict[Face, list[Card]] = {}
    for card in reversed(cards):
        copies.setdefault(face(card), []).append(card)
    return copies


def _cards(row: Faces, shown: Faces, copies: dict[Face, list[Card]]) -> tuple[Card, ...]:
    """Cards for a row of faces, taken from the copies: those that are shown, and jokers for the rest."""
    natural, cards = Counter(shown), []
    for each in row:
        if natural[each]:
            natural[each] -= 1
            cards.append(copies[each].pop())
        else:
            cards.append(standing_for(copies[Face("JK")].pop(), each))
    return tuple(cards)


def found(naturals: Faces, jokers: int, rules: MeldRules) -> Iterator[Found]:
    """Every meld of these faces (sorted) and so many jokers, each once."""
    numbered = tuple(dict.fromkeys(each for each in naturals if each in RANK_OF))
    if rules.run_suited:
        for suit in range(4):
            yield from _runs(tuple(each for each in numbered if SUIT_OF[each] == suit), jokers, rules)
    else:
        yield from _runs(numbered, jokers, rules)
    if rules.set_kind == "distinct_figures":
        yield from _sets(tuple(each for each in dict.fromkeys(naturals) if each in FIGURES), jokers, rules)
    else:
        usable = dict.fromkeys(naturals) if rules.set_unique else naturals
        for kind in {KIND_OF[each] for each in usable}:
            yield from _sets(tuple(each for each in usable if KIND_OF[each] == kind), jokers, rules)


@lru_cache(maxsize=8192)
def _runs(faces: Faces, jokers: int, rules: MeldRules) -> tuple[Found, ...]:
    """Every run; the faces are of one suit, if runs are."""
    of_rank: dict[int, list[Face]] = {}
    for each in faces:
        of_rank.setdefault(RANK_OF[each], []).append(each)
    if len(of_rank) + jokers < rules.run_size:
        return ()
    return tuple(
        run
        for size in range(rules.run_size, min(len(of_rank) + jokers, 15) + 1)
        for stretch in stretches(rules.deck, rules.ace, size)
        if 0 < sum(rank in of_rank for rank in stretch) >= size - jokers
        for run in _runs_of(stretch, of_rank, jokers, rules)
    )


def _runs_of(stretch: tuple[int, ...], of_rank: dict[int, list[Face]], jokers: int, rules: MeldRules) -> Iterator[Found]:
    """Every run of these ranks: with jokers where there is no card, and where there is one too.

    In a run of several suits a joker is found as one of them only; whoever lays it may say another.
    """
    own = [rank for rank in stretch if rank in of_rank]
    suit = SUIT_OF[of_rank[own[0]][0]]
    wild = {rank: [each for each in faces_of_kind(rules.deck, rank) if SUIT_OF[each] == suit] for rank in stretch}
    missing = len(stretch) - len(own)
    for more in range(jokers - missing + 1):
        if len(own) - more < (rules.min_naturals if missing + more else 1):
            return
        for replaced in combinations(own, more):
            shown = [rank in of_rank and rank not in replaced for rank in stretch]
            options = [of_rank[rank] if natural else wild[rank] for rank, natural in zip(stretch, shown, strict=True)]
            for row in product(*options):
                yield MeldKind.RUN, row, tuple(each for each, natural in zip(row, shown, strict=True) if natural)


@lru_cache(maxsize=8192)
def _sets(faces: Faces, jokers: int, rules: MeldRules) -> tuple[Found, ...]:
    """Every set; the faces are of one rank, or all figures."""
    if len(faces) + jokers < rules.set_size[0]:
        return ()
    return tuple(
        (MeldKind.SET, row, shown)
        for size in range(1, min(len(faces), rules.set_size[1]) + 1)
        for shown in dict.fromkeys(combinations(faces, size))
        for wild in range(max(0, rules.set_size[0] - size), min(jokers, rules.set_size[1] - size) + 1)
        if not wild or size >= rules.min_naturals
        for row in sets(shown, wild, rules)
    )
