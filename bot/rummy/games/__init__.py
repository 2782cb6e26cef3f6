"""The games, each in a file of its own, and which questions of a variant each of them asks."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from bot.rummy.arrangement import best_arrangement
from bot.rummy.at import At
from bot.rummy.cards import Card
from bot.rummy.game import Game, Phase
from bot.rummy.match import hand_points
from bot.rummy.moves import LayMeld, TakeFrom
from bot.rummy.variant import Variant

GAMES: Mapping[str, Game] = {file.name: import_module(f"{__name__}.{file.name}").GAME for file in iter_modules(__path__)}
"""Every file of this folder is a game, by its name."""


def phase_of(at: At) -> Phase:
    return GAMES[at.rules.game].phases[at.deal.turn.awaits]


def asks(game: str, question: str) -> bool:
    """Return True if this game asks the question: it is its own, or no game's own and not answered by the game."""
    if question in GAMES[game].answers:
        return False
    return question in GAMES[game].questions or not any(question in other.questions for other in GAMES.values())


@cache
def lays_melds(game: str) -> bool:
    """Return True if melds are laid on the table in this game; otherwise they stay in hand until the deal ends."""
    return GAMES[game].has(LayMeld)


@cache
def takes_from_pile(game: str) -> bool:
    """Return True if cards below the top of the discard pile can be taken in this game, so that all of it is shown."""
    return GAMES[game].has(TakeFrom)


def points_left(rules: Variant, hand: Sequence[Card]) -> int:
    """Return the points of a hand; where melds stay in hand, of the cards outside the best ones."""
    return hand_points(rules, hand) if lays_melds(rules.game) else best_arrangement(hand, rules).points
