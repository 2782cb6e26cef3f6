"""What tournaments need from outside: schedules with their fixtures, and who wants to be reminded of his."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.league.league import League
from bot.league.schedule.schedule import Round, Schedule
from bot.rummy.variant.variant import Variant


class FixtureState(StrEnum):
    WAITING = "waiting"
    OPEN = "open"
    PLAYED = "played"


@dataclass(frozen=True, slots=True)
class Fixture:
    """One table of a schedule; rounds count from 1. `due` is until when it should be played, `table` and `channel` are where
    it is being played, or was; a match that was voided is to be played again.
    """

    number: int
    schedule: int
    league: int
    round: int
    people: tuple[int, ...]
    due: int | None
    state: FixtureState
    table: int | None = None
    channel: int | None = None


@dataclass(frozen=True, slots=True)
class StoredSchedule:
    """`byes[0]` are those of the first round. `fixtures` are in the order of the rounds. `replaced`: by a newer one. `revision`
    changes with what is shown of it.
    """

    number: int
    league: int
    author: int
    at: int
    variant: Variant
    byes: tuple[tuple[int, ...], ...]
    fixtures: tuple[Fixture, ...]
    is_replaced: bool = False
    revision: int = 0

    @property
    def people(self) -> frozenset[int]:
        """For whom it was made."""
        groups = (*(one.people for one in self.fixtures), *self.byes)
        return frozenset(person for group in groups for person in group)

    @property
    def rounds(self) -> Schedule:
        tables: dict[int, list[tuple[int, ...]]] = {}
        for one in self.fixtures:
            tables.setdefault(one.round, []).append(one.people)
        return tuple(Round(tuple(groups), self.byes[number - 1]) for number, groups in tables.items())


@dataclass(frozen=True, slots=True)
class PostedSchedule:
    """The message in which a schedule stands for everybody; `at` (epoch ms) is when it was last drawn."""

    schedule: int
    league: int
    server: int
    channel: int
    message: int
    at: int


class Schedules(Protocol):
    async def add(
        self, league: int, author: int, variant: Variant, schedule: Schedule, dates: Sequence[int], *, at: int
    ) -> int:
        """Its number; `dates` (epoch ms) are one a round, or none. It replaces the league's other ones."""

    async def newest(self, league: int) -> StoredSchedule | None: ...

    async def get(self, number: int) -> StoredSchedule | None: ...

    async def find_by_fixture(self, fixture: int) -> StoredSchedule | None: ...

    async def record_post(self, schedule: StoredSchedule, channel: int, message: int, *, at: int) -> tuple[int, int] | None:
        """It stands in this message as it was at this time, unless in a newer one. Where it stood before: channel, message."""

    async def stale_posts(self, *, now: int, pause: int) -> list[PostedSchedule]:
        """Those whose message shows what is so no more, and was drawn at least so long (ms) ago."""

    async def claim(self, posted: PostedSchedule, *, at: int) -> bool:
        """Before it is drawn: counts as drawn at this time. False: somebody else has claimed it."""

    async def mark_rendered(self, posted: PostedSchedule, revision: int) -> None:
        """Its message shows this revision, as of the time at which it was claimed."""

    async def forget_post(self, posted: PostedSchedule) -> None:
        """Its message is there no more, or is not to be redrawn."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """Of a fixture, for one of its people; `channel` and `message` are where the schedule stands, as far as that is known."""

    fixture: Fixture
    person: int
    league: League
    channel: int | None
    message: int | None


class Reminders(Protocol):
    async def set_wanted(self, league: int, person: int, *, wanted: bool) -> None: ...

    async def is_wanted(self, league: int, person: int) -> bool: ...

    async def due_reminders(self, *, now: int, until: int) -> list[Reminder]:
        """Of the waiting fixtures that are due in between, for each of their people who wants it and has not been told."""

    async def mark_reminded(self, fixture: int, person: int, *, at: int) -> None:
        """He has been reminded of it, or cannot be."""
