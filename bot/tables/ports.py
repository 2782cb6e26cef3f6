"""What is stored of tables, people and servers, as records."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Literal

from msgspec import Struct

from bot.league.match_facts import MatchResult
from bot.rummy.variant import Length, Variant
from bot.tables.events import Event


@dataclass(frozen=True, slots=True)
class ClockAndSeeds:
    """The clock (epoch milliseconds) and the source of seeds (64 hex digits each)."""

    now: Callable[[], int]
    seed: Callable[[], str]


class VersionTakenError(Exception):
    """Another process has already stored this version of the table; nothing was written."""


class DatabaseLockedError(Exception):
    """Another program locks the database while the bot ends; nothing was written."""


class NotOwnerError(DatabaseLockedError):
    """Another process owns this, or perhaps: nothing was stored or sent. That one goes on with it."""


class WhyNotStored(StrEnum):
    """Why nothing can be stored, as the log says it."""

    FULL = "disk full"
    READ_ONLY = "database read-only"
    BROKEN = "disk error"
    AWAY = "database away"


class DatabaseAwayError(Exception):
    """The database can't be reached: nothing was written. Its cause is the driver's error. Only PostgreSQL can be away."""

    why = WhyNotStored.AWAY


class NotStoredError(DatabaseAwayError):
    """The database can be reached, but stores nothing; nothing was written. Its cause is the driver's error."""

    def __init__(self, why: WhyNotStored) -> None:
        super().__init__(why)
        self.why = why


class UnreadableLogError(Exception):
    """The stored events of a table are damaged or come from a newer version of the program; the text gives the reason."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """The time (`due`, epoch ms) at which the table gets the request `TimeIsUp(step)`."""

    table: int
    step: int
    due: int


UNCHANGED: Final = "unchanged"
"""In the place of a deadline, it leaves the stored one as it is."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's only attempt at the deal of a day, begun at this table, at `at` (epoch ms).

    It is in the day's table of the `server`; 0 if in none. `points` are those ahead of the computers, None if the deal wasn't
    finished in time.
    """

    day: int
    person: int
    table: int
    server: int
    at: int
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Commit:
    """What one transaction stores: events at the versions from `version` on, and what changes with them.

    `deadline` replaces the table's deadline; None removes it. `begun` is a match that starts now and may count, as if it
    ended now; `result` is that of a finished match. `attempt` begins the deal of a day; with points, it ends it.
    """

    table: int
    version: int
    events: Sequence[Event]
    at: int
    deadline: Deadline | Literal["unchanged"] | None
    is_over: bool = False
    begun: MatchResult | None = None
    result: MatchResult | None = None
    attempt: Attempt | None = None


Logs = Mapping[int, Sequence[Event]]
TimedLogs = Mapping[int, Sequence[tuple[int, Event]]]
"""The events of tables, by their numbers."""


class CardOrder(StrEnum):
    """The order in which a person wants to see the cards of their hand."""

    SUIT = "suit"
    RANK = "rank"


class HandsBy(StrEnum):
    """How a person gets their cards: by direct message, or by a mention in the channel, with **My hand**."""

    DIRECT = "direct"
    CHANNEL = "channel"


class Pictures(StrEnum):
    """How a person sees their hand, or a channel the table: as a picture, as a larger one, or only as text."""

    PICTURES = "pictures"
    LARGE = "large"
    TEXT = "text"


class SuitColours(StrEnum):
    """How many colours the suits have in pictures."""

    FOUR = "four"
    TWO = "two"


class Suits(StrEnum):
    """How a person reads the suits of cards in text: `7♠`, `7 of spades` or `7S`."""

    SIGNS = "signs"
    WORDS = "words"
    LETTERS = "letters"


class Ready(StrEnum):
    """How a person gets ready for the next deal: with a press, or by itself."""

    PRESS = "press"
    ITSELF = "itself"


class NewMessage(StrEnum):
    """When a person's turn begins with a new message. Without a choice: always, if they read text only."""

    AWAY = "away"
    ALWAYS = "always"


class FirstHand(StrEnum):
    """New until the person has played the first hand to its end."""

    NEW = "new"
    DONE = "offered"


@dataclass(frozen=True, slots=True)
class Person:
    """A person on Discord; `discord_id` is None after their data has been deleted.

    `username` is the unique one in their profile, as of their last command or press; None if it isn't known. `language` is the
    locale that they chose, empty for that of their Discord, which is `locale`. `nicknames` are their names in these servers.
    """

    number: int
    discord_id: int | None
    name: str
    locale: str
    dm_channel: int | None
    hands: HandsBy = HandsBy.DIRECT
    card_order: CardOrder = CardOrder.SUIT
    pictures: Pictures = Pictures.PICTURES
    suit_colours: SuitColours = SuitColours.FOUR
    first_hand: FirstHand = FirstHand.NEW
    language: str = ""
    suits: Suits = Suits.SIGNS
    ready: Ready = Ready.PRESS
    new_message: NewMessage = NewMessage.AWAY
    username: str | None = None
    nicknames: tuple[tuple[int, str], ...] = ()


KnownPeople = Mapping[int, Person]
"""Everyone whom the bot has met, by number. They are in memory, so whatever is rendered looks them up itself."""


@dataclass(frozen=True, slots=True)
class PeopleIn(Mapping[int, Person]):
    """Everyone with the names that they have in a server; None stands for direct messages."""

    people: KnownPeople
    server: int | None

    def __getitem__(self, number: int) -> Person:
        person = self.people[number]
        return next((replace(person, name=name) for server, name in person.nicknames if server == self.server), person)

    def __iter__(self) -> Iterator[int]:
        return iter(self.people)

    def __len__(self) -> int:
        return len(self.people)


@dataclass(frozen=True, slots=True)
class SavedVariant:
    """A variant that a server has saved under its title, and the number of the person who saved it."""

    author: int
    variant: Variant


class ServerSettings(Struct, frozen=True):
    """What a server has chosen for its tables.

    - `channels` are those in which tables may be opened, and in whose threads; empty for all.
    - `role` is the role whose members may open tables, beside those with Manage Server; None for everyone.
    - `games` are the names of those that are offered, empty for all; others can be named.
    - `variant` is the name of the usual game, and `length` the usual length; None for what the bot takes otherwise.
    - `thread` is False if tables get no thread of their own unless their host wants one.
    - `pictures` and `suit_colours` are those of the tables in its channels.
    - `daily` is the channel in which the table of yesterday's deal is posted each morning; empty for none.
    - `language` is the locale of what everyone reads, empty for that of the server. With `is_language_offered`, its managers
      have been offered another one.
    """

    channels: tuple[int, ...] = ()
    role: int | None = None
    games: tuple[str, ...] = ()
    variant: str | None = None
    length: Length | None = None
    thread: bool = True
    pictures: Pictures = Pictures.PICTURES
    suit_colours: SuitColours = SuitColours.FOUR
    daily: tuple[int, ...] = ()
    language: str = ""
    is_language_offered: bool = False
