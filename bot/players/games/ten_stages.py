"""Ten stages: its computer players."""

from bot.players.game_play import GamePlay
from bot.players.games import rummy

PLAY = GamePlay(lambda view: rummy.WITH_JOKERS)
