"""Colonel: basic rummy for two. If the table plays so, one may ask the other before the draw to show both hands (RULES 8.22).

DRAW ─ Challenge ─► ANSWER ─ Refuse ─► DRAW_REFUSED ─ Draw, Take, TakeAndLay ─► PLAY, as in basic rummy
                      │ Accept
                      └─────► deal ends
"""

from msgspec.structs import replace

from bot.rummy.at import At, Events
from bot.rummy.events import Awaited, Challenged, ChallengeRefused, EndedBy, TurnOpened
from bot.rummy.game import Phase
from bot.rummy.games import rummy
from bot.rummy.moves import ACCEPT, CHALLENGE, REFUSE, Accept, Challenge, Move, Refuse, SeatMove
from bot.rummy.refusals import IllegalMove, MoveRefusal, NotInThisGame
from bot.rummy.steps.ending import block_deal


class AnswerFirst(MoveRefusal):
    sentence = "Answer the challenge first: accept or refuse it."


class ChallengeBeforeTheDraw(MoveRefusal):
    sentence = "You may challenge only once in a turn, before you draw."


class NothingToAnswer(MoveRefusal):
    sentence = "Nobody has challenged you."


def _draws(at: At) -> list[SeatMove]:
    return [*_DRAW.offers(at), *([CHALLENGE] if at.rules.challenge else [])]


def _challenge(at: At, move: Challenge) -> Events:
    if not at.rules.challenge:
        raise IllegalMove(NotInThisGame())
    challenged = Challenged(at.seat)
    return challenged, TurnOpened(at.after([challenged]).seat, Awaited.ANSWER)


def _refuse(at: At, move: Refuse) -> Events:
    refused = ChallengeRefused(at.seat)
    return refused, TurnOpened(at.after([refused]).seat, Awaited.DRAW_REFUSED)


def _otherwise(at: At, move: Move) -> MoveRefusal:
    match move:
        case Challenge() if at.rules.challenge:
            return ChallengeBeforeTheDraw()
        case Accept() | Refuse() if at.rules.challenge:
            return NothingToAnswer()
        case Challenge() | Accept() | Refuse():
            return NotInThisGame()
        case _:
            return rummy.GAME.phases[Awaited.PLAY if at.deal.turn.awaits == Awaited.PLAY else Awaited.DRAW].otherwise(at, move)


_DRAW, _PLAY = rummy.GAME.phases[Awaited.DRAW], rummy.GAME.phases[Awaited.PLAY]
GAME = replace(
    rummy.GAME,
    phases={
        Awaited.DRAW: Phase(_draws, {**_DRAW.causes, Challenge: _challenge}, _otherwise),
        Awaited.ANSWER: Phase(
            lambda at: [ACCEPT, REFUSE],
            {Accept: lambda at, move: block_deal(at, EndedBy.CHALLENGE), Refuse: _refuse},
            lambda at, move: AnswerFirst(),
        ),
        Awaited.DRAW_REFUSED: Phase(_DRAW.offers, _DRAW.causes, _otherwise),
        Awaited.PLAY: Phase(_PLAY.offers, _PLAY.causes, _otherwise),
    },
    questions=rummy.GAME.questions - {"scoring", "blocked_scoring", "elimination", "re_entries"} | {"challenge"},
    most_players=2,
)
