"""The schedules that earlier versions made for leagues: played fixture by fixture; the people of a fixture open its table."""

from collections.abc import Callable, Mapping

from msgspec import structs

from bot.competition.corrections import checked_reason
from bot.competition.refusals import LeagueArchived, NoSuchFixture, ScheduleReplaced
from bot.league.days import days_later
from bot.league.fixtures import Fixture, FixtureState, Reminder, StoredSchedule
from bot.league.ledger import Ledger
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import Line, NewLine, TimeAdded
from bot.league.seasons import StoredLeague
from bot.rummy.variant import Variant
from bot.storage.league.ledgers import StoredLedgers
from bot.storage.league.schedules import StoredSchedules
from bot.tables.events import Reservation
from bot.wording.sentence import People, Refusal, Refused, Typed


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
    """The schedules of leagues, the tables of their fixtures, and their reminders. `now` returns epoch milliseconds."""

    def __init__(self, ledgers: StoredLedgers, schedules: StoredSchedules, now: Callable[[], int]) -> None:
        self._ledgers = ledgers
        self._schedules = schedules
        self._now = now

    async def add_time(self, stored: StoredLeague, schedule: int, nth: str, days: str, why: str, *, by: int) -> int:
        """Let a round of a schedule, and all later ones, end some days later. Return when (epoch ms) that was done.

        The number of the round and the days are given as they were typed. Raise Refused, also if there is no reason.
        """
        now, reason, zone = self._now(), checked_reason(why), stored.league.zone

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
                one if one.due is None or one.round < first else structs.replace(one, due=days_later(one.due, more, zone))
                for one in current.fixtures
            )
            what, made = TimeAdded(stored.name, first, more), structs.replace(current, fixtures=fixtures)
            return NewLine(Line(now, by, what, reason, (stored.number,), is_own=by in current.people, schedule=made))

        await self._ledgers.add(stored.league.server, make)
        return now

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
        now = self._now()
        return await self._schedules.due_reminders(now=now, until=now + ahead)

    async def mark_reminded(self, reminder: Reminder) -> None:
        await self._schedules.mark_reminded(reminder.fixture.number, reminder.person, at=self._now())


def read_number(text: str, most: int) -> int | None:
    """Return the typed number; None unless it is one from 1 to `most`."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
    return number if 1 <= number <= most else None


def unplayed_fixtures(schedule: StoredSchedule) -> list[Fixture]:
    """Return the fixtures without a finished match, in the order of the rounds."""
    return [one for one in schedule.fixtures if one.state != FixtureState.PLAYED]


def overdue_fixtures(schedule: StoredSchedule, now: int) -> list[Fixture]:
    """Return the unplayed fixtures whose date has passed, in the order of the rounds."""
    return [one for one in unplayed_fixtures(schedule) if one.due is not None and one.due < now]
