"""The games, each in a file of its own."""

from collections.abc import Mapping

from bot.rummy.game import Game
from bot.rummy.games.rummy import RUMMY

GAMES: Mapping[str, Game] = {"rummy": RUMMY}
