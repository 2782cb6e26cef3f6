"""The facts of each game, in files of their own; `game_facts.py` says what they are."""

from collections.abc import Mapping
from importlib import import_module

from bot.rummy.games import GAMES
from tests.rummy.gauntlet.game_facts import GameFacts

GAME_FACTS: Mapping[str, GameFacts] = {name: import_module(f"{__name__}.{name}").FACTS for name in GAMES}
