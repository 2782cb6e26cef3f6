"""Positions written as in the transcripts, and deals that computers play."""

import random

from msgspec.structs import replace

from bot.players.computer_player import Level, choose_move, minimal_move
from bot.rummy.cards import face, sort_cards
from bot.rummy.decide import play
from bot.rummy.match import Match
from bot.rummy.moves import DealCards, SeatMove, StartMatch
from bot.rummy.refusals import IllegalMove
from bot.rummy.variant import Variant
from bot.rummy.view import View, view_for
from tests.rummy.gauntlet import random_variant
from tests.rummy.transcript_position import match_at
from tests.rummy.transcript_words import read_cards

SEED = "any text"


def view_of(preset: str, *lines: str, shown: str = "") -> View:
    """Return the view of the seat to act in this position; everyone has seen who has the cards `shown`."""
    match = match_at(preset, *lines)
    assert match.deal is not None
    seen = read_cards(shown)
    known = tuple(tuple(face(card) for card in sort_cards(hand) if card in seen) for hand in match.deal.hands)
    match = replace(match, deal=replace(match.deal, known_hands=known))
    return view_for(match, match.seat_to_act())


def chosen(level: Level, preset: str, *lines: str, seed: str = SEED, shown: str = "") -> str:
    """Return the written form of the move that this level chooses."""
    return str(choose_move(view_of(preset, *lines, shown=shown), level, seed))


def started(dice: random.Random, rules: Variant | None = None, players: int | None = None) -> Match:
    """Return a match with its first deal dealt, by these rules or by random house rules."""
    while True:
        variant = random_variant(dice) if rules is None else rules
        try:
            match = play(None, None, StartMatch(variant, players or dice.randint(*variant.players), dice.randbytes(32).hex()))
        except IllegalMove:
            continue  # too few cards for so many
        return play(match, None, DealCards(dice.randbytes(32).hex()))


def is_played(match: Match) -> bool:
    return match.seat_to_act() is not None


def any_choice(dice: random.Random, view: View) -> SeatMove:
    """Return the move of one of the levels, of the minimal turn, or any of the moves."""
    way = dice.randrange(5)
    if way == 0:
        return minimal_move(view)
    if way == 1:
        return dice.choice(view.moves)
    return choose_move(view, Level.NORMAL if way > 2 else Level.EASY, SEED)
