"""Which card to discard: the one that costs least, of those that the next player isn't known to need.

A card costs what its melds become less likely and what it may be worth to the next player, less its points in hand.
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set

from bot.players.chance import number_for
from bot.players.choice import Choice, Reason, by_face
from bot.players.patterns import completes_meld, patterns_of, use_to_another, worths
from bot.players.sight import Sight
from bot.players.weights import Weights
from bot.rummy.cards import JOKER, SORT_PLACE, Card, Face, face
from bot.rummy.moves import Discard

MOST_RECYCLES = 3
"""After so many recycles, where the table allows them, the same cards could be thrown and drawn forever."""
ANY_CARD = 3
"""Then one discard in so many is any card."""
FULL_HAND = 10


def choose_discard(sight: Sight, discards: Sequence[Discard], weights: Weights, seed: str) -> Choice:
    """Return the best of these discards."""
    if len(discards) == 1:
        return Choice(discards[0], (Reason.ONLY_MOVE,))
    if is_endless(sight, seed):
        return any_discard(sight, discards, seed, avoided=_needed_next(sight, {face(move.card) for move in discards}))
    costs, kept = _costs(sight, weights), arranged_faces(sight)
    needed = _needed_next(sight, costs)
    best = min(
        discards,
        key=lambda move: (
            sight.is_wild(move.card),
            face(move.card) in needed,
            costs[face(move.card)] + weights.meld * (face(move.card) in kept),
            SORT_PLACE[face(move.card)],
        ),
    )
    is_safe = bool(needed) and face(best.card) not in needed
    return Choice(best, (Reason.LEAST_USEFUL, Reason.NOT_NEEDED_NEXT) if is_safe else (Reason.LEAST_USEFUL,))


def is_endless(sight: Sight, seed: str) -> bool:
    """Return True if any card is discarded in this turn, because the deal may otherwise go on forever."""
    return sight.deal.recycles >= MOST_RECYCLES and number_for(ANY_CARD, seed, sight.deal, "any card") == 0


def any_discard(sight: Sight, discards: Sequence[Discard], seed: str, avoided: Set[Face] = frozenset()) -> Choice:
    """Return any discard but a card of the best arrangement, if there is another.

    A face that is `avoided` and a wild joker are discarded only if fewer than two other loose cards are left: with only one to
    choose from, the deal could still go on forever.
    """
    kept = arranged_faces(sight)
    loose = sorted((move for move in discards if face(move.card) not in kept), key=by_face) or sorted(discards, key=by_face)
    harmless = [move for move in loose if face(move.card) not in avoided and not sight.is_wild(move.card)]
    choices = harmless if len(harmless) > 1 else loose
    return Choice(choices[number_for(len(choices), seed, sight.deal, "which card")], (Reason.ENDLESS_DEAL,))


def _costs(sight: Sight, weights: Weights) -> dict[Face, float]:
    """Return for each face of the hand what it costs to discard it, in points.

    With more players, what the next one gains is a smaller loss, and a loss is more often another player's.
    """
    variant, deal = sight.variant, sight.deal
    patterns, held = patterns_of(variant.meld_rules), Counter(map(face, deal.hand))
    live = {each: count * (1 + weights.thrown * (variant.points(Card(each)) - 5) / 5) for each, count in sight.hidden.items()}
    left = min(FULL_HAND, sight.fewest_cards) / FULL_HAND
    worth = worths(patterns, held, live, weights.chance * (weights.late_chance + (1 - weights.late_chance) * left))
    likely, others = sight.held_by(sight.others[0]), len(sight.others)
    behind = 2 * len(deal.hand) / (len(deal.hand) + sight.fewest_cards)
    point = weights.points + weights.points_late * 2 / (others + 1) / sight.fewest_cards * behind * behind
    return {
        each: weights.meld * worth[each]
        + weights.danger / others * use_to_another(patterns, each, likely)
        - point * variant.points(Card(each))
        for each in held
    }


def _needed_next(sight: Sight, faces: Iterable[Face]) -> set[Face]:
    """Return those of the faces that the next player can surely use: on the table, or with their known cards."""
    following, rules = sight.others[0], sight.variant.meld_rules
    fitting, known = sight.fitting_for(following), Counter(sight.deal.known_hands[following])
    jokers = known.pop(JOKER, 0) if rules.wild else 0
    return {
        each
        for each in faces
        if each in fitting or ((known or jokers) and completes_meld(patterns_of(rules), each, known, jokers, rules))
    }


def arranged_faces(sight: Sight) -> set[Face]:
    """Return the faces of the melds in the best arrangement of the hand."""
    arrangement = sight.view.arrangement
    return set() if arrangement is None else {face(card) for meld in arrangement.melds for card in meld.cards}
