"""The raw facts of a finished match, as they are stored: everything in a league is computed from them.

Facts are never changed. What organisers put right is stored beside them, and `corrections.py` makes the facts that a match
has with it; `removed` and `voided` are set there, and nowhere else.
"""

from collections.abc import Iterable

from msgspec import Struct

from bot.rummy.events import DealEnded
from bot.rummy.variant.variant import Variant


class SeatFacts(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`placing` counts from 1, as the rules of the match have it; `points` are those of the match.

    `left`: the person was charged for leaving, or was replaced. `computer`: the seat was a computer's, `person` is its number.
    """

    person: int
    placing: int
    points: int
    left: bool
    computer: bool = False
    removed: bool = False


class MatchResult(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """By seat, and by deal: who went out and how, the hands left, points. `ended` is epoch milliseconds.

    `number` is that of the table, and names the match; `channel` is a Discord id, for a thread that of its channel. Earlier
    versions stored neither: storage knows them and fills them in. `house_rules` are the questions that `variant` answers
    otherwise than its preset.
    """

    server: int
    variant: Variant
    seats: tuple[SeatFacts, ...]
    deals: tuple[DealEnded, ...]
    ended: int
    number: int = 0
    channel: int = 0
    house_rules: tuple[str, ...] = ()
    voided: bool = False

    @property
    def home(self) -> int:
        return self.channel

    def people(self) -> list[SeatFacts]:
        """The seats of people, in their order: no computers, and nobody whom an organiser has removed."""
        return [seat for seat in self.seats if not seat.computer and not seat.removed]

    def seat_of(self, person: int) -> int | None:
        """The seat in which this person counts; None if he has none."""
        found = (at for at, seat in enumerate(self.seats) if seat.person == person and not seat.computer and not seat.removed)
        return next(found, None)


def oldest_first(history: Iterable[MatchResult]) -> list[MatchResult]:
    """The oldest first: the order in which matches count. Those that ended in the same millisecond go by their number."""
    return sorted(history, key=lambda match: (match.ended, match.number))
