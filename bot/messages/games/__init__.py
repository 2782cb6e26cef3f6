"""The words of each game, in files of their own; `game_words.py` says what they are."""

from collections.abc import Mapping

from bot.messages.game_words import GameWords
from bot.messages.games.rummy import RUMMY_WORDS

GAME_WORDS: Mapping[str, GameWords] = {"rummy": RUMMY_WORDS}
