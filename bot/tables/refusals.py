"""The reasons why a request at a table is refused, each with its facts. `bot/messages/table/refusals.py` has the sentences.

Those about house rules, about playing again, about seats and the clock, and the limits have files of their own beside this one.
"""

from bot.wording.sentence import Refusal

# Finding the table


class TableNotFound(Refusal):
    number: int


class TableUnreadable(Refusal):
    """The stored events are damaged or come from a newer version of the program."""

    number: int


class NoTableHere(Refusal):
    """The person is at no table, and none is open in this channel."""


class WhichOfYourTables(Refusal):
    """The request could be about several tables of the person."""

    numbers: tuple[int, ...]


class WhichTableHere(Refusal):
    """The request could be about several tables of the channel."""

    numbers: tuple[int, ...]


class WhichLobby(Refusal):
    """The person could join several tables of the channel."""

    numbers: tuple[int, ...]


class ServerOnly(Refusal):
    """The command was used in a direct message."""


class BotLacksPermissions(Refusal):
    """The names of the missing Discord permissions, as in Discord's own settings."""

    permissions: tuple[str, ...]


class NoThreadHere(Refusal):
    """Threads of messages exist only in text channels of a server."""


class TextTooLong(Refusal):
    """The text of an option is longer than allowed; both numbers are characters."""

    option: str
    length: int
    most: int


class ButtonNotUnderstood(Refusal):
    text: str


class ButtonFromBeforeRestore(Refusal):
    """The bot's database was restored from a backup since the button was posted."""


class MovedOn(Refusal):
    """The table has changed since the button was posted."""


# The lobby


class TableStarted(Refusal):
    pass


class TableFull(Refusal):
    most: int


class AlreadySeated(Refusal):
    pass


class NotSeated(Refusal):
    pass


class NotTheHost(Refusal):
    host: int


class AlreadyWaiting(Refusal):
    """A table of the person waits for its start in this channel."""

    number: int


class TooManyOpenLobbies(Refusal):
    """So many tables of the person wait for their start."""

    count: int
    sentence = "You already have a table waiting to start (the maximum). Start it, or close it with `/table cancel`."
    plural = "You already have {count} tables waiting to start (the maximum). Start one, or close it with `/table cancel`."


class ServerTooManyOpenLobbies(Refusal):
    """So many tables in the server wait for their start."""

    count: int
    sentence = "This server already has a table waiting to start (the maximum). Join it."
    plural = "This server already has {count} tables waiting to start (the maximum). Join one of them."


class TablesNotHere(Refusal):
    """The server has chosen the channels in which tables may be opened."""

    channels: tuple[int, ...]


class OnlyRoleOpens(Refusal):
    """The server has chosen the role whose members may open tables."""

    role: int


class SeatsReserved(Refusal):
    """Only these people may sit down."""

    people: tuple[int, ...]


class StillAwaited(Refusal):
    """These people of the fixture have not sat down; the match needs all of them."""

    people: tuple[int, ...]


class TooFewPlayers(Refusal):
    players: int
    least: int


class NotAgreed(Refusal):
    """These people have not agreed to what was changed: the house rules, the clock, or whether the match may count."""

    people: tuple[int, ...]


class NothingToAgree(Refusal):
    """The person has agreed to the current rules already."""


# The match


class TableNotStarted(Refusal):
    pass


class TableIsOver(Refusal):
    """Without a match, its lobby was closed."""

    has_match: bool = True


class NotBetweenDeals(Refusal):
    pass


class AlreadyReady(Refusal):
    pass


class AlreadyAskedToEnd(Refusal):
    """The match ends when these people have asked for it, too; after somebody left, when `missing` of them have."""

    waiting_for: tuple[int, ...]
    missing: int


class OnlyManagers(Refusal):
    """Only a member with Manage Server can break off a match or, if it may count in a league, an organiser."""


class NoReasonGiven(Refusal):
    """A match is broken off for a reason, which everyone reads."""


class OnlyManagersSet(Refusal):
    """Only a member with Manage Server changes the settings of the server."""


class FitsNoMeld(Refusal):
    """No meld was named, and the cards fit none."""

    cards: tuple[str, ...]


class WhichMeld(Refusal):
    """The cards fit several melds, so the move must name one (RULES 5.16)."""

    numbers: tuple[int, ...]
