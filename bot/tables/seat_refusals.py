"""The reasons why a request about computers, the clock or seats is refused, each with its facts."""

from bot.wording.sentence import Refusal


class NoComputersSeat(Refusal):
    """No computer plays at this table, or not in this seat."""


class OnlyManagersRemove(Refusal):
    """Only a member with Manage Server or an organiser can remove a player from a match."""


class ManagerPlays(Refusal):
    """A manager or organiser who plays at the table can't remove anyone from it."""


class NotPlaying(Refusal):
    """The person who is to be removed doesn't play at this table."""


class RemovedFromMatch(Refusal):
    """The person was removed from this match, and can't come back into it."""


class SeatsTakenBetweenDeals(Refusal):
    """A deal is in play: a computer's seat is taken between two deals."""


class NoComputersHere(Refusal):
    """The match belongs to a schedule, which is played by people only."""


class NoSuchComputer(Refusal):
    """There is no computer to remove."""


class ClockUnchanged(Refusal):
    """The table has this clock already."""


class ClockRequired(Refusal):
    """The match belongs to a schedule whose league counts only matches with a clock."""


class NotAgainstSoMany(Refusal):
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
