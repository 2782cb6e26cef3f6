"""Matches to count, with random house rules that change scores: the bot's rules play them, by computers and at random."""

import json
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from bot.rummy.apply import apply
from bot.rummy.decide import decide
from bot.rummy.games import asks
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Match
from bot.rummy.moves import BreakOff, DealCards, Discard, Leave, Move, SeatMove, StartMatch
from bot.rummy.refusals import IllegalMove
from bot.rummy.variant_reader import VariantRefused
from tests.rummy.gauntlet.computers import computers_for
from tests.rummy.gauntlet.policies import POLICIES
from tests.rummy.presets import variant
from tests.rummy.second_count.cards import is_joker, rank, suit
from tests.rummy.second_count.deal import Event

MOST_DEALS, MOST_MOVES = 30, 3000
"""After so many deals of a match, or moves of a deal, it is broken off: random players may never end it."""

QUICKLY_PLAYED = ("gin", "three_thirteen", "contract", "ten_stages")

HouseRules = dict[str, tuple[str | int | bool, ...]]

USUAL: HouseRules = {
    "next_dealer": ("rotate", "winner", "loser"),
    "match_deals": ("none", 1, 3, 5, "everyone_deals"),
    "match_target": ("none", 30, 60, 101, 150, 250),
    "tie": ("extra_deal",),
    "court_points": (5, 11),
    "opening": ("starter_extra",),
    "direction": ("counterclockwise",),
}
TABLE: HouseRules = {
    "scoring": ("winner_collects", "penalty", "payment"),
    "rummy_bonus": ("none", "double", "add"),
    "rummy_add": (25, 10),
    "blocked_scoring": ("all_penalty",),
    "ace": ("low", "high_or_low", "around_corner", "high"),
    "ace_points": ("auto", 11, 1),
    "joker_points": (15, 25),
    "jokers": (2, 4),
    "wild": ("joker",),
    "wild_swap": ("on_turn",),
    "meld_all_at_once": ("always", "[2, 3]"),
    "recycle_max": (0, 1),
    "hand_size": (4, 5, 7),
    "first_meld": ("none",),
    "out_by": ("any", "discard_only"),
}
HOUSE_RULES: dict[str, HouseRules] = {
    "rummy": USUAL | TABLE | {"elimination": (True, True, False), "re_entries": (1, 2, 3), "packs": (1, 2)},
    "colonel": USUAL | TABLE | {"challenge": (True,), "elimination": (True,)},
    "rummy500": USUAL | TABLE | {"packs": (1, 2)},
    "three_thirteen": USUAL | {"growing_hands": (False,), "packs": (1, 2), "recycle_max": (0,)},
    "contract": USUAL | {"recycle_max": (0, 1)},
    "ten_stages": USUAL | {"recycle_max": (0, 1)},
    "gin": USUAL
    | {
        "gin_scores": ("classic",),
        "spades_double": (True,),
        "games_at_once": (1, 2, 3),
        "knock_limit": (0, 5, 10, 50, "upcard"),
        "ace_points": (5,),
    },
}


def play(name: str, number: int) -> list[Event] | None:
    """Play the match of this number, and return its events as JSON, or None if its house rules don't fit together."""
    dice = random.Random(f"{name} {number}")
    answers = _house_rules(dice, variant(name).game)
    try:
        played = variant(name, **answers)
    except VariantRefused:
        return None
    fewest, most = played.players
    players = dice.choice((fewest, most, dice.randint(fewest, most)))
    table = _Table(dice, _policies(dice, played.game, players), may_leave=dice.random() < 0.2)
    try:
        table.move(None, StartMatch(played, players, dice.randbytes(32).hex()))
    except IllegalMove:
        return None
    table.play(MOST_DEALS * (2 if played.game == "rummy500" else 1))
    return table.events


def _house_rules(dice: random.Random, game: str) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    if dice.random() < 0.7:
        offered = HOUSE_RULES[game]
        for question in dice.sample(sorted(offered), dice.choice((1, 1, 2, 3, 4))):
            answers[question] = dice.choice(offered[question])
    if answers.get("scoring") == "payment":
        answers |= {"match_target": "none", "match_deals": 3}
    return {question: answer for question, answer in answers.items() if asks(game, question)}


def _policies(dice: random.Random, game: str, players: int) -> list[Any]:
    """Return who plays: computers, robots, or `quick` players where computers are slow and robots seldom end a deal."""
    if game in QUICKLY_PLAYED and dice.random() < 0.9:
        return [quick] * players
    if dice.random() < 0.5:
        return list(computers_for(dice, players))
    return [dice.choices(POLICIES, (2, 4, 2, 1))[0] for _ in range(players)]


def quick(dice: random.Random, match: Match, moves: Sequence[SeatMove]) -> SeatMove:
    """Choose a move in no time: go out, lay, else keep jokers and cards that go with others."""
    for name in ("Knock", "LayMelds", "LayOff"):
        named = [move for move in moves if type(move).__name__ == name]
        if named and dice.random() < 0.9:
            return dice.choice(named)
    discards = [move for move in moves if isinstance(move, Discard)]
    if not discards or dice.random() < 0.02:
        return dice.choice(moves)
    hand = [(rank(card), suit(card)) for move in discards if not is_joker(card := str(move.card))]

    def company(card: str) -> float:
        if is_joker(card):
            return dice.choice((-1, 9))
        number, own = rank(card), suit(card)
        goes_with = sum(other == number or (of == own and -2 <= other - number <= 2) for other, of in hand)
        return goes_with - number / 20 + dice.random() / 10

    return min(discards, key=lambda move: company(str(move.card)))


class _Table:
    def __init__(self, dice: random.Random, policies: list[Any], *, may_leave: bool) -> None:
        self.dice, self.policies, self.may_leave = dice, policies, may_leave
        self.match: Any = None
        self.events: list[Event] = []

    def move(self, seat: int | None, move: Move) -> None:
        for event in decide(self.match, seat, move):
            self.match = apply(self.match, event)
            self.events.append(json.loads(msgspec.json.encode(event)))

    def play(self, most_deals: int) -> None:
        deals = 0
        while not self.match.is_over:
            if self._leaves(0.05):
                continue
            if deals == most_deals:
                return self.move(None, BreakOff())
            self.move(None, DealCards(self.dice.randbytes(32).hex()))
            deals += 1
            self._play_deal()
        return None

    def _play_deal(self) -> None:
        moves = 0
        while (seat := self.match.seat_to_act()) is not None:
            moves += 1
            if moves > MOST_MOVES:
                return self.move(None, BreakOff())
            if not self._leaves(0.005):
                offered = legal_moves(self.match, seat)
                is_stuck = moves % 100 > 90
                self.move(seat, offered[-1] if is_stuck else self.policies[seat](self.dice, self.match, offered))
        return None

    def _leaves(self, chance: float) -> bool:
        if not self.may_leave or self.dice.random() >= chance:
            return False
        self.move(self.dice.choice(self.match.staying_seats()), Leave())
        return True
