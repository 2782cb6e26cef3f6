"""Which card to discard: the one that costs least, of those that the next player isn't known to need.

A card costs what its melds become less likely and what it may be worth to the next player, less its points in hand. What each
of that weighs is said by the game (`games/`); all is in points.

In the turn of a person whose time is up in a match that counts, the discard is the one that harms them least, and nothing is
laid, unless the rules allow no other end of the turn.
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from functools import lru_cache
from operator import mul

from bot.players.choice import by_face, number_for
from bot.players.game_play import Weights
from bot.players.games import GAME_PLAY
from bot.players.sight import Sight, completes_meld, patterns_of, use_to_another, worths
from bot.rummy.cards import FACE_OF, JOKER, SORT_PLACE, Face, face
from bot.rummy.moves import DONE, DRAW, LAY_OFF_ALL, Discard, LayMeld, LayMelds, LayOff, SeatMove, Swap
from bot.rummy.notation import BIT
from bot.rummy.variant import MeldRules
from bot.rummy.view import View

MOST_RECYCLES = 3
"""After so many recycles, where the table allows them, the same cards could be thrown and drawn forever."""
ANY_CARD = 3
"""Then one discard in so many is any card."""
FULL_HAND = 10


def choose_discard(sight: Sight, discards: Sequence[Discard], weights: Weights, seed: str) -> Discard:
    """Return the best of these discards."""
    return best_discards(sight, discards, weights, seed)[0]


def best_discards(sight: Sight, discards: Sequence[Discard], weights: Weights, seed: str) -> list[Discard]:
    """Return these discards, the best first; as they are if nobody else plays any more."""
    if len(discards) == 1 or not sight.others:
        return list(discards)
    if (ranked := GAME_PLAY[sight.variant.game].ranked) is not None:
        return ranked(sight, discards)
    needed = needed_next(sight, {FACE_OF[move.card] for move in discards})
    found = cheapest_discards(sight, discards, weights, avoided=needed)
    if is_endless(sight, seed):
        best = any_discard(sight, discards, seed, avoided=needed)
        found.sort(key=lambda move: move != best)
    return found


def cheapest_discards(
    sight: Sight, discards: Sequence[Discard], weights: Weights, avoided: Set[Face] = frozenset()
) -> list[Discard]:
    """Return the discards, those that cost least first. Faces that are `avoided` are the last but for wild jokers."""
    costs, kept = _costs(sight, weights), arranged_faces(sight)
    return sorted(
        discards,
        key=lambda move: (
            sight.is_wild(move.card),
            (each := FACE_OF[move.card]) in avoided,
            costs[each] + weights.kept * (each in kept),
            SORT_PLACE[each],
        ),
    )


def is_endless(sight: Sight, seed: str) -> bool:
    """Return True if any card is discarded in this turn, because the deal may otherwise go on forever."""
    return sight.deal.recycles >= MOST_RECYCLES and number_for(ANY_CARD, seed, sight.deal, "any card") == 0


def any_discard(sight: Sight, discards: Sequence[Discard], seed: str, avoided: Set[Face] = frozenset()) -> Discard:
    """Return any discard but a card of the best arrangement, if there is another.

    A face that is `avoided` and a wild joker are discarded only if fewer than two other loose cards are left: with only one to
    choose from, the deal could still go on forever.
    """
    kept = arranged_faces(sight)
    loose = sorted((move for move in discards if face(move.card) not in kept), key=by_face) or sorted(discards, key=by_face)
    harmless = [move for move in loose if face(move.card) not in avoided and not sight.is_wild(move.card)]
    choices = harmless if len(harmless) > 1 else loose
    return choices[number_for(len(choices), seed, sight.deal, "which card")]


@lru_cache(maxsize=64)
def _thrown(rules: MeldRules, thrown: float) -> tuple[float, ...]:
    """Return how much likelier each face comes because cards of many points are thrown."""
    return (*(1 + thrown * (each - 5) / 5 for each in rules.points), 1.0)


def _costs(sight: Sight, weights: Weights) -> dict[Face, float]:
    """Return for each face of the hand what it costs to discard it, in points.

    With more players, what the next one gains is a smaller loss, and a loss is more often another player's.
    """
    points, deal, rules = sight.variant.card_points, sight.deal, sight.variant.meld_rules
    patterns, faces = patterns_of(rules), [FACE_OF[card] for card in deal.hand]
    live = list(map(mul, sight.hidden, _thrown(rules, weights.thrown)))
    left = min(FULL_HAND, sight.fewest_cards) / FULL_HAND
    chance = weights.chance * (weights.late_chance + (1 - weights.late_chance) * left)
    worth = worths(patterns, faces, live, chance, rules.deck)
    likely, others = patterns.by_group(sight.held_by(sight.others[0])), len(sight.others)
    meld, danger = weights.meld, weights.danger / others
    behind = 2 * len(deal.hand) / (len(deal.hand) + sight.fewest_cards)
    point = weights.points + weights.points_late * 2 / (others + 1) / sight.fewest_cards * behind * behind
    return {each: meld * worth[each] + danger * use_to_another(patterns, each, likely) - point * points[each] for each in faces}


def needed_next(sight: Sight, faces: Iterable[Face]) -> Set[Face]:
    """Return those of the faces that the next player can surely use: on the table, or with their known cards."""
    following, rules = sight.others[0], sight.variant.meld_rules
    fitting, known = sight.fitting_for(following), sight.deal.known_hands[following]
    if not known:
        return {each for each in faces if BIT[each] & fitting}
    held = Counter(known)
    jokers = held.pop(JOKER, 0) if rules.wild else 0
    return {each for each in faces if BIT[each] & fitting or completes_meld(patterns_of(rules), each, held, jokers, rules)}


def arranged_faces(sight: Sight) -> set[Face]:
    """Return the faces of the melds in the best arrangement of the hand."""
    arrangement = sight.view.arrangement
    return set() if arrangement is None else {face(card) for meld in arrangement.melds for card in meld.cards}


def minimal_move(view: View) -> SeatMove:
    """Return the next move of that turn; the view must be that of the seat to act.

    The drawn card is discarded if it is harmless, else the harmless card with the most points. If none is, a card goes first
    that the next player can lay off, then one of a meld in hand, and a wild joker last. If none may be discarded, because only
    copies of a taken card are left, they are laid. A card that was taken or laid before isn't taken back. After a knock, what
    leaves the fewest points is laid off. In a phase without any of these the last of the moves is made: a game offers last what
    changes least.
    Raise ValueError if the viewer can't act.
    """
    if DRAW in view.moves:
        return DRAW
    discards = [move for move in view.moves if isinstance(move, Discard)]
    if discards:
        return _least_harmful(Sight(view), discards)
    if DONE in view.moves:
        return LAY_OFF_ALL if LAY_OFF_ALL in view.moves else DONE
    laid = [move for kind in (LayMelds | LayMeld, LayOff, Swap) for move in view.moves if isinstance(move, kind)]
    if not view.moves:
        raise ValueError("there is no turn to play")
    return laid[0] if laid else view.moves[-1]


def _least_harmful(sight: Sight, discards: list[Discard]) -> Discard:
    deal = sight.deal
    drawn = None if deal.new_card is None else face(deal.new_card)
    melded, fitting = sight.melded_faces(), sight.fitting_for(sight.others[0])
    return min(
        discards,
        key=lambda move: (
            sight.is_wild(move.card),
            face(move.card) in melded,
            bool(BIT[move.card] & fitting),
            face(move.card) != drawn,
            -sight.variant.points(move.card),
            -SORT_PLACE[face(move.card)],
        ),
    )
