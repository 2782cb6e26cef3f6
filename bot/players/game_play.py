"""What computer players know of one game: the record of it. It knows no particular game."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from bot.players.choice import Level
from bot.players.sight import Sight
from bot.rummy.moves import Discard, SeatMove
from bot.rummy.view import View
from bot.wording.sentence import Sentence


class Reason(Sentence):
    """A fact that speaks for a move. Its cards have no numbers of copies."""


class Weights(Struct, frozen=True):
    """The weights of one kind of deal."""

    meld: float = 60.0
    kept: float = 60.0
    """What it weighs besides that a card is in a meld of the best arrangement."""
    chance: float = 0.12
    """How likely one hidden card comes in time, while all others hold ten cards or more."""
    late_chance: float = 0.3
    """The part of that chance that is left when somebody is about to go out."""
    points: float = 0.0
    """What each point in hand weighs at any time."""
    points_late: float = 2.0
    """What each point weighs besides when the only other player has one card left; with two cards half of that, and so on."""
    thrown: float = 0.4
    """How much more likely cards with many points come, because the others discard them."""
    danger: float = 15.0
    """What it costs to give the only other player a card that completes a meld."""
    holds_above: int | None = None
    """Melds are kept in hand while all others have more cards than this; None: they are laid immediately."""
    opens_above: int = 0
    """A meld that others may lay off on is laid while all others have more cards than this, and to go out."""


class GamePlay(NamedTuple):
    """What computer players know of a game.

    - `weights`: what weighs how much in the deal in play.
    - `first`: the move that a player of this level makes before any that most games have, like a knock; None for no such move.
      What it misses depends on the seed.
    - `why`: what speaks for such a move; nothing for others.
    - `ranked`: discards, the best first, where *normal* judges them by other things than `discards.py`.
    """

    weights: Callable[[View], Weights]
    first: Callable[[View, Level, str], SeatMove | None] = lambda view, level, seed: None
    why: Callable[[View, SeatMove], Iterable[Reason]] = lambda view, move: ()
    ranked: Callable[[Sight, Sequence[Discard]], list[Discard]] | None = None
