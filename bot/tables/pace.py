"""How long a turn may take: the paces of a table, and the clock of a turn. Times are milliseconds."""

from dataclasses import dataclass
from enum import StrEnum

from msgspec import Struct

from bot.rummy.written_form import Written

_SECOND, _MINUTE, _HOUR, _DAY = 1000, 60_000, 3_600_000, 86_400_000


class Pace(StrEnum):
    LIVE = "live"
    QUICK = "quick"
    SLOW = "slow"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class PaceTimes:
    """The times of a pace.

    - `turn` is how long a turn may take, None for any time; after it, the `bank` runs, which each person has once a match.
    - `reminders` are the times before the end of `turn` at which the person is reminded.
    - A table where nobody has moved for `idle` is closed, at most a tenth of that later.
    """

    turn: int | None
    bank: int
    reminders: tuple[int, ...]
    idle: int


PACES = {
    Pace.LIVE: PaceTimes(90 * _SECOND, 3 * _MINUTE, (0,), 30 * _MINUTE),
    Pace.QUICK: PaceTimes(30 * _SECOND, _MINUTE, (), 30 * _MINUTE),
    Pace.SLOW: PaceTimes(_DAY, 0, (12 * _HOUR, _HOUR), 7 * _DAY),
    Pace.NONE: PaceTimes(None, 0, (), 30 * _DAY),
}


class Clock(Written, frozen=True, forbid_unknown_fields=True):
    """The clock of a table. With `pauses`, the table waits for a person whose time is up, instead of playing their turn."""

    pace: Pace
    pauses: bool = False

    def __str__(self) -> str:
        return f"{self.pace} clock{' that pauses' if self.pauses else ''}"

    @property
    def times(self) -> PaceTimes:
        return PACES[self.pace]


NO_CLOCK = Clock(Pace.NONE)


class TurnClock(Struct, frozen=True):
    """The clock of the current turn, as the event `TurnBegun` set it; all times are epoch milliseconds.

    - `since` is the time up to which the clock is right: time that is given back is counted from there.
    - The person's time is up at `until`, plus what is left of their time bank; None if the turn has no clock.
    - The table is closed at `idle_until` if nobody moves.
    - `reminders` counts those since the time began, `reminders_of_turn` all of this turn, whose time may begin again.
    """

    since: int
    until: int | None
    idle_until: int
    reminders: int = 0
    reminders_of_turn: int = 0
