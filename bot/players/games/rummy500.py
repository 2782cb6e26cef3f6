"""500 rummy: which cards of the pile its computer players take.

*normal* compares what it could lay with the cards of the pile, and what it would then hold, with what it can lay without them.
It keeps high cards, which bring most in a meld. *easy* takes few cards, if it sees how to lay the deepest.
"""

from collections.abc import Iterator, Sequence

from bot.players.choice import Level, by_face, number_for
from bot.players.game_play import GamePlay, Reason, Weights
from bot.players.sight import Sight
from bot.rummy.arrangement import best_arrangement
from bot.rummy.cards import Card
from bot.rummy.match import hand_points
from bot.rummy.moves import DRAW, Draw, SeatMove, TakeFrom, laid_cards
from bot.rummy.view import View
from bot.wording.sentence import Cards

WEIGHTS = Weights(points=-1.0, points_late=2.0)
EFFORT = 500
"""The most pieces that are looked at for what could be laid with cards of the pile."""
COST = 0.4
"""What a point left in hand costs against one on the table: it may be laid later."""
DRAWN = 4.0
"""What a card of the stock brings, in points, as it is taken instead of the pile."""
FEW, MISSED = 3, 20
"""The most cards that *easy* takes, and in how many percent of its turns it doesn't see that it could."""


class LaysFromPile(Reason):
    cards: Cards
    points: int
    sentence = "{cards} bring {points} points on the table."


class PileCostsMore(Reason):
    sentence = "What you could take from the pile brings less than it may cost in your hand."


def _first(view: View, level: Level, seed: str) -> SeatMove | None:
    takes = [move for move in view.moves if isinstance(move, TakeFrom)]
    if DRAW not in view.moves or not takes:
        return None
    return _easy(view, takes, seed) if level == Level.EASY else _normal(view, takes)


def _easy(view: View, takes: Sequence[TakeFrom], seed: str) -> SeatMove:
    """Return the taking of few cards that lays the most, if it isn't missed."""
    assert view.deal is not None
    few = [move for move in takes if move.card in view.deal.discard_pile[-FEW:]]
    if not few or number_for(100, seed, view.deal, "pile") < MISSED:
        return DRAW
    return max(few, key=lambda move: (len(_laid(move)), _points(view, move), by_face(move)))


def _normal(view: View, takes: Sequence[TakeFrom]) -> SeatMove:
    """Return the taking that is worth most, if it is worth more than a card of the stock."""
    sight, values = Sight(view), dict[Card, float]()
    for card in dict.fromkeys(move.card for move in takes):
        values[card] = _worth(sight, (*sight.deal.hand, *_taken(sight, card)))
    best = max(takes, key=lambda move: (values[move.card], _points(view, move), by_face(move)))
    return best if values[best.card] > _worth(sight, sight.deal.hand) + DRAWN else DRAW


def _taken(sight: Sight, card: Card) -> tuple[Card, ...]:
    pile = sight.deal.discard_pile
    return pile[pile.index(card) :]


def _worth(sight: Sight, hand: Sequence[Card]) -> float:
    """Return what the cards bring if all that fits is laid, less what is left."""
    left = best_arrangement(hand, sight.variant, sight.deal.melds, effort=EFFORT).points
    return hand_points(sight.variant, hand) - left - COST * left


def _laid(move: TakeFrom) -> tuple[Card, ...]:
    return () if move.laying is None else laid_cards(move.laying)


def _points(view: View, move: TakeFrom) -> int:
    return hand_points(view.variant, _laid(move))


def _why(view: View, move: SeatMove) -> Iterator[Reason]:
    match move:
        case TakeFrom():
            yield LaysFromPile(tuple(map(by_face, _laid(move))), _points(view, move))
        case Draw() if any(isinstance(other, TakeFrom) for other in view.moves):
            yield PileCostsMore()
        case _:
            return


PLAY = GamePlay(lambda view: WEIGHTS, _first, _why)
