"""What tournaments need from outside: schedules with their fixtures, and who wants to be reminded of his."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.league.schedule import Round, Schedule
from bot.rummy.variant import Variant


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
    """`byes[0]` are those of the first round. `fixtures` are in the order of the rounds. `replaced`: by a newer one."""

    number: int
    league: int
    author: int
    at: int
    variant: Variant
    byes: tuple[tuple[int, ...], ...]
    fixtures: tuple[Fixture, ...]
    replaced: bool = False

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


class Schedules(Protocol):
    async def add(
        self, league: int, author: int, variant: Variant, schedule: Schedule, dates: Sequence[int], *, at: int
    ) -> int:
        """Its number; `dates` (epoch ms) are one a round, or none."""

    async def newest(self, league: int) -> StoredSchedule | None: ...

    async def of_fixture(self, fixture: int) -> StoredSchedule | None: ...

    async def remind(self, league: int, person: int, *, wanted: bool) -> None: ...

    async def wants(self, league: int, person: int) -> bool: ...

    async def to_remind(self, *, now: int, until: int) -> list[tuple[Fixture, tuple[int, ...]]]:
        """The waiting fixtures that are due in between, of which nobody was reminded, and who wants to be."""

    async def reminded(self, fixture: int, *, at: int) -> None: ...
