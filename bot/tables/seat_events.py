"""The events of a match that its rules know nothing of: its clock, who plays in which seat, and how pictures name them."""

from bot.players.choice import Level
from bot.rummy.written_form import Written

LONGEST_REASON = 300
"""The characters of the reason for breaking off a match, at most."""


class MarksFixed(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The marks by which pictures name the seats: initials or numbers, fixed when the match starts."""

    marks: tuple[str, ...]
    written = "pictures name the seats {marks}"


class TurnBegun(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """A turn has begun at `at`. The person has until `until`, and then their time bank; None if the turn has no clock.

    If nobody moves until `idle_until`, the table is closed. All are epoch milliseconds.
    """

    at: int
    until: int | None
    idle_until: int

    def __str__(self) -> str:
        return "the turn begins" if self.until is None else f"the turn ends at {self.until}"


class BankUsed(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """A person has used their time bank in a turn; `left` milliseconds of it are left."""

    person: int
    left: int
    written = "person {person} has {left} ms left in the bank"


class PersonReminded(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The person whose turn it is was to be reminded."""

    person: int
    written = "person {person} is reminded"


class PersonNudged(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The person whose turn it is was reminded by another player, at `at` (epoch ms)."""

    person: int
    by: int
    at: int
    written = "person {person} is reminded by person {by}"


class TurnPlayedFor(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The rest of this turn is played for a person whose time is up, or who is away."""

    person: int
    written = "the turn is played for person {person}"


class TablePaused(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The time of a person is up, and the table waits for them."""

    person: int
    written = "the table waits for person {person}"


class CameBack(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """A person for whom turns were played, or the table has paused, plays again."""

    person: int
    written = "person {person} is back"


class ClockShifted(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """At `at` (epoch ms), all times of the table were moved `by` milliseconds, in which the bot couldn't be reached."""

    at: int
    by: int
    written = "the clock is moved by {by} ms"


class SeasonOver(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """A season that `ended` waits for the match `until` then (epoch ms), with a day a turn. Then the slowest has left."""

    ended: int
    until: int
    written = "a season waits for the match until {until}"


class SeatTakenOver(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """A person has left the match or was removed, and a computer plays on with their cards."""

    seat: int
    computer: int
    level: Level
    written = "computer {computer} ({level}) takes over seat {seat}"


class SeatTaken(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """A person takes over the seat of a computer, between two deals."""

    seat: int
    person: int
    written = "person {person} takes seat {seat}"


class EndVoteBegun(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """After somebody left, the others are asked whether to end the match: a majority decides, until `until` (epoch ms)."""

    until: int
    written = "a majority may end the match until {until}"


class EndVoteOver(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """No majority wanted to end the match: it goes on."""

    written = "the match goes on"


class PersonRemoved(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """A person is removed `by` a manager or organiser, and leaves the match.

    `leagues` are those in which the match may count, and `why` is the manager's reason or empty.
    """

    person: int
    by: int
    leagues: tuple[int, ...] = ()
    why: str = ""
    written = "person {person} is removed"


class TableAbandoned(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Nobody has moved for too long: the match ends. `person` was to play, or None; `by_season`, they took the most time."""

    person: int | None
    by_season: bool = False
    written = "the table is abandoned"


class BrokenOffBy(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """A manager or organiser breaks the match off and says why; `leagues` are those in which it would have counted."""

    person: int
    why: str
    leagues: tuple[int, ...]
    written = "person {person} breaks the match off"


TurnEvent = TurnBegun | BankUsed | PersonReminded | PersonNudged | TurnPlayedFor | TablePaused | CameBack
ClockEvent = TurnEvent | ClockShifted | SeasonOver | EndVoteBegun
SeatEvent = ClockEvent | MarksFixed | SeatTakenOver | SeatTaken | EndVoteOver | PersonRemoved | TableAbandoned | BrokenOffBy
