"""The reasons why a request at a table is refused, each with its facts. `bot/messages/table/refusals.py` has the sentences."""

from dataclasses import dataclass

from bot.rummy.refusals import Refusal as MoveRefusal
from bot.rummy.variant.contradictions import Contradiction
from bot.rummy.variant.variant import Variant
from bot.tables.seat_refusals import SeatRefusal

# Finding the table


@dataclass(frozen=True, slots=True)
class TableNotFound:
    number: int


@dataclass(frozen=True, slots=True)
class TableUnreadable:
    """The stored events are damaged or come from a newer version of the program."""

    number: int


@dataclass(frozen=True, slots=True)
class NoTableHere:
    """The person is at no table, and none is open in this channel."""


@dataclass(frozen=True, slots=True)
class WhichOfYourTables:
    """The request could be about several tables of the person."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WhichTableHere:
    """The request could be about several tables of the channel."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WhichLobby:
    """The person could join several tables of the channel."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ServerOnly:
    """The command was used in a direct message."""


@dataclass(frozen=True, slots=True)
class BotLacksPermissions:
    """The names of the missing Discord permissions, as in Discord's own settings."""

    permissions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoThreadHere:
    """Threads of messages exist only in text channels of a server."""


@dataclass(frozen=True, slots=True)
class TextTooLong:
    """The text of an option is longer than allowed; both numbers are characters."""

    option: str
    length: int
    most: int


@dataclass(frozen=True, slots=True)
class ButtonNotUnderstood:
    text: str


@dataclass(frozen=True, slots=True)
class ButtonFromBeforeRestore:
    """The bot's database was restored from a backup since the button was posted."""


@dataclass(frozen=True, slots=True)
class MovedOn:
    """The table has changed since the button was posted."""


# The lobby


@dataclass(frozen=True, slots=True)
class TableStarted:
    pass


@dataclass(frozen=True, slots=True)
class TableFull:
    most: int


@dataclass(frozen=True, slots=True)
class AlreadySeated:
    pass


@dataclass(frozen=True, slots=True)
class NotSeated:
    pass


@dataclass(frozen=True, slots=True)
class NotTheHost:
    host: int


@dataclass(frozen=True, slots=True)
class AlreadyWaiting:
    """A table of the person waits for its start in this channel."""

    number: int


@dataclass(frozen=True, slots=True)
class TablesNotHere:
    """The server has chosen the channels in which tables may be opened."""

    channels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OnlyRoleOpens:
    """The server has chosen the role whose members may open tables."""

    role: int


@dataclass(frozen=True, slots=True)
class SeatsReserved:
    """Only these people may sit down."""

    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StillAwaited:
    """These people of the fixture have not sat down; the match needs all of them."""

    people: tuple[int, ...]


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


@dataclass(frozen=True, slots=True)
class TooFewPlayers:
    players: int
    least: int


@dataclass(frozen=True, slots=True)
class NotAgreed:
    """These people have not agreed to what was changed: the house rules, the clock, or whether the match may count."""

    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NothingToAgree:
    """The person has agreed to the current rules already."""


# House rules


@dataclass(frozen=True, slots=True)
class RulesFixed:
    """The match has started."""


@dataclass(frozen=True, slots=True)
class RulesFixedBySchedule:
    """The schedule sets the rules of this table."""


@dataclass(frozen=True, slots=True)
class NoSuchRule:
    """No house rule has this name."""

    name: str


@dataclass(frozen=True, slots=True)
class NoSuchAnswer:
    """`rule` is the name of the house rule, and `choices` are the answers that it offers, written."""

    rule: str
    answer: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LengthNotOffered:
    """The match can't have this length with the rules of the table."""


@dataclass(frozen=True, slots=True)
class RuleUnchanged:
    """The rules that were chosen are those of the table already."""


@dataclass(frozen=True, slots=True)
class RulesChangedSince:
    """A form would overwrite house rules that were changed after it was opened.

    `rules` are their names, and `variant` the rules of the table now.
    """

    rules: tuple[str, ...]
    variant: Variant


@dataclass(frozen=True, slots=True)
class DealsNotLimited:
    """Payment was chosen, and no number of deals ends the match (RULES 5.24)."""


@dataclass(frozen=True, slots=True)
class RulesContradict:
    faults: tuple[Contradiction, ...]


@dataclass(frozen=True, slots=True)
class SavedRulesContradict:
    """A game was saved with rules that an earlier version allowed."""

    name: str
    faults: tuple[Contradiction, ...]


@dataclass(frozen=True, slots=True)
class TooManySeated:
    """More people are at the table than the changed rules allow."""

    players: int
    most: int


# The match


@dataclass(frozen=True, slots=True)
class TableNotStarted:
    pass


@dataclass(frozen=True, slots=True)
class TableIsOver:
    """Without a match, its lobby was closed."""

    has_match: bool = True


@dataclass(frozen=True, slots=True)
class NotBetweenDeals:
    pass


@dataclass(frozen=True, slots=True)
class AlreadyReady:
    pass


@dataclass(frozen=True, slots=True)
class AlreadyAskedToEnd:
    """The match ends when these people have asked for it, too; after somebody left, when `missing` of them have."""

    waiting_for: tuple[int, ...]
    missing: int


@dataclass(frozen=True, slots=True)
class OnlyManagers:
    """Only a member with Manage Server can break off a match."""


@dataclass(frozen=True, slots=True)
class OnlyManagersSet:
    """Only a member with Manage Server changes the settings of the server."""


@dataclass(frozen=True, slots=True)
class FitsNoMeld:
    """No meld was named, and the cards fit none."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WhichMeld:
    """The cards fit several melds, so the move must name one (RULES 5.16)."""

    numbers: tuple[int, ...]


# Saved variants and their codes


@dataclass(frozen=True, slots=True)
class NoSuchVariant:
    """`known` are the titles of the variants that the server can play."""

    name: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NameNotUnderstood:
    """A saved variant cannot have this name."""

    name: str


@dataclass(frozen=True, slots=True)
class NameTaken:
    """The server has saved a variant with this name."""

    name: str


@dataclass(frozen=True, slots=True)
class NameShipped:
    """A variant that ships with the bot has this name."""

    name: str


@dataclass(frozen=True, slots=True)
class TooManyVariants:
    most: int


@dataclass(frozen=True, slots=True)
class TooManyOwnVariants:
    """The person has saved as many variants in this server as one person may."""

    most: int


@dataclass(frozen=True, slots=True)
class NotSaved:
    """The server has saved no variant with this name."""

    name: str


@dataclass(frozen=True, slots=True)
class NotYourVariant:
    """Somebody else saved the variant."""

    name: str


@dataclass(frozen=True, slots=True)
class CodeNotUnderstood:
    """The text is not a code."""

    text: str


@dataclass(frozen=True, slots=True)
class CodeMistyped:
    """The code does not match its checksum."""


@dataclass(frozen=True, slots=True)
class CodeTooNew:
    """The code was made by a newer version of the program."""


@dataclass(frozen=True, slots=True)
class CodeRefused:
    """The code is complete, but its answers make no valid variant."""


# Limits


@dataclass(frozen=True, slots=True)
class TooManyCommands:
    """The person sends more commands than one person may."""

    per_second: int


@dataclass(frozen=True, slots=True)
class TooManyMoves:
    """The person plays or presses faster than one person may."""

    per_second: int


@dataclass(frozen=True, slots=True)
class ServerTooManyCommands:
    """The people of the server together send more commands than a server may."""

    per_second: int


@dataclass(frozen=True, slots=True)
class TooManyNewLobbies:
    """The person opens more tables a minute than one person may."""

    per_minute: int


@dataclass(frozen=True, slots=True)
class ServerTooManyNewLobbies:
    """The people of the server together open more tables a minute than a server may."""

    per_minute: int


@dataclass(frozen=True, slots=True)
class TooManyOpenLobbies:
    """So many tables of the person wait for their start."""

    most: int


@dataclass(frozen=True, slots=True)
class ServerTooManyOpenLobbies:
    """So many tables in the server wait for their start."""

    most: int


@dataclass(frozen=True, slots=True)
class TooManyPictures:
    """The person requests more pictures than one person may."""

    per_minute: int


@dataclass(frozen=True, slots=True)
class ServerTooManyPictures:
    """The people of the server together request more pictures than a server may."""

    per_minute: int


@dataclass(frozen=True, slots=True)
class TooManyExports:
    """The person requests more exported files than one person may."""

    per_minute: int


@dataclass(frozen=True, slots=True)
class ServerTooManyExports:
    """The people of the server together request more exported files than a server may."""

    per_minute: int


LimitRefusal = (
    TooManyCommands
    | TooManyMoves
    | ServerTooManyCommands
    | TooManyNewLobbies
    | ServerTooManyNewLobbies
    | TooManyOpenLobbies
    | ServerTooManyOpenLobbies
    | TooManyPictures
    | ServerTooManyPictures
    | TooManyExports
    | ServerTooManyExports
)


TableRefusal = (
    TableNotFound
    | TableUnreadable
    | NoTableHere
    | WhichOfYourTables
    | WhichTableHere
    | WhichLobby
    | ServerOnly
    | BotLacksPermissions
    | NoThreadHere
    | TextTooLong
    | ButtonNotUnderstood
    | ButtonFromBeforeRestore
    | MovedOn
    | TableStarted
    | TableFull
    | AlreadySeated
    | NotSeated
    | NotTheHost
    | AlreadyWaiting
    | TablesNotHere
    | OnlyRoleOpens
    | OnlyManagersSet
    | SeatsReserved
    | StillAwaited
    | SeatsKept
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
    | TooFewPlayers
    | NotAgreed
    | NothingToAgree
    | RulesFixed
    | RulesFixedBySchedule
    | NoSuchRule
    | NoSuchAnswer
    | RuleUnchanged
    | RulesChangedSince
    | LengthNotOffered
    | DealsNotLimited
    | RulesContradict
    | SavedRulesContradict
    | TooManySeated
    | TableNotStarted
    | TableIsOver
    | NotBetweenDeals
    | AlreadyReady
    | AlreadyAskedToEnd
    | OnlyManagers
    | FitsNoMeld
    | WhichMeld
    | NoSuchVariant
    | NameNotUnderstood
    | NameTaken
    | NameShipped
    | TooManyVariants
    | TooManyOwnVariants
    | NotSaved
    | NotYourVariant
    | CodeNotUnderstood
    | CodeMistyped
    | CodeTooNew
    | CodeRefused
)
Refusal = TableRefusal | LimitRefusal | SeatRefusal | MoveRefusal


class Refused(Exception):  # noqa: N818  (named like IllegalMove)
    """A request was refused, and nothing has changed. `table` is the number of its table, if it is about one."""

    def __init__(self, refusal: Refusal, table: int | None = None) -> None:
        super().__init__(refusal)
        self.refusal = refusal
        self.table = table
