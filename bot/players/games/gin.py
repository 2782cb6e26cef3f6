"""Gin: when its computer players knock, what *normal* takes and discards, and what they do in the phases that only gin has.

*normal* knocks in its first turns, and later only with gin: with few points it waits, to undercut whoever knocks with more. It
takes and discards what leaves the fewest points, on average, after the next card from the stock, in its first turns after two.

*easy* knocks when it can. It sometimes misses a knock, an upcard that makes a meld, and which card has the most points.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from bot.players.choice import Level, by_face, number_for
from bot.players.game_play import GamePlay, Reason, Weights
from bot.players.sight import EFFORT, Sight, completes_meld, improves_melds, patterns_of, use_to_another
from bot.rummy.arrangement import best_arrangement
from bot.rummy.cards import JOKER, SORT_PLACE, Card, face
from bot.rummy.moves import DONE, DRAW, LAY_OFF_ALL, PASS, TAKE, Discard, Done, Knock, LayOffAll, Pass, SeatMove, Take
from bot.rummy.steps.knocking import best_without, knock_points
from bot.rummy.variant import Variant
from bot.rummy.view import View

WEIGHTS = Weights(points=2.0)
"""For the reasons of a hint: all points outside melds count when anybody knocks."""
MISSED_KNOCKS, MISSED_UPCARDS, MISSED_DISCARDS = 20, 20, 20
"""How often, in percent of the turns, *easy* misses these; it then discards any card outside its melds."""
EARLY = 9
"""The last turn, of both players together, in which the other one is likely to have many points left."""
APART = 7
"""So far apart, in the order of the deck, are two cards that come together: no meld needs them both."""
DANGER = 1.0
"""What each meld costs, in points, that a discard is likely to complete for the other player."""
LOOKED_AT = 4
"""So many discards are looked at, those with the most points: with all of them it wins no more."""


class FewLeft(Reason):
    points: int
    sentence = "With 1 point left, you likely have less than the other player."
    plural = "With {count} points left, you likely have less than the other player."
    counted = "points"
    if_empty = "points", "Every card is in a meld: gin."


class UpcardHelps(Reason):
    sentence = "The upcard makes your melds better."


class UpcardIsUseless(Reason):
    sentence = "The upcard makes no meld of yours better."


class LowersPoints(Reason):
    before: int
    points: int
    sentence = "With this card you can have {points} points outside melds, not {before}."


class WaitsForGin(Reason):
    sentence = "Don't knock yet: wait for gin, or until the other player knocks with more points than you."


class FewerLeft(Reason):
    sentence = "What you lay off doesn't count against you."


class KeptIsBetter(Reason):
    sentence = "Nothing more of your hand is better laid off than kept."


def _first(view: View, level: Level, seed: str) -> SeatMove | None:
    assert view.deal is not None
    if DONE in view.moves:
        return LAY_OFF_ALL if LAY_OFF_ALL in view.moves else DONE
    knock = _knock(view)
    if knock is not None and not knock_points(knock, view.deal.hand, view.variant):
        return knock
    if level == Level.EASY:
        return _first_of_beginner(view, knock, seed)
    if knock is not None and view.deal.turn_number <= EARLY:
        return knock
    if TAKE in view.moves:
        sight = Sight(view)
        if improves_melds(sight) or _lowers_points(sight):
            return TAKE
        return PASS if PASS in view.moves else DRAW
    return None


def _first_of_beginner(view: View, knock: Knock | None, seed: str) -> SeatMove | None:
    deal = view.deal
    assert deal is not None
    if knock is not None and number_for(100, seed, deal, "knock") >= MISSED_KNOCKS:
        return knock
    if PASS in view.moves:
        return TAKE if number_for(100, seed, deal, "upcard") >= MISSED_UPCARDS and improves_melds(Sight(view)) else PASS
    discards = [move for move in view.moves if isinstance(move, Discard)]
    if not discards or number_for(100, seed, deal, "most points") >= MISSED_DISCARDS:
        return None
    melded = {card for meld in best_without(None, deal.hand, view.variant).melds for card in meld.cards}
    loose = sorted((move for move in discards if move.card not in melded), key=by_face)
    return loose[number_for(len(loose), seed, deal, "which card")] if loose else None


def _knock(view: View) -> Knock | None:
    """Return the knock that leaves the fewest points, if there is one."""
    return next((move for move in view.moves if isinstance(move, Knock)), None)


def _lowers_points(sight: Sight) -> bool:
    """Return True if the top discard instead of another card leaves fewer points than a card of the stock does on average."""
    deal, rules, top = sight.deal, sight.variant, sight.deal.discard_pile[-1]
    (left, loose), drawn = _left(deal.hand, rules), _left_after_draws(deal.hand, _unseen(sight, deal.hand), rules)
    if left - max(loose, default=0) + rules.points(top) >= drawn:  # whatever is discarded
        return False
    hand = (*deal.hand, top)
    return best_without(_ranked_cards(sight, hand, deal.hand)[0], hand, rules).points < drawn


def _ranked(sight: Sight, discards: Sequence[Discard]) -> list[Discard]:
    moves = {move.card: move for move in discards}
    return [moves[card] for card in _ranked_cards(sight, sight.deal.hand, moves)]


def _ranked_cards(sight: Sight, hand: Sequence[Card], cards: Collection[Card]) -> list[Card]:
    """Return these cards of the hand, the best to discard first, and those of melds last."""
    rules, melds = sight.variant, best_arrangement(hand, sight.variant, effort=EFFORT).melds
    melded = {card for meld in melds for card in meld.cards}
    unseen, patterns = _unseen(sight, hand), patterns_of(rules.meld_rules)
    others, draws = patterns.by_group(sight.held_by(sight.others[0])), 2 if sight.deal.turn_number <= EARLY else 1

    def cost(card: Card) -> float:
        left = _left_after_draws([other for other in hand if other != card], unseen, rules, draws)
        return left + DANGER * use_to_another(patterns, face(card), others)

    by_points = sorted(cards, key=lambda card: (card in melded, -rules.points(card), SORT_PLACE[face(card)]))
    looked_at = [card for card in by_points[:LOOKED_AT] if card not in melded]
    return [*sorted(looked_at, key=cost), *by_points[len(looked_at) :]]


def _unseen(sight: Sight, hand: Sequence[Card]) -> dict[Card, bool]:
    """Return the cards that may come, and whether each makes a meld with the hand."""
    deal, rules, held = sight.deal, sight.variant.meld_rules, Counter(map(face, hand))
    jokers, patterns = held.pop(JOKER, 0) if rules.wild else 0, patterns_of(rules)
    seen, known = {*hand, *deal.discard_pile}, deal.known_hands[sight.others[0]]
    cards = [card for card in sight.variant.deck_for(sight.view.seats) if card not in seen and face(card) not in known]
    return {card: sight.is_wild(card) or completes_meld(patterns, face(card), held, jokers, rules) for card in cards}


def _left_after_draws(hand: Sequence[Card], unseen: dict[Card, bool], rules: Variant, draws: int = 1) -> float:
    """Return the points outside melds after one more card or two and as many discards, on average of what may come."""
    (left, loose), cards, total = _left(hand, rules), list(unseen), 0
    for drawn in zip(cards, cards[APART:] + cards[:APART], strict=True) if draws == 2 else zip(cards, strict=True):
        if any(map(unseen.__getitem__, drawn)):
            points, thrown = _left((*hand, *drawn), rules)
        else:
            more = [*map(rules.points, drawn)]
            points, thrown = left + sum(more), [*loose, *more]
        total += points - sum(sorted(thrown)[-draws:])
    return total / len(cards)


def _left(hand: Sequence[Card], rules: Variant) -> tuple[int, list[int]]:
    """Return the points outside the best melds, and those of each card there."""
    best = best_arrangement(hand, rules, effort=EFFORT)
    return best.points, [*map(rules.points, set(hand).difference(*(meld.cards for meld in best.melds)))]


def _why(view: View, move: SeatMove) -> Iterator[Reason]:
    assert view.deal is not None
    match move:
        case Knock():
            yield FewLeft(knock_points(move, view.deal.hand, view.variant))
        case Take() if not improves_melds(Sight(view)):
            hand = (*view.deal.hand, view.deal.discard_pile[-1])
            points = min(best_without(card, hand, view.variant).points for card in view.deal.hand)
            yield LowersPoints(best_without(None, view.deal.hand, view.variant).points, points)
        case Take() if PASS in view.moves:
            yield UpcardHelps()
        case Discard() if _knock(view) is not None:
            yield WaitsForGin()
        case Pass():
            yield UpcardIsUseless()
        case LayOffAll():
            yield FewerLeft()
        case Done():
            yield KeptIsBetter()
        case _:
            return


PLAY = GamePlay(lambda view: WEIGHTS, _first, _why, _ranked)
