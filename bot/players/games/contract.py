"""Contract rummy: its computer players lay their contract as soon as they have it, and then all that fits."""

from bot.players.game_play import GamePlay, Weights
from bot.players.games import rummy
from bot.rummy.view import View


def _weights(view: View) -> Weights:
    assert view.deal is not None
    return rummy.ALL_AT_ONCE_AND_SHORT if view.deal.is_all_at_once else rummy.WITH_JOKERS


PLAY = GamePlay(_weights)
