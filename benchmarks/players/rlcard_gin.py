"""rlcard's gin player that follows rules, at our table: our view becomes its state, and its action our move.

It draws or takes at random, knocks when it can, with any card that allows it, and otherwise discards a card that leaves the
fewest points. Our rules decide what it may do. Its game has no lay-offs and no big gin: here it lays off all it can, and goes
gin with 11 cards, too.
"""

import json
from collections.abc import Callable

from benchmarks.rules.other_process import Peer
from bot.rummy.cards import Card
from bot.rummy.moves import DONE, DRAW, LAY_OFF_ALL, PASS, TAKE, Discard, Knock, SeatMove
from bot.rummy.steps.knocking import knock_points
from bot.rummy.view import View

DRAWS, TAKES, GIN, DISCARDS, KNOCKS = 2, 3, 5, 6, 58
"""The numbers of its actions; those of discards and knocks are followed by those of the cards."""

# For each line with a seed, the numbers of the hand's cards and the possible actions, it answers with an action.
PEER = """
import json, sys, zlib
import numpy
from collections import OrderedDict
from rlcard.models.gin_rummy_rule_models import GinRummyNoviceRuleAgent
print("ready", flush=True)
for line in sys.stdin:
    seed, cards, actions = json.loads(line)
    numpy.random.seed(zlib.crc32(seed.encode()))
    planes = numpy.zeros((5, 52), dtype=int)
    planes[0, cards] = 1
    print(GinRummyNoviceRuleAgent.step({"obs": planes, "legal_actions": OrderedDict.fromkeys(actions)}), flush=True)
"""


def novice(peer: Peer) -> Callable[[View, str], SeatMove]:
    """Return the player that asks this process, which runs `PEER`. It sees only what its rules use: its own hand."""

    def choose(view: View, seed: str) -> SeatMove:
        moves = _by_action(view)
        if len(moves) == 1:
            return next(iter(moves.values()))
        assert view.deal is not None
        return moves[int(peer.ask(json.dumps((seed, [_number(card) for card in view.deal.hand], list(moves)))))]

    return choose


def _by_action(view: View) -> dict[int, SeatMove]:
    """Return the possible moves by the numbers of its actions. With gin it has only that action, as in its own game."""
    if DONE in view.moves:
        return {DRAWS: LAY_OFF_ALL if LAY_OFF_ALL in view.moves else DONE}
    if TAKE in view.moves or DRAW in view.moves:
        drawing = {DRAWS: PASS if PASS in view.moves else DRAW}
        return {**drawing, TAKES: TAKE} if TAKE in view.moves else drawing
    assert view.deal is not None
    knocks = [move for move in view.moves if isinstance(move, Knock) and not move.melds]
    if knocks and not knock_points(knocks[0], view.deal.hand, view.variant):
        return {GIN: knocks[0]}
    going_out: dict[int, SeatMove] = {KNOCKS + _number(move.card): move for move in knocks if move.card is not None}
    return {DISCARDS + _number(move.card): move for move in view.moves if isinstance(move, Discard)} | going_out


def _number(card: Card) -> int:
    """Return the card's number there: by suits, and in each from the ace to the king."""
    return 13 * "SHDC".index(card[-1]) + ("A", *map(str, range(2, 11)), *"JQK").index(card[:-1])
