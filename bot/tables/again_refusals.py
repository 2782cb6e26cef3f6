"""The reasons why **Play again** is refused, or a request at the table that it opens, each with its facts."""

from bot.wording.sentence import Refusal


class SeatsKept(Refusal):
    """The free seats are kept for these people until `until` (epoch ms)."""

    people: tuple[int, ...]
    until: int


class NotAnswered(Refusal):
    """These people have neither taken the seats that are kept for them until `until` (epoch ms), nor declined."""

    people: tuple[int, ...]
    until: int


class NotPlayedHere(Refusal):
    """Only the people of a match invite each other to play it again."""


class NotOverYet(Refusal):
    """A match can be played again once it is over."""


class NobodyToInvite(Refusal):
    """The data of all other people of the match has been deleted."""


class OverForLong(Refusal):
    """The match ended so long ago that nobody expects to play it again."""


class PlayTogetherAt(Refusal):
    """The same people are at another table already."""

    table: int
    channel: int


class PlayedAgain(Refusal):
    """A table for playing the match again has been opened. `channel` is where it is, or was."""

    table: int
    channel: int = 0


class SeatedAgain(PlayedAgain):
    """The person is at that table."""


class BeingPlayedAgain(PlayedAgain):
    """The match of that table is being played."""


class WasPlayedAgain(PlayedAgain):
    """The match of that table is over."""


class WasNotPlayedAgain(PlayedAgain):
    """That table was closed before its match began."""


class SeatsTaken(PlayedAgain):
    """The seats of that table are no longer kept, and others have taken them."""


class RulesOfAgainChanged(PlayedAgain):
    """The host has changed the rules, the clock or the computers of that table; whoever joins it must see them."""


class ChannelGone(Refusal):
    """The channel of a table is gone, or the bot is no longer in its server."""


class ChannelHidden(Refusal):
    """The person is no longer in the server of a table, or can't see its channel."""


class MembershipUnknown(Refusal):
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
