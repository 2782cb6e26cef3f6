"""The words of each game, in files of their own; `game_words.py` says what they are."""

from collections.abc import Mapping
from importlib import import_module

from bot.messages.game_words import GameWords
from bot.rummy.games import GAMES

GAME_WORDS: Mapping[str, GameWords] = {name: import_module(f"{__name__}.{name}").WORDS for name in GAMES}
