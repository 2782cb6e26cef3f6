"""The reasons why a request at a table is refused, each with its facts. `bot/messages/table/refusals.py` has the sentences.

Those about house rules, about playing again, about seats and the clock, and the limits have files of their own beside this one.
"""

from dataclasses import dataclass

from bot.rummy.refusals import Refusal as MoveRefusal
from bot.tables.again_refusals import PlayAgainRefusal
from bot.tables.limit_refusals import LimitRefusal
from bot.tables.rule_refusals import RuleRefusal
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
    """Only a member with Manage Server can break off a match or, if it may count in a league, an organiser."""


@dataclass(frozen=True, slots=True)
class NoReasonGiven:
    """A match is broken off for a reason, which everyone reads."""


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
    | TooFewPlayers
    | NotAgreed
    | NothingToAgree
    | TableNotStarted
    | TableIsOver
    | NotBetweenDeals
    | AlreadyReady
    | AlreadyAskedToEnd
    | OnlyManagers
    | NoReasonGiven
    | FitsNoMeld
    | WhichMeld
)
Refusal = TableRefusal | RuleRefusal | PlayAgainRefusal | SeatRefusal | LimitRefusal | MoveRefusal


class Refused(Exception):  # noqa: N818  (named like IllegalMove)
    """A request was refused, and nothing has changed. `table` is the number of its table, if it is about one."""

    def __init__(self, refusal: Refusal, table: int | None = None) -> None:
        super().__init__(refusal)
        self.refusal = refusal
        self.table = table
