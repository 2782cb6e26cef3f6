"""Colonel: basic rummy, and when its computer players challenge, or accept a challenge."""

from collections.abc import Iterator
from operator import mul

from bot.players.choice import Level
from bot.players.game_play import GamePlay, Reason
from bot.players.games import rummy
from bot.players.sight import Sight
from bot.rummy.match import hand_points
from bot.rummy.moves import ACCEPT, CHALLENGE, REFUSE, Accept, Challenge, Refuse, SeatMove
from bot.rummy.view import View

CHALLENGES, ACCEPTS = 0.8, 0.5
"""The part of the points that the other hand is likely to have with which a computer challenges, and accepts a challenge."""
EVERY = 8
"""Of so many turns in a row a computer may challenge in the first two, one of which is its own: a refusal is often repeated."""


class LowerHand(Reason):
    points: int
    likely: int
    sentence = "You hold {points} points, and the other player likely has about {likely}."


def _first(view: View, level: Level, seed: str) -> SeatMove | None:
    own, likely = _points(view)
    if ACCEPT in view.moves:
        return ACCEPT if own < ACCEPTS * likely else REFUSE
    assert view.deal is not None
    may_ask = level == Level.NORMAL and CHALLENGE in view.moves and view.deal.turn_number % EVERY < 2
    return CHALLENGE if may_ask and own < CHALLENGES * likely else None


def _points(view: View) -> tuple[int, int]:
    """Return the points of the own hand, and what the other hand has on average."""
    sight = Sight(view)
    held = sight.held_by(sight.others[0])
    points = (*view.variant.face_points, view.variant.joker_points)
    return hand_points(view.variant, sight.deal.hand), round(sum(map(mul, held, points)))


def _why(view: View, move: SeatMove) -> Iterator[Reason]:
    if isinstance(move, Challenge | Accept | Refuse):
        yield LowerHand(*_points(view))


PLAY = GamePlay(rummy.PLAY.weights, _first, _why)
