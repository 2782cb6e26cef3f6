"""A change of who plays in a seat of the match, and how the changes of a deal are gathered."""

from msgspec import Struct
from msgspec.structs import replace


class SeatChange(Struct, frozen=True):
    """A change of who plays in a seat: `before` played there until then, and `player` from then on. One of them is a computer.

    `turn` is the number of the turn in which that happened, None between two deals. `is_removed` is True if the person didn't
    leave by themselves, and `removed_by` is the manager who removed them, if one did. Changes of a seat in one pause are one
    change; `left` is the last one who left the seat.
    """

    seat: int
    before: int
    player: int
    turn: int | None
    is_removed: bool = False
    left: int = 0
    removed_by: int | None = None


def with_change(changes: tuple[SeatChange, ...], change: SeatChange) -> tuple[SeatChange, ...]:
    """Return the changes with one more, which is joined to one of the same seat in the same pause."""
    same = next((one for one in changes if change.turn is None is one.turn and one.seat == change.seat), None)
    if same is None:
        return (*changes, change)
    others = (one for one in changes if one is not same)
    return (*others, replace(change, before=same.before))
