"""The schedules of leagues: created once, then played fixture by fixture; the people of a fixture open its table."""

import asyncio
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated

from msgspec import structs

from bot.competition.corrections import checked_reason, optional_reason
from bot.competition.refusals import LeagueArchived, NoSuchFixture, ScheduleReplaced
from bot.league.days import day_of, start_of_day
from bot.league.fixtures import Fixture, FixtureState, Reminder, StoredSchedule
from bot.league.ledger import Ledger
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import Line, NewLine, ScheduleMade, TimeAdded
from bot.league.schedule import Schedule, round_robin, table_rounds
from bot.league.scheme import has_points_for
from bot.league.seasons import StoredLeague
from bot.rummy.variant import Variant
from bot.storage.league.ledgers import StoredLedgers
from bot.storage.league.schedules import StoredSchedules
from bot.tables.events import Reservation
from bot.tables.ports import ClockAndSeeds
from bot.wording.sentence import Code, Date, Either, People, Refusal, Refused, Typed


class TooManyForTheGame(Refusal):
    """A table of the schedule would have more people than the game allows."""

    people: int
    most: int
    sentence = "This game seats at most {most} players, not {people}. Choose smaller tables with `tables:`."


class TooFewForTheGame(Refusal):
    """A table of the schedule would have fewer people than the game needs."""

    people: int
    least: int
    sentence = "This game needs at least {least} players, not {people}. Choose larger tables with `tables:`."


class NoPointsForTables(Refusal):
    """The league has no points for tables of these sizes."""

    sizes: Annotated[tuple[int, ...], Either]
    league: Typed
    sentence = "{league} has no points for {sizes} players. Set some with `/league edit`."


class DatesDoNotFit(Refusal):
    """There must be one date for each round."""

    rounds: int
    dates: int
    sentence = "Give one date for each round (rounds: {rounds}, dates: {dates})."


class DatePassed(Refusal):
    """The date of the round has passed, or is before that of the previous round."""

    round: int
    day: Date
    sentence = "{day} is too early for round {round}. Rounds end in order, and in the future."


class ScheduleInProgress(Refusal):
    """The league has a schedule that is not finished: `played` of `all` its fixtures have been played."""

    played: int
    all: int
    option: Code = "replace:True"
    sentence = "There's already a schedule ({played} of {all} played). Add {option} to replace it."


class ScheduleChanged(Refusal):
    """Somebody made or played another schedule of the league while this one was made."""

    league: Typed
    command: Code = "/league schedule"
    sentence = "Someone just changed the schedule of {league}, so yours wasn't made. Look at {command} first."


class NotYourFixture(Refusal):
    """The fixture is for these people."""

    names: People
    sentence = "Only the players of this table can open it: {names}."


class NoSuchRound(Refusal):
    """No round of the schedule has this number; `last` is that of the last one."""

    round: Typed
    last: int
    sentence = "There's no round “{round}”. Choose 1 to {last}."


class NoSuchDays(Refusal):
    days: Typed
    most: int
    sentence = "“{days}” isn't a number of days. Choose 1 to {most}."


class RoundsUndated(Refusal):
    """The rounds have no dates."""

    league: Typed
    sentence = "There's nothing to move: no round of {league} has a date."


MOST_DAYS = 30


class ScheduleEditor:
    """The schedules of leagues, the tables of their fixtures, and their reminders."""

    def __init__(self, ledgers: StoredLedgers, schedules: StoredSchedules, source: ClockAndSeeds) -> None:
        self._ledgers = ledgers
        self._schedules = schedules
        self._source = source

    async def create_schedule(
        self,
        stored: StoredLeague,
        author: int,
        variant: Variant,
        people: Sequence[int],
        *,
        size: int,
        number_of_rounds: int = 1,
        dates: Sequence[int] = (),
        replace: bool = False,
        current: int | None = None,
        why: str = "",
    ) -> StoredSchedule:
        """Create a league's schedule, and return it. Raise Refused.

        With `size` 2 it is a round robin; with 3 or 4 it has `number_of_rounds` rounds at tables of three and four, most of
        them of that size.
        `dates` (epoch ms) has one date for each round, or none. With `replace`, it may replace an unfinished schedule; with
        `current`, only the one with this number. `why` is the author's reason, or empty.
        """
        reason = optional_reason(why)
        rounds = await self.plan_schedule(stored, variant, people, size=size, number_of_rounds=number_of_rounds, dates=dates)
        now = self._source.now()
        newest = await self.newest_schedule(stored)
        if current is not None and (newest is None or newest.number != current):
            raise Refused(ScheduleChanged(stored.name))
        left = 0 if newest is None else len(unplayed_fixtures(newest))
        if newest is not None and left and not replace:
            raise Refused(ScheduleInProgress(len(newest.fixtures) - left, len(newest.fixtures)))
        tables = [(nth, table) for nth, each in enumerate(rounds, start=1) for table in each.tables]
        fixtures = tuple(Fixture(0, nth, table, dates[nth - 1] if dates else None) for nth, table in tables)
        new = StoredSchedule(0, stored.number, author, now, variant, tuple(each.byes for each in rounds), fixtures)
        what = ScheduleMade(stored.name, len(people), replaces=newest is not None)
        is_own = author in people or (newest is not None and left > 0 and author in newest.people)

        async def make(ledger: Ledger) -> NewLine:
            known = ledger.schedules.newest(stored.number)
            if (None if known is None else known.number) != (None if newest is None else newest.number):
                raise Refused(ScheduleChanged(stored.name))
            return NewLine(Line(now, author, what, reason, (stored.number,), is_own=is_own, schedule=new))

        line = await self._ledgers.add(stored.league.server, make)
        assert line is not None, "it is made whenever it isn't refused"
        assert line.schedule is not None, "it is what was made"
        made = await self.get_schedule(stored.league.server, line.schedule.number)
        assert made is not None, "it has just been stored"
        return made

    async def add_time(self, stored: StoredLeague, schedule: int, nth: str, days: str, why: str, *, by: int) -> int:
        """Let a round of a schedule, and all later ones, end some days later. Return when (epoch ms) that was done.

        The number of the round and the days are given as they were typed. Raise Refused, also if there is no reason.
        """
        now, reason, zone = self._source.now(), checked_reason(why), stored.league.zone

        async def make(ledger: Ledger) -> NewLine:
            if stored.number not in {one.number for one in ledger.leagues.in_use()}:
                raise Refused(LeagueArchived(stored.name))
            lines = ledger.schedules.lines(stored.number)
            if not lines or lines[-1][2].number != schedule:
                raise Refused(ScheduleReplaced())
            current = lines[-1][2]
            if all(one.due is None for one in current.fixtures):
                raise Refused(RoundsUndated(stored.name))
            first = read_number(nth, len(current.rounds))
            if first is None:
                raise Refused(NoSuchRound(nth, len(current.rounds)))
            more = read_number(days, MOST_DAYS)
            if more is None:
                raise Refused(NoSuchDays(days, MOST_DAYS))
            fixtures = tuple(
                one if one.due is None or one.round < first else structs.replace(one, due=_later(one.due, more, zone))
                for one in current.fixtures
            )
            what, made = TimeAdded(stored.name, first, more), structs.replace(current, fixtures=fixtures)
            return NewLine(Line(now, by, what, reason, (stored.number,), is_own=by in current.people, schedule=made))

        await self._ledgers.add(stored.league.server, make)
        return now

    async def plan_schedule(
        self,
        stored: StoredLeague,
        variant: Variant,
        people: Sequence[int],
        *,
        size: int,
        number_of_rounds: int,
        dates: Sequence[int],
    ) -> Schedule:
        """Return the rounds of a schedule with these options, without storing it. Raise Refused if it is impossible."""
        if stored.archived_at is not None:
            raise Refused(LeagueArchived(stored.name))
        if size == 2:
            rounds = round_robin(people)
        else:
            rounds = await asyncio.to_thread(table_rounds, people, size, number_of_rounds, self._source.seed())
        sizes = sorted({len(table) for each in rounds for table in each.tables})
        if sizes[-1] > variant.players[1]:
            raise Refused(TooManyForTheGame(sizes[-1], variant.players[1]))
        if sizes[0] < variant.players[0]:
            raise Refused(TooFewForTheGame(sizes[0], variant.players[0]))
        if missing := tuple(size for size in sizes if not has_points_for(stored.league.scheme, size)):
            raise Refused(NoPointsForTables(missing, stored.name))
        _check_dates(dates, len(rounds), self._source.now())
        return rounds

    async def newest_schedule(self, stored: StoredLeague) -> StoredSchedule | None:
        """Return the league's current schedule with the state of each fixture, or None."""
        return await self._schedules.find(stored.league.server, lambda schedules: schedules.newest(stored.number))

    async def get_schedule(self, server: int, number: int) -> StoredSchedule | None:
        """Return the schedule with this number, or None."""
        return await self._schedules.find(server, lambda schedules: schedules.get(number))

    async def results(self, schedule: StoredSchedule) -> Mapping[int, MatchResult]:
        """Return the matches of a schedule by fixture, as they are corrected, also the voided ones; without their deals."""
        return await self._schedules.results(schedule)

    async def find_fixture(self, server: int, fixture: int) -> tuple[StoredSchedule, Fixture]:
        """Return a fixture and its schedule. Raise Refused(NoSuchFixture)."""
        found = await self._schedules.find(server, lambda schedules: schedules.with_fixture(fixture))
        if found is None:
            raise Refused(NoSuchFixture(fixture))
        return found, next(one for one in found.fixtures if one.number == fixture)

    async def prepare_table(self, stored: StoredLeague, fixture: int, person: int) -> tuple[Variant, Reservation]:
        """Return the variant and the reserved seats of a fixture, for one of its people who opens its table.

        Raise Refused. Opening the table checks that the fixture has no other table.
        """
        schedule, found = await self.find_fixture(stored.league.server, fixture)
        if stored.archived_at is not None:
            raise Refused(LeagueArchived(stored.name))
        if schedule.is_replaced:
            raise Refused(ScheduleReplaced())
        if person not in found.people:
            raise Refused(NotYourFixture(found.people))
        return schedule.variant, Reservation(fixture, found.people, stored.league.requires_clock, stored.number)

    async def set_reminders(self, stored: StoredLeague, person: int, *, wanted: bool) -> None:
        """Store whether this person wants reminders of their fixtures in the league."""
        await self._schedules.set_wanted(stored.number, person, wanted=wanted)

    async def wants_reminders(self, stored: StoredLeague, person: int) -> bool:
        """Return True if this person wants reminders of their fixtures in the league."""
        return await self._schedules.is_wanted(stored.number, person)

    async def due_reminders(self, ahead: int) -> list[Reminder]:
        """Return the reminders of fixtures that are due within `ahead` milliseconds."""
        now = self._source.now()
        return await self._schedules.due_reminders(now=now, until=now + ahead)

    async def mark_reminded(self, reminder: Reminder) -> None:
        await self._schedules.mark_reminded(reminder.fixture.number, reminder.person, at=self._source.now())


def read_number(text: str, most: int) -> int | None:
    """Return the typed number; None unless it is one from 1 to `most`."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
    return number if 1 <= number <= most else None


def _later(at: int, days: int, zone: str) -> int:
    """Return the same time of the day, so many days later."""
    end = day_of(at, zone) + 1
    return at + start_of_day(end + days, zone) - start_of_day(end, zone)


def unplayed_fixtures(schedule: StoredSchedule) -> list[Fixture]:
    """Return the fixtures without a finished match, in the order of the rounds."""
    return [one for one in schedule.fixtures if one.state != FixtureState.PLAYED]


def overdue_fixtures(schedule: StoredSchedule, now: int) -> list[Fixture]:
    """Return the unplayed fixtures whose date has passed, in the order of the rounds."""
    return [one for one in unplayed_fixtures(schedule) if one.due is not None and one.due < now]


def _check_dates(dates: Sequence[int], number_of_rounds: int, now: int) -> None:
    if dates and len(dates) != number_of_rounds:
        raise Refused(DatesDoNotFit(number_of_rounds, len(dates)))
    for nth, (before, at) in enumerate(pairwise((now, *dates)), start=1):
        if at < before:
            raise Refused(DatePassed(nth, at))
