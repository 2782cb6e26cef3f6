"""Four ways to choose among the offered moves."""

import random
from collections.abc import Callable
from itertools import combinations

from bot.players.choice import Level
from bot.players.computer_player import choose_move
from bot.rummy.apply import is_used_up
from bot.rummy.games import lays_melds
from bot.rummy.match import Match
from bot.rummy.melds import read_meld
from bot.rummy.moves import (
    DRAW,
    TAKE,
    TAKE_BACK,
    Discard,
    Draw,
    LayMeld,
    LayMelds,
    LayOff,
    SeatMove,
    Swap,
    Take,
    TakeBack,
    TakeFrom,
)
from bot.rummy.view import view_for
from tests.rummy.transcript_words import deal_of

_USUAL = Draw | Take | TakeFrom | LayMeld | LayMelds | LayOff | Swap | TakeBack | Discard
"""The kinds of moves that most games have."""
Policy = Callable[[random.Random, Match, list[SeatMove]], SeatMove]


def at_random(dice: random.Random, match: Match, moves: list[SeatMove]) -> SeatMove:
    if not lays_melds(match.variant.game) and dice.random() < 0.7:
        return _as_computers_do(dice, match, moves)
    return dice.choice(moves)


def eager(dice: random.Random, match: Match, moves: list[SeatMove]) -> SeatMove:
    """Meld and lay off whatever is possible, take a discard that makes a meld, discard a high card: deals end by going out."""
    if not lays_melds(match.variant.game):
        return _as_computers_do(dice, match, moves)
    laying = [move for move in moves if isinstance(move, LayMeld | LayMelds | LayOff)]
    if laying and dice.random() < 0.98:
        return max(laying, key=_size)
    taking = [move for move in moves if isinstance(move, TakeFrom)]
    if taking and dice.random() < 0.3:
        return dice.choice(taking)
    if DRAW in moves:
        used_up = is_used_up(match, deal_of(match))
        declines = not used_up and dice.random() < 0.1  # else two who want each other's discards would play forever
        return TAKE if TAKE in moves and not declines and _makes_a_meld(match) else DRAW
    swaps = [move for move in moves if isinstance(move, Swap)]
    if swaps and dice.random() < 0.8:
        return dice.choice(swaps)
    if TAKE_BACK in moves and dice.random() < 0.1:
        return TAKE_BACK
    others = [move for move in moves if not isinstance(move, _USUAL)]
    if others and dice.random() < 0.05:
        return dice.choice(others)
    throws = [move for move in moves if isinstance(move, Discard)]
    return max(throws, key=lambda move: match.variant.points(move.card)) if throws else dice.choice(moves)


def patient(dice: random.Random, match: Match, moves: list[SeatMove]) -> SeatMove:
    """Keep melds in hand until they leave at most one card: some deals end by going rummy."""
    deal = deal_of(match)
    held = len(deal.hands[deal.turn.seat])
    laying = LayMeld | LayMelds | LayOff
    kept = [move for move in moves if deal.turn.table_plays or not isinstance(move, laying) or held - _size(move) <= 1]
    return eager(dice, match, kept or moves)


def stubborn(dice: random.Random, match: Match, moves: list[SeatMove]) -> SeatMove:
    """Seldom meld, and take every discard once the stock is used up: then deals end only because nobody plays on the table."""
    if not lays_melds(match.variant.game):
        return _as_computers_do(dice, match, moves)
    if DRAW in moves:
        return TAKE if TAKE in moves and is_used_up(match, deal_of(match)) else DRAW
    throws = [move for move in moves if isinstance(move, Discard)]
    return dice.choice(throws if throws and dice.random() < 0.9 else moves)


def _as_computers_do(dice: random.Random, match: Match, moves: list[SeatMove]) -> SeatMove:
    """Return a move that builds melds in hand, but for one in twenty: hardly a deal ends by chance."""
    if dice.random() < 0.05:
        return dice.choice(moves)
    return choose_move(view_for(match, deal_of(match).turn.seat), dice.choice((Level.EASY, Level.NORMAL)), "")


def _size(move: LayMeld | LayMelds | LayOff) -> int:
    return sum(len(meld.cards) for meld in move.melds) if isinstance(move, LayMelds) else len(move.cards)


def _makes_a_meld(match: Match) -> bool:
    deal = deal_of(match)
    top = deal.discard_pile[-1]
    return any(read_meld((top, *pair), match.variant) for pair in combinations(deal.hands[deal.turn.seat], 2))


POLICIES: tuple[Policy, ...] = (at_random, eager, patient, stubborn)
