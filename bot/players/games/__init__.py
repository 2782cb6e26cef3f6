"""What computer players know of each game, in files of their own; `game_play.py` says what it is."""

from collections.abc import Mapping
from importlib import import_module

from bot.players.game_play import GamePlay, Weights
from bot.rummy.games import GAMES
from bot.rummy.view import View

GAME_PLAY: Mapping[str, GamePlay] = {name: import_module(f"{__name__}.{name}").PLAY for name in GAMES}


def weights_for(view: View) -> Weights:
    """Return the weights for the deal in play."""
    return GAME_PLAY[view.variant.game].weights(view)
