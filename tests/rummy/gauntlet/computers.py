"""Computer players in the gauntlet: the levels, and a person whose time is always up."""

import random

from bot.players.computer_player import Level, choose_move, minimal_move
from bot.rummy.match import Match
from bot.rummy.moves import SeatMove
from bot.rummy.view import view_for
from tests.rummy.gauntlet.policies import Policy
from tests.rummy.transcript_words import deal_of


def normal(dice: random.Random, match: Match, moves: list[SeatMove]) -> SeatMove:
    return _choose(dice, match, Level.NORMAL)


def easy(dice: random.Random, match: Match, moves: list[SeatMove]) -> SeatMove:
    return _choose(dice, match, Level.EASY)


def absent(dice: random.Random, match: Match, moves: list[SeatMove]) -> SeatMove:
    return minimal_move(view_for(match, deal_of(match).turn.seat))


def computers_for(dice: random.Random, players: int) -> list[Policy]:
    """Return computers for all seats but, in one match of five, that of an absent person."""
    chosen = [dice.choice((normal, normal, easy)) for _ in range(players)]
    if dice.random() < 0.2:
        chosen[dice.randrange(players)] = absent
    return chosen


def _choose(dice: random.Random, match: Match, level: Level) -> SeatMove:
    return choose_move(view_for(match, deal_of(match).turn.seat), level, str(dice.random()))
