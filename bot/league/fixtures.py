"""The schedule of a league as lines of the ledger have it, with its fixtures and their state, and reminders of them."""

from dataclasses import dataclass
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.schedule import Round, Schedule
from bot.rummy.variant import Variant


class FixtureState(StrEnum):
    WAITING = "waiting"
    OPEN = "open"
    PLAYED = "played"


class Fixture(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One table of a schedule.

    Rounds count from 1. `due` (epoch ms) is the date by which it should be played. `table` and `channel` are those of its
    table, None while it is waiting. The last three aren't stored, but follow from its newest table.
    """

    number: int
    round: int
    people: tuple[int, ...]
    due: int | None = None
    state: FixtureState = FixtureState.WAITING
    table: int | None = None
    channel: int | None = None

    def with_table(self, table: int, channel: int, result: MatchResult | None, *, is_closed: bool) -> "Fixture":
        """Return the fixture with the state of its newest table.

        It waits again if the table closed without a result, or if its match was voided.
        """
        if is_closed if result is None else result.voided:
            return self
        state = FixtureState.OPEN if result is None else FixtureState.PLAYED
        return replace(self, state=state, table=table, channel=channel)


class StoredSchedule(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A schedule of a league, made by `author` at `at` (epoch ms).

    `byes[0]` are the people without a table in the first round. `fixtures` are in the order of the rounds. What follows isn't
    stored with it. `is_replaced`: the league has a newer schedule, or this one was undone. `revision` changes with everything
    that a message shows of it.
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


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder of a fixture for one of its people. `channel` and `message` show the schedule, if known."""

    fixture: Fixture
    person: int
    league: League
    channel: int | None
    message: int | None
