"""A game: the phases of its turns, with the moves that each offers and what they cause. It knows no particular game.

A phase is what the match waits for (`Awaited`). Every wait is a turn of one seat, so clocks, pages and computers know no phase.
What a move leads to follows from its events, so `apply` knows no game: a draw opens PLAY, a discard the next seat's DRAW.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from bot.rummy.at import At, Events
from bot.rummy.events import Awaited, DealEnded, Parts
from bot.rummy.match import Match
from bot.rummy.moves import Move, SeatMove
from bot.rummy.refusals import MoveRefusal, NotInThisGame

Offers = Callable[[At], list[SeatMove]]
"""Returns the moves that the seat to act has, in a list of its own."""
Causes = Mapping[type[Move], Callable[[At, Any], Events]]
"""For each kind of move what returns its events, at least one, or raises IllegalMove."""
Ends = Callable[[At, DealEnded], DealEnded]
"""Returns the end of a deal with its points, from the turn before and the end with the cards left."""


class Phase(Struct, frozen=True):
    """One phase of a turn. `otherwise` returns why a move that other phases of the game have is refused in it."""

    offers: Offers
    causes: Causes
    otherwise: Callable[[At, Move], MoveRefusal]


class Game(Struct, frozen=True):
    """A game by its phases.

    `opens` returns what follows the cards that are dealt, if the first turn doesn't begin with a draw. `leaves` returns what
    follows in a deal when a seat leaves: from the turn before and after. `ends` counts the points of each
    end of a deal that moves and leaving cause, and shows what stayed in hand. `questions` are its own: those of a variant that
    not every game asks. `answers` are those that it gives itself, and so doesn't ask. `adds` returns what each seat gets at the
    end of a match that is played to its end, and `lacks` why a move that no phase has is refused. A match ends after
    `most_deals`, where totals can fall; else None.
    """

    phases: Mapping[Awaited, Phase]
    leaves: Callable[[At, At], Events]
    ends: Ends
    questions: frozenset[str]
    answers: Mapping[str, Any] = MappingProxyType({})
    most_players: int = 6
    most_deals: int | None = None
    opens: Callable[[At], Events] = lambda at: ()
    adds: Callable[[Match], tuple[Parts, ...]] = lambda match: ()
    lacks: Callable[[At, Move], MoveRefusal] = lambda at, move: NotInThisGame()

    def has(self, kind: type[Move]) -> bool:
        """Return True if some phase has moves of this kind."""
        return any(kind in phase.causes for phase in self.phases.values())
