"""Gin: when its computer players knock, what *normal* takes and discards, and what they do in the phases that only gin has.

*normal* knocks in its first turns, and later only with gin: with few points it waits, to undercut whoever knocks with more. It
takes and discards what leaves the fewest points, on average, after the next card from the stock.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from bot.players.choice import Level
from bot.players.game_play import GamePlay, Reason, Weights
from bot.players.sight import EFFORT, Sight, completes_meld, improves_melds, patterns_of, use_to_another
from bot.rummy.arrangement import best_arrangement
from bot.rummy.cards import JOKER, SORT_PLACE, Card, face
from bot.rummy.games.gin import best_without, knock_points
from bot.rummy.moves import DONE, DRAW, LAY_OFF_ALL, PASS, TAKE, Discard, Done, Knock, LayOffAll, Pass, SeatMove, Take
from bot.rummy.variant import Variant
from bot.rummy.view import View

WEIGHTS = Weights(points=2.0)
"""For the reasons of a hint: all points outside melds count when anybody knocks."""
EARLY = 5
"""The last turn, of both players together, in which the other one is likely to have many points left."""
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


def _first(view: View, level: Level) -> SeatMove | None:
    assert view.deal is not None
    if DONE in view.moves:
        return LAY_OFF_ALL if LAY_OFF_ALL in view.moves else DONE
    knock, is_normal = _knock(view), level == Level.NORMAL
    knocks_early = not is_normal or view.deal.turn_number <= EARLY
    if knock is not None and (knocks_early or not knock_points(knock, view.deal.hand, view.variant)):
        return knock
    if TAKE in view.moves and (is_normal or PASS in view.moves):
        sight = Sight(view)
        if improves_melds(sight) or (is_normal and _lowers_points(sight)):
            return TAKE
        return PASS if PASS in view.moves else DRAW
    return None


def _knock(view: View) -> Knock | None:
    """Return the knock that leaves the fewest points, if there is one."""
    return next((move for move in view.moves if isinstance(move, Knock)), None)


def _lowers_points(sight: Sight) -> bool:
    """Return True if the top discard instead of another card leaves fewer points than a card of the stock does on average."""
    deal, rules, top = sight.deal, sight.variant, sight.deal.discard_pile[-1]
    (left, most), drawn = _left(deal.hand, rules), _left_after_draw(deal.hand, _unseen(sight, deal.hand), rules)
    if left - most + rules.points(top) >= drawn:  # whatever is discarded
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
    others = patterns.by_group(sight.held_by(sight.others[0]))

    def cost(card: Card) -> float:
        left = _left_after_draw([other for other in hand if other != card], unseen, rules)
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


def _left_after_draw(hand: Sequence[Card], unseen: dict[Card, bool], rules: Variant) -> float:
    """Return the points outside melds after one more card and a discard, on average of the cards that may come."""
    left, most = _left(hand, rules)
    with_each = (_left((*hand, card), rules) if melds else (left, most - rules.points(card)) for card, melds in unseen.items())
    return sum(points - max(0, largest) for points, largest in with_each) / len(unseen)


def _left(hand: Sequence[Card], rules: Variant) -> tuple[int, int]:
    """Return the points outside the best melds, and those of the card outside them that has the most."""
    best = best_arrangement(hand, rules, effort=EFFORT)
    return best.points, max(map(rules.points, set(hand).difference(*(meld.cards for meld in best.melds))), default=0)


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
