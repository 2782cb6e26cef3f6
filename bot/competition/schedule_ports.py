"""What tournaments need from outside: schedules with their fixtures, and reminders of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import Line
from bot.league.schedule import Round, Schedule
from bot.rummy.variant import Variant


class FixtureState(StrEnum):
    WAITING = "waiting"
    OPEN = "open"
    PLAYED = "played"


@dataclass(frozen=True, slots=True)
class Fixture:
    """One table of a schedule. A fixture whose match was voided is waiting again.

    Rounds count from 1. `due` (epoch ms) is the date by which it should be played. `table` and `channel` are those of its
    table, None while it is waiting.
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
    """A schedule of a league, made by `author` at `at` (epoch ms).

    `byes[0]` are the people without a table in the first round. `fixtures` are in the order of the rounds. `is_replaced`: the
    league has a newer schedule, or this one was undone. `revision` changes with everything that a message shows of it.
    `replaces`: the league had a schedule before this one.
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
    replaces: bool = False

    @property
    def people(self) -> frozenset[int]:
        """The people who play in it."""
        groups = (*(one.people for one in self.fixtures), *self.byes)
        return frozenset(person for group in groups for person in group)

    @property
    def rounds(self) -> Schedule:
        """For each round, its tables (person numbers) and the people with a bye."""
        tables: dict[int, list[tuple[int, ...]]] = {}
        for one in self.fixtures:
            tables.setdefault(one.round, []).append(one.people)
        return tuple(Round(tuple(groups), self.byes[number - 1]) for number, groups in tables.items())


class Schedules(Protocol):
    """The schedules of leagues."""

    async def add(
        self,
        server: int,
        league: int,
        author: int,
        variant: Variant,
        schedule: Schedule,
        dates: Sequence[int],
        *,
        at: int,
        based_on: StoredSchedule | None,
        line: Line | None = None,
    ) -> int | None:
        """Store a schedule, which replaces the league's older ones, and its line in the log. Return its number.

        `dates` (epoch ms) has one date for each round, or none. Return None, and store nothing, unless the league's newest
        schedule still is `based_on` in the same revision.
        """

    async def withdraw(self, server: int, schedule: StoredSchedule, line: Line) -> bool:
        """Make the schedule before this one the current one again, and store the line of the log.

        Return False, and change nothing, if the schedule isn't the current one, or if one of its tables has been opened.
        """

    async def newest(self, league: int) -> StoredSchedule | None:
        """Return the league's current schedule, or None."""

    async def before(self, schedule: StoredSchedule) -> StoredSchedule | None:
        """Return the schedule that the league had before this one, or None."""

    async def get(self, number: int) -> StoredSchedule | None:
        """Return the schedule with this number, or None."""

    async def find_by_fixture(self, fixture: int) -> StoredSchedule | None:
        """Return the schedule of a fixture, or None."""

    async def results(self, number: int) -> Mapping[int, MatchResult]:
        """Return the matches of a schedule by fixture, as they are corrected, without their deals.

        They include voided matches of fixtures that have no newer table.
        """


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder of a fixture for one of its people. `channel` and `message` show the schedule, if known."""

    fixture: Fixture
    person: int
    league: League
    channel: int | None
    message: int | None


class Reminders(Protocol):
    """The people who want to be reminded of their fixtures, and the reminders that have been sent."""

    async def set_wanted(self, league: int, person: int, *, wanted: bool) -> None:
        """Store whether the person wants reminders of a league."""

    async def is_wanted(self, league: int, person: int) -> bool:
        """Return True if the person wants reminders of a league."""

    async def due_reminders(self, *, now: int, until: int) -> list[Reminder]:
        """Return the reminders of waiting fixtures that are due between `now` and `until` (epoch ms).

        There is one for each person who wants it and has not been marked as reminded.
        """

    async def mark_reminded(self, fixture: int, person: int, *, at: int) -> None:
        """Mark the person as reminded, also if they are unreachable."""
