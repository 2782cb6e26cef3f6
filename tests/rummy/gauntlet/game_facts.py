"""What the tests know of a game: what its deals must be, when its hints are true, and which events only it has."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.players.game_play import Reason
from bot.rummy.events import Event
from bot.rummy.match import Match
from bot.rummy.moves import SeatMove


def _knows_no_reason(reason: Reason, move: SeatMove, match: Match) -> bool:
    raise AssertionError(reason)


class GameFacts(NamedTuple):
    """The facts of a game, in a file of their own, which calculates them a second time.

    `check_end` checks, after a move in a deal, whether the deal ends now and how: from all events, the match after them, and
    the events that the move caused. `is_true` says whether a hint may give this reason, which only this game has, for the move
    of the seat to act. `events` are those that only this game has; a recorded log has them all.
    """

    check_end: Callable[[Sequence[Event], Match, Sequence[Event]], None]
    is_true: Callable[[Reason, SeatMove, Match], bool] = _knows_no_reason
    events: frozenset[type[Event]] = frozenset()
