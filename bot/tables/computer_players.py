"""The computer players of the tables: the seed they get for each turn, and what is logged if one of them fails."""

from collections.abc import Callable

import structlog

from bot.players.choice import Level
from bot.players.computer_player import choose_move
from bot.players.discards import minimal_move
from bot.rummy.moves import SeatMove
from bot.rummy.view import View

_log = structlog.get_logger(__name__)


class OwnComputers:
    """Our own computer players. A fault of theirs is logged, and the turn goes on without them.

    All their seeds come from one secret: while Ramino runs, a turn has the same chance however often its moves are asked for.
    """

    def __init__(self, seed: Callable[[], str]) -> None:
        self._secret = seed()

    def choose(self, view: View, level: Level) -> SeatMove | None:
        try:
            assert view.deal is not None
            return choose_move(view, level, f"{self._secret} {view.deal.commitment} {view.deal.turn_number}")
        except Exception:
            _log.exception("a computer player failed; the rest of its turn is minimal", level=level, variant=view.variant.name)
            return None

    def minimal(self, view: View) -> SeatMove:
        return minimal_move(view)

    def note_refused(self, level: Level, move: SeatMove) -> None:
        kind = type(move).__name__
        _log.error("a computer player made an illegal move; the rest of its turn is minimal", level=level, kind=kind)
