"""Why a request at a table is refused: one record for each reason, with its facts. The sentences live in `bot/messages/`."""

from dataclasses import dataclass

from bot.rummy.refusals import Refusal as MoveRefusal
from bot.rummy.variant.contradictions import Contradiction


@dataclass(frozen=True, slots=True)
class TableNotFound:
    number: int


@dataclass(frozen=True, slots=True)
class TableUnreadable:
    """Its stored events are damaged, or were written by a newer version of the program."""

    number: int


@dataclass(frozen=True, slots=True)
class NoTableHere:
    """Nobody has opened a table in this channel, and the person sits at none."""


@dataclass(frozen=True, slots=True)
class WhichTable:
    """Several tables could be meant."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableFull:
    most: int


@dataclass(frozen=True, slots=True)
class TableStarted:
    pass


@dataclass(frozen=True, slots=True)
class TableNotStarted:
    pass


@dataclass(frozen=True, slots=True)
class TableIsOver:
    pass


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
class TooFewPlayers:
    players: int
    least: int


@dataclass(frozen=True, slots=True)
class SeatsReserved:
    """The seats are kept for these people."""

    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StillAwaited:
    """These people have a seat kept for them; without them the match does not start."""

    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RulesFixedBySchedule:
    """The table plays the game of its schedule."""


@dataclass(frozen=True, slots=True)
class RulesFixed:
    """The first card is dealt."""


@dataclass(frozen=True, slots=True)
class NoSuchRule:
    name: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoSuchAnswer:
    rule: str
    answer: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleUnchanged:
    """The answer is the one that is there already."""


@dataclass(frozen=True, slots=True)
class DealsNotLimited:
    """Payment was chosen, and nothing says how many deals are played (RULES 5.24)."""


@dataclass(frozen=True, slots=True)
class RulesContradict:
    faults: tuple[Contradiction, ...]


@dataclass(frozen=True, slots=True)
class TooManySeated:
    """More people sit there than the changed rules allow."""

    players: int
    most: int


@dataclass(frozen=True, slots=True)
class NotAgreed:
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NothingToAgree:
    pass


@dataclass(frozen=True, slots=True)
class NameNotUnderstood:
    """A saved game may not be called so."""

    name: str


@dataclass(frozen=True, slots=True)
class NameTaken:
    name: str


@dataclass(frozen=True, slots=True)
class NameShipped:
    """A game that every server has is called so."""

    name: str


@dataclass(frozen=True, slots=True)
class TooManyVariants:
    most: int


@dataclass(frozen=True, slots=True)
class NotSaved:
    """The server has saved no game of this name."""

    name: str


@dataclass(frozen=True, slots=True)
class NotYourVariant:
    name: str


@dataclass(frozen=True, slots=True)
class CodeNotUnderstood:
    text: str


@dataclass(frozen=True, slots=True)
class CodeMistyped:
    """The code does not agree with its checksum."""


@dataclass(frozen=True, slots=True)
class CodeTooNew:
    """The code was made by a newer version of the program."""


@dataclass(frozen=True, slots=True)
class CodeRefused:
    """The code arrived whole, but its answers are none that this version knows."""


@dataclass(frozen=True, slots=True)
class MovedOn:
    """The button belongs to a question that has been answered."""


@dataclass(frozen=True, slots=True)
class NotBetweenDeals:
    pass


@dataclass(frozen=True, slots=True)
class AlreadyReady:
    pass


@dataclass(frozen=True, slots=True)
class AlreadyAskedToEnd:
    waiting_for: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OnlyManagers:
    """Only a member with Manage Server may break off a match that has begun."""


@dataclass(frozen=True, slots=True)
class ServerOnly:
    """The command needs a server; it was used in a direct message."""


@dataclass(frozen=True, slots=True)
class BotLacksPermissions:
    """Names of Discord permissions that the bot lacks in the channel, as Discord's own settings show them."""

    permissions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoThreadHere:
    """Only a text channel of a server can have threads of its messages."""


@dataclass(frozen=True, slots=True)
class NoSuchVariant:
    name: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FitsNoMeld:
    """No meld was named, and the cards fit none."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WhichMeld:
    """The cards fit several melds: the move must name one (RULES 5.16)."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ButtonNotUnderstood:
    text: str


TableRefusal = (
    TableNotFound
    | TableUnreadable
    | NoTableHere
    | WhichTable
    | TableFull
    | TableStarted
    | TableNotStarted
    | TableIsOver
    | AlreadySeated
    | NotSeated
    | NotTheHost
    | TooFewPlayers
    | SeatsReserved
    | StillAwaited
    | RulesFixedBySchedule
    | RulesFixed
    | NoSuchRule
    | NoSuchAnswer
    | RuleUnchanged
    | DealsNotLimited
    | RulesContradict
    | TooManySeated
    | NotAgreed
    | NothingToAgree
    | NameNotUnderstood
    | NameTaken
    | NameShipped
    | TooManyVariants
    | NotSaved
    | NotYourVariant
    | CodeNotUnderstood
    | CodeMistyped
    | CodeTooNew
    | CodeRefused
    | MovedOn
    | NotBetweenDeals
    | AlreadyReady
    | AlreadyAskedToEnd
    | OnlyManagers
    | ServerOnly
    | BotLacksPermissions
    | NoThreadHere
    | NoSuchVariant
    | FitsNoMeld
    | WhichMeld
    | ButtonNotUnderstood
)
Refusal = TableRefusal | MoveRefusal


class Refused(Exception):  # noqa: N818  (the field's word, as IllegalMove)
    """A request was refused, and nothing has changed. `table` is the number of the table that refused it."""

    def __init__(self, refusal: Refusal, table: int | None = None) -> None:
        super().__init__(refusal)
        self.refusal = refusal
        self.table = table
