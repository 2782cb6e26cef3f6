"""The reasons why a request about computers, the clock or seats is refused, each with its facts."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NoComputersSeat:
    """No computer plays at this table, or not in this seat."""


@dataclass(frozen=True, slots=True)
class NotAway:
    """Only a person can be removed whose last turns were played for them."""

    person: int


@dataclass(frozen=True, slots=True)
class ManagerPlays:
    """A manager or organiser who plays at the table can't remove this opponent alone."""

    person: int


@dataclass(frozen=True, slots=True)
class NotPlaying:
    """The person who is to be removed doesn't play at this table."""


@dataclass(frozen=True, slots=True)
class RemovedByManager:
    """The person was removed by a manager of the server or an organiser, and can't come back into this match."""


@dataclass(frozen=True, slots=True)
class SeatsTakenBetweenDeals:
    """A deal is in play: a computer's seat is taken between two deals."""


@dataclass(frozen=True, slots=True)
class AlreadyAskedToRemove:
    """The person has asked for this already; so many more must."""

    person: int
    missing: int


@dataclass(frozen=True, slots=True)
class NoComputersHere:
    """The match belongs to a schedule, which is played by people only."""


@dataclass(frozen=True, slots=True)
class NoSuchComputer:
    """There is no computer to remove."""


@dataclass(frozen=True, slots=True)
class ClockUnchanged:
    """The table has this clock already."""


@dataclass(frozen=True, slots=True)
class ClockRequired:
    """The match belongs to a schedule whose league counts only matches with a clock."""


@dataclass(frozen=True, slots=True)
class NotAgainstSoMany:
    """A person alone plays this game against so many computers; empty if it can't be played alone."""

    counts: tuple[int, ...]


SeatRefusal = (
    NoComputersSeat
    | NotAway
    | ManagerPlays
    | NotPlaying
    | RemovedByManager
    | SeatsTakenBetweenDeals
    | AlreadyAskedToRemove
    | NoComputersHere
    | NoSuchComputer
    | ClockUnchanged
    | ClockRequired
    | NotAgainstSoMany
)
