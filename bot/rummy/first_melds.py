"""Whether first melds can be worth what they must be (question 39, RULES 8.16), whoever holds which cards.

Suits count nothing, so only the ranks and figures of melds are looked at. No minimum that a hand can reach is called too high.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from bot.rummy.cards import DECK_FACES, FIGURES, KIND_OF, Card, face
from bot.rummy.melds import faces_of_kind, rank_stretches
from bot.rummy.variant import MeldRules, Variant


def can_be_worth(least: int, variant: Variant, deck: Iterable[Card], cards: int) -> bool:
    """Return True if melds of at most so many `cards` of the deck can be worth `least` together."""
    points = {KIND_OF[each]: variant.points(Card(each)) for each in DECK_FACES[variant.deck]}
    copies = Counter(KIND_OF.get(face(card), -1) for card in deck)  # of each rank or figure; -1 for jokers
    jokers = copies[-1] if variant.wild == "joker" else 0
    melds = [(sum(map(points.__getitem__, kinds)), kinds) for kinds in _melds(variant.meld_rules, cards)]
    melds.sort(key=lambda meld: -meld[0] / len(meld[1]))

    def reaches(at: int, missing: int, cards: int, chosen: tuple[int, ...], wild: int) -> bool:
        """Return True if melds from index `at` on, beside those `chosen`, which take `wild` jokers at most, are enough."""
        if (Counter(chosen) - copies).total() > min(jokers, wild):
            return False
        for place, (counts, kinds) in enumerate(melds[at:], start=at):
            if missing <= 0 or counts * cards < missing * len(kinds):
                break  # the others are worth no more for each card
            more = min(variant.meld_rules.most_wild, max(0, len(kinds) - variant.wild_min_naturals))
            if len(kinds) <= cards and reaches(place, missing - counts, cards - len(kinds), chosen + kinds, wild + more):
                return True
        return missing <= 0

    return reaches(0, least, cards, (), 0)


def _melds(rules: MeldRules, most: int) -> Iterator[tuple[int, ...]]:
    """Yield every meld of at most so many cards, by its ranks or figures."""
    for size in range(rules.run_size, most + 1):
        yield from rank_stretches(rules.deck, rules.ace, size)
    for size in range(rules.set_size[0], min(rules.set_size[1], most) + 1):
        if rules.set_kind == "distinct_figures":
            yield from combinations(sorted({KIND_OF[each] for each in DECK_FACES[rules.deck] & FIGURES}), size)
        elif not rules.set_unique or size <= len(faces_of_kind(rules.deck, 0)):
            yield from ((kind,) * size for kind in sorted({KIND_OF[each] for each in DECK_FACES[rules.deck]}))
