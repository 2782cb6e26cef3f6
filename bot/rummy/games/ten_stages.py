"""Ten stages: contract rummy in which each seat has its own contract, kings are wild, and a joker takes a turn (RULES 8.28).

           Draw, Take, TakeAndLay         LayMeld, LayMelds, LayOff, TakeBack
      DRAW ───────────────────────► PLAY ◄───┐
         ▲                          │ │ └────┘
         └───────── Discard ────────┘ └─► deal ends with an empty hand
          of a joker: the next seat but one

Who has laid their stage has the next one in the next deal. The match ends with the deal in which somebody lays the tenth.
"""

from msgspec.structs import replace

from bot.rummy.at import At, Events
from bot.rummy.cards import is_joker
from bot.rummy.events import Awaited, DealEnded, TurnSkipped
from bot.rummy.game import Phase
from bot.rummy.games import contract, rummy
from bot.rummy.match import with_stages
from bot.rummy.moves import TAKE, Discard, Draw, SeatMove, Take, TakeAndLay
from bot.rummy.refusals import IllegalMove, MoveRefusal
from bot.rummy.steps.discarding import discard
from bot.rummy.steps.drawing import draw, draw_or_take, take
from bot.rummy.steps.laying import take_and_lay


class JokerNotTaken(MoveRefusal):
    sentence = "Nobody takes a joker from the discard pile. Draw from the stock."


def _has_joker_on_top(at: At) -> bool:
    top = at.deal.top_discard()
    return top is not None and is_joker(top)


def _draws(at: At) -> list[SeatMove]:
    moves = draw_or_take(at)
    return [move for move in moves if move != TAKE] if _has_joker_on_top(at) else moves


def _take(at: At, move: Take | TakeAndLay) -> Events:
    if _has_joker_on_top(at):
        raise IllegalMove(JokerNotTaken())
    return take(at, move) if isinstance(move, Take) else take_and_lay(at, move)


def _discard(at: At, move: Discard) -> Events:
    """Return the discard. After a joker, the next player loses their turn, unless the deal has ended."""
    events = discard(at, move)
    if not is_joker(move.card) or len(events) > 1:
        return events
    return *events, TurnSkipped(at.after(events).seat)


def _count(at: At, ended: DealEnded) -> DealEnded:
    return with_stages(at.match, rummy.GAME.ends(at, ended))


_PLAY = rummy.GAME.phases[Awaited.PLAY]
GAME = replace(
    rummy.GAME,
    phases={
        Awaited.DRAW: Phase(_draws, {Draw: draw, Take: _take, TakeAndLay: _take}, rummy.why_not_yet),
        Awaited.PLAY: replace(_PLAY, causes={**_PLAY.causes, Discard: _discard}),
    },
    ends=_count,
    questions=frozenset(("take_back", "out_by", "recycle", "recycle_keep_top", "recycle_max")),
    answers={
        **{question: answer for question, answer in contract.GAME.answers.items() if question != "out_by"},
        **{"contracts": "stages", "hand_size": 10, "packs": 2, "jokers": 4, "run_suited": False},
        **{"wild": "king", "wild_min_naturals": 2, "discard_taken": "allow"},
    },
    most_players=6,
)
