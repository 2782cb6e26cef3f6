"""The games, each in a file of its own, and which questions of a variant each of them asks."""

from collections.abc import Mapping

from bot.rummy.game import Game
from bot.rummy.games.rummy import RUMMY

GAMES: Mapping[str, Game] = {"rummy": RUMMY}


def asks(game: str, question: str) -> bool:
    """Return True if this game asks the question: it is its own, or no game's own."""
    return question in GAMES[game].questions or not any(question in other.questions for other in GAMES.values())
