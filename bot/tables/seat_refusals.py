"""The reasons why a request about computers, the clock or seats is refused, each with its facts."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NoComputersSeat:
    """No computer plays at this table, or not in this seat."""


@dataclass(frozen=True, slots=True)
class OnlyManagersRemove:
    """Only a member with Manage Server or an organiser can remove a player from a match."""


@dataclass(frozen=True, slots=True)
class ManagerPlays:
    """A manager or organiser who plays at the table can't remove anyone from it."""


@dataclass(frozen=True, slots=True)
class NotPlaying:
    """The person who is to be removed doesn't play at this table."""


@dataclass(frozen=True, slots=True)
class RemovedFromMatch:
    """The person was removed from this match, and can't come back into it."""


@dataclass(frozen=True, slots=True)
class SeatsTakenBetweenDeals:
    """A deal is in play: a computer's seat is taken between two deals."""


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
    | OnlyManagersRemove
    | ManagerPlays
    | NotPlaying
    | RemovedFromMatch
    | SeatsTakenBetweenDeals
    | NoComputersHere
    | NoSuchComputer
    | ClockUnchanged
    | ClockRequired
    | NotAgainstSoMany
)
