"""The entry to the computer players: a view, a level and a seed in, a move out; the same on every machine."""

from typing import assert_never

from bot.players import easy, normal
from bot.players.choice import Level
from bot.players.discards import minimal_move
from bot.players.games import GAME_PLAY
from bot.rummy.moves import SeatMove
from bot.rummy.view import View

__all__ = ["Level", "choose_move", "minimal_move"]


def choose_move(view: View, level: Level, seed: str) -> SeatMove:
    """Return what a player of this level does. The view is that of the seat to act; the seed is any text.

    It depends on nothing else.
    """
    first = GAME_PLAY[view.variant.game].first(view, level, seed)
    if first is not None:
        return first
    match level:
        case Level.EASY:
            return easy.choose(view, seed)
        case Level.NORMAL:
            return normal.choose(view, seed)
        case _:
            assert_never(level)
