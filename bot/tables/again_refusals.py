"""The reasons why **Play again** is refused, or a request at the table that it opens, each with its facts."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatsKept:
    """The free seats are kept for these people until `until` (epoch ms)."""

    people: tuple[int, ...]
    until: int


@dataclass(frozen=True, slots=True)
class NotAnswered:
    """These people have neither taken the seats that are kept for them until `until` (epoch ms), nor declined."""

    people: tuple[int, ...]
    until: int


@dataclass(frozen=True, slots=True)
class NotPlayedHere:
    """Only the people of a match invite each other to play it again."""


@dataclass(frozen=True, slots=True)
class NotOverYet:
    """A match can be played again once it is over."""


@dataclass(frozen=True, slots=True)
class NobodyToInvite:
    """The data of all other people of the match has been deleted."""


@dataclass(frozen=True, slots=True)
class OverForLong:
    """The match ended so long ago that nobody expects to play it again."""


@dataclass(frozen=True, slots=True)
class PlayTogetherAt:
    """The same people are at another table already."""

    table: int
    channel: int


@dataclass(frozen=True, slots=True)
class PlayedAgain:
    """A table for playing the match again has been opened. `channel` is where it is, or was."""

    table: int
    channel: int = 0


@dataclass(frozen=True, slots=True)
class SeatedAgain(PlayedAgain):
    """The person is at that table."""


@dataclass(frozen=True, slots=True)
class BeingPlayedAgain(PlayedAgain):
    """The match of that table is being played."""


@dataclass(frozen=True, slots=True)
class WasPlayedAgain(PlayedAgain):
    """The match of that table is over."""


@dataclass(frozen=True, slots=True)
class WasNotPlayedAgain(PlayedAgain):
    """That table was closed before its match began."""


@dataclass(frozen=True, slots=True)
class SeatsTaken(PlayedAgain):
    """The seats of that table are no longer kept, and others have taken them."""


@dataclass(frozen=True, slots=True)
class RulesOfAgainChanged(PlayedAgain):
    """The host has changed the rules, the clock or the computers of that table; whoever joins it must see them."""


@dataclass(frozen=True, slots=True)
class ChannelGone:
    """The channel of a table is gone, or the bot is no longer in its server."""


@dataclass(frozen=True, slots=True)
class ChannelHidden:
    """The person is no longer in the server of a table, or can't see its channel."""


@dataclass(frozen=True, slots=True)
class MembershipUnknown:
    """Discord didn't say whether the person is in the server of a table."""


PlayAgainRefusal = (
    SeatsKept
    | NotAnswered
    | NotPlayedHere
    | NotOverYet
    | NobodyToInvite
    | OverForLong
    | PlayTogetherAt
    | PlayedAgain
    | SeatedAgain
    | BeingPlayedAgain
    | WasPlayedAgain
    | WasNotPlayedAgain
    | SeatsTaken
    | RulesOfAgainChanged
    | ChannelGone
    | ChannelHidden
    | MembershipUnknown
)
