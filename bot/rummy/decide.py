"""The one entry to the rules: which events a move causes, or why it is refused. `decide` changes nothing."""

from typing import assert_never

from bot.rummy.apply import fold
from bot.rummy.dealing import deal_cards, start_match
from bot.rummy.events import Event, MatchBrokenOff
from bot.rummy.match import Awaited, Match
from bot.rummy.moves import (
    BreakOff,
    CloseMatch,
    DealCards,
    Discard,
    Draw,
    LayMeld,
    LayMelds,
    LayOff,
    Leave,
    Move,
    StartMatch,
    Swap,
    Take,
    TakeAndLay,
    TakeBack,
)
from bot.rummy.refusals import (
    AlreadyDrawn,
    AlreadyLeft,
    DealInPlay,
    DrawFirst,
    IllegalMove,
    MatchIsOver,
    NoDealInPlay,
    NotYourTurn,
    StarterDoesNotDraw,
)
from bot.rummy.turn import close_match, discard, draw, lay_melds, lay_off, leave, swap_joker, take, take_back

Events = tuple[Event, ...]


def decide(match: Match | None, seat: int | None, move: Move) -> Events:
    """Return the events that this move causes, at least one; `seat` is None for the moves that the table makes itself.

    Raise IllegalMove with the refusal and its facts if the rules forbid the move.
    """
    match move:
        case StartMatch():
            return start_match(_require_no_match(match, move))
        case DealCards():
            return deal_cards(_require_between_deals(match), move)
        case BreakOff():
            _require_unfinished(match)
            return (MatchBrokenOff(),)
        case CloseMatch(seat=seat):
            return close_match(_require_unfinished(match), seat)
        case Leave():
            return leave(_require_unfinished(match), _require_seated(match, seat))
        case Draw():
            return draw(_require_awaited(match, seat, Awaited.DRAW))
        case Take():
            return take(_require_awaited(match, seat, Awaited.DRAW))
        case TakeAndLay(laying=laying):
            taken = take(_require_awaited(match, seat, Awaited.DRAW))
            return *taken, *decide(fold(taken, match), seat, laying)
        case LayMeld() | LayMelds():
            return lay_melds(_require_awaited(match, seat, Awaited.PLAY), move)
        case LayOff():
            return lay_off(_require_awaited(match, seat, Awaited.PLAY), move)
        case Swap():
            return swap_joker(_require_awaited(match, seat, Awaited.PLAY), move)
        case TakeBack():
            return take_back(_require_awaited(match, seat, Awaited.PLAY))
        case Discard():
            return discard(_require_awaited(match, seat, Awaited.PLAY), move)
        case _:
            assert_never(move)


def play(match: Match | None, seat: int | None, move: Move) -> Match:
    """Return the match after a move: `decide`, then `apply` for each event. Raise IllegalMove as `decide` does."""
    after = fold(decide(match, seat, move), match)
    assert after is not None
    return after


def _require_no_match(match: Match | None, move: StartMatch) -> StartMatch:
    if match is not None:
        raise IllegalMove(MatchIsOver() if match.is_over else DealInPlay())
    return move


def _require_unfinished(match: Match | None) -> Match:
    if match is None:
        raise IllegalMove(NoDealInPlay())
    if match.is_over:
        raise IllegalMove(MatchIsOver())
    return match


def _require_between_deals(match: Match | None) -> Match:
    match = _require_unfinished(match)
    if match.awaits != Awaited.DEAL:
        raise IllegalMove(DealInPlay())
    return match


def _require_seated(match: Match | None, seat: int | None) -> int:
    assert match is not None
    if seat is None or seat in match.left_seats or not 0 <= seat < match.seats:
        raise IllegalMove(AlreadyLeft())
    return seat


def _require_awaited(match: Match | None, seat: int | None, awaited: Awaited) -> Match:
    """Return the match if it is this seat's turn and the match waits for this; otherwise raise IllegalMove."""
    match = _require_unfinished(match)
    if match.awaits == Awaited.DEAL or match.deal is None:
        raise IllegalMove(NoDealInPlay())
    _require_seated(match, seat)
    if match.deal.turn.seat != seat:
        raise IllegalMove(NotYourTurn(match.deal.turn.seat))
    if match.awaits != awaited:
        if awaited == Awaited.PLAY:
            raise IllegalMove(DrawFirst())
        raise IllegalMove(AlreadyDrawn() if match.deal.turn.drawn_card is not None else StarterDoesNotDraw())
    return match
