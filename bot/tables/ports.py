"""What the tables need from outside: protocols that `bot.storage` implements and `bot.app` injects."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from bot.league.match_facts import MatchResult
from bot.rummy.variant.variant import Variant
from bot.tables.events import Event, TableOpened


@dataclass(frozen=True, slots=True)
class Chance:
    """Time and randomness: the time in epoch milliseconds, and new seeds of 64 hex digits."""

    now: Callable[[], int]
    seed: Callable[[], str]


class VersionTakenError(Exception):
    """Another process has stored this version of the table already; nothing was written."""


class UnreadableLogError(Exception):
    """The stored events of a table are damaged, or were written by a newer version of the program; the text says how."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """At `due` (epoch ms) the table is told that the time of `step` is up."""

    table: int
    step: int
    due: int


class Unchanged(Enum):
    UNCHANGED = "keep"


UNCHANGED = Unchanged.UNCHANGED


@dataclass(frozen=True, slots=True)
class Commit:
    """One transaction: events at the versions from `version` on, and what changes with them.

    `deadline` replaces the table's stored one, None removes it, UNCHANGED leaves it.
    """

    table: int
    version: int
    events: Sequence[Event]
    at: int
    deadline: Deadline | Unchanged | None
    is_over: bool = False
    result: MatchResult | None = None


class EventLog(Protocol):
    async def open_table(self, opened: TableOpened, *, due: int, once: bool = False) -> int:
        """Store a new table with its first event and its lobby's deadline (step 0); its number.

        With `once`, for the same event a second time it is the number of the first. A fixture for which seats are kept has
        the table from now on; raises LeagueRefused where it has one already, or has been played.
        """

    async def commit(self, commit: Commit) -> None:
        """All of it or nothing, durably. Raises VersionTakenError."""

    async def read_events(self, table: int) -> list[Event]:
        """All events in order; empty for a number that no table has. Raises UnreadableLogError."""

    async def last_version(self, table: int) -> int:
        """That of its last event; 0 for a number that no table has."""

    async def tables_in_play(self) -> list[int]:
        """The tables that are not closed."""


class Deadlines(Protocol):
    async def earliest(self, excluding: Collection[int] = ()) -> Deadline | None:
        """The earliest stored deadline, but for those of some tables."""

    async def remove(self, deadline: Deadline) -> None:
        """Forget it, if it is still the stored one."""


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord person; `discord_id` is None for one who asked to be forgotten."""

    number: int
    discord_id: int | None
    name: str
    locale: str
    dm_channel: int | None


class People(Protocol):
    async def add_or_update(self, discord_id: int, name: str, locale: str, *, keep_name: bool = False) -> Person:
        """The person with this Discord id, made or brought up to date; `keep_name`: but for the name of one known already."""

    async def get(self, number: int) -> Person:
        """Raises KeyError for a number that nobody has."""

    async def find(self, discord_id: int) -> Person | None:
        """The person with this Discord id, if the bot has met him."""

    async def set_dm_channel(self, number: int, channel: int) -> None:
        """The Discord id of his direct-message channel."""


@dataclass(frozen=True, slots=True)
class SavedVariant:
    """A game that a server has saved: the number of who did it, and the variant, whose title is its name."""

    author: int
    variant: Variant


class SavedVariants(Protocol):
    async def server_variants(self, server: int) -> list[SavedVariant]:
        """By name."""

    async def save(self, server: int, saved: SavedVariant, *, most: int, at: int) -> None:
        """Raises Refused(NameTaken) and, where so many are saved already, Refused(TooManyVariants)."""

    async def remove(self, server: int, name: str) -> bool:
        """Whether it was there; `name` is the variant's."""
