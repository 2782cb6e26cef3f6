"""A game: the phases of its turns, with the moves that each offers and what they cause. It knows no particular game.

A phase is what the match waits for (`Awaited`). Every wait is a turn of one seat, so clocks, pages and computers know no phase.
What a move leads to follows from its events, so `apply` knows no game: a draw opens PLAY, a discard the next seat's DRAW.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from bot.rummy.at import At, Events
from bot.rummy.events import DealEnded
from bot.rummy.match import Awaited
from bot.rummy.moves import Move, SeatMove
from bot.rummy.refusals import MoveRefusal

Offers = Callable[[At], list[SeatMove]]
"""Returns the moves that the seat to act has, in a list of its own."""
Causes = Mapping[type[Move], Callable[[At, Any], Events]]
"""For each kind of move what returns its events, at least one, or raises IllegalMove."""
Ends = Callable[[At, DealEnded], DealEnded]
"""Returns the end of a deal with its points, from the turn before and the end with the cards left."""


class Phase(Struct, frozen=True):
    """One phase of a turn. `otherwise` returns why a move of any other kind, also one of another game, is refused in it."""

    offers: Offers
    causes: Causes
    otherwise: Callable[[At, Move], MoveRefusal]


class Game(Struct, frozen=True):
    """A game by its phases.

    `leaves` returns what follows in a deal when a seat leaves: from the turn before and after. `ends` counts the points of each
    end of a deal that moves and leaving cause, and shows what stayed in hand. `questions` are its own: those of a variant that
    not every game asks.
    """

    phases: Mapping[Awaited, Phase]
    leaves: Callable[[At, At], Events]
    ends: Ends
    questions: frozenset[str]
