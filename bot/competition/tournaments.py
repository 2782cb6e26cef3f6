"""The schedules of leagues: made once, then played fixture by fixture, each opened as a table by its people."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise

from bot.competition.ports import StoredLeague
from bot.competition.refusals import (
    DatePassed,
    DatesDoNotFit,
    LeagueArchived,
    LeagueRefused,
    NoPointsForTables,
    NoSuchFixture,
    NotScheduled,
    NotYourFixture,
    ScheduleInProgress,
    ScheduleReplaced,
    TooFewForTheGame,
    TooManyForTheGame,
)
from bot.competition.schedule_ports import Fixture, FixtureState, PostedSchedule, Reminder, Reminders, Schedules, StoredSchedule
from bot.league.schedule.schedule import ImpossibleSchedule, round_robin, table_rounds
from bot.league.scheme.scheme import has_points_for
from bot.rummy.variant.variant import Variant
from bot.tables.events import Reservation
from bot.tables.ports import Chance


class Tournaments:
    def __init__(self, schedules: Schedules, reminders: Reminders, chance: Chance) -> None:
        self._schedules = schedules
        self._reminders = reminders
        self._chance = chance

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
    ) -> StoredSchedule:
        """The league's schedule from now on. `size` 2 is a round robin, 3 or 4 so many rounds at tables of three and four.

        `dates` (epoch ms) are one a round, or none. `replace`: also in the place of one that is still being played. Raises
        LeagueRefused.
        """
        if stored.archived_at is not None:
            raise LeagueRefused(LeagueArchived(stored.name))
        try:
            if size == 2:
                made = round_robin(people)
            else:
                made = await asyncio.to_thread(table_rounds, people, size, number_of_rounds, self._chance.seed())
        except ImpossibleSchedule as impossible:
            raise LeagueRefused(NotScheduled(impossible.fault)) from None
        sizes = sorted({len(table) for each in made for table in each.tables})
        if sizes[-1] > variant.players[1]:
            raise LeagueRefused(TooManyForTheGame(sizes[-1], variant.players[1]))
        if sizes[0] < variant.players[0]:
            raise LeagueRefused(TooFewForTheGame(sizes[0], variant.players[0]))
        if missing := tuple(size for size in sizes if not has_points_for(stored.league.scheme, size)):
            raise LeagueRefused(NoPointsForTables(missing, stored.name))
        now = self._chance.now()
        _check_dates(dates, len(made), now)
        there = await self._schedules.newest(stored.number)
        if there is not None and not replace and (left := len(unplayed_fixtures(there))):
            raise LeagueRefused(ScheduleInProgress(len(there.fixtures) - left, len(there.fixtures)))
        await self._schedules.add(stored.number, author, variant, made, dates, at=now)
        newest = await self._schedules.newest(stored.number)
        assert newest is not None
        return newest

    async def newest_schedule(self, stored: StoredLeague) -> StoredSchedule | None:
        """The newest schedule, with what has become of each fixture."""
        return await self._schedules.newest(stored.number)

    async def find_fixture(self, fixture: int) -> tuple[StoredSchedule, Fixture]:
        """Raises LeagueRefused."""
        found = await self._schedules.find_by_fixture(fixture)
        if found is None:
            raise LeagueRefused(NoSuchFixture(fixture))
        return found, next(one for one in found.fixtures if one.number == fixture)

    async def prepare_table(self, stored: StoredLeague, fixture: int, person: int) -> tuple[Variant, Reservation]:
        """What is played at its table, and for whom the seats are kept; one of them has asked for it. Raises LeagueRefused.

        That it has no table yet is seen to where the table is opened.
        """
        schedule, found = await self.find_fixture(fixture)
        if stored.archived_at is not None:
            raise LeagueRefused(LeagueArchived(stored.name))
        if schedule.is_replaced:
            raise LeagueRefused(ScheduleReplaced())
        if person not in found.people:
            raise LeagueRefused(NotYourFixture(found.people))
        return schedule.variant, Reservation(fixture, found.people)

    async def record_post(self, schedule: StoredSchedule, at: int, channel: int, message: int) -> tuple[int, int] | None:
        """It stands in this message for everybody as it was then (epoch ms); the newest one is kept up to date.

        Channel and message in which it stood until now.
        """
        return await self._schedules.record_post(schedule, channel, message, at=at)

    async def stale_posts(self, pause: int) -> list[PostedSchedule]:
        """Those that are to be redrawn: they show what is so no more, and so many milliseconds have passed since they were."""
        return await self._schedules.stale_posts(now=self._chance.now(), pause=pause)

    async def claim_post(self, posted: PostedSchedule) -> StoredSchedule | None:
        """As it is now, claimed for who draws it; None where somebody else has claimed it."""
        if not await self._schedules.claim(posted, at=self._chance.now()):
            return None
        return await self._schedules.get(posted.schedule)

    async def mark_rendered(self, posted: PostedSchedule, schedule: StoredSchedule) -> None:
        """Its message shows it so; for the last time, if a newer one has replaced it."""
        if schedule.is_replaced:
            await self._schedules.forget_post(posted)
        else:
            await self._schedules.mark_rendered(posted, schedule.revision)

    async def forget_post(self, posted: PostedSchedule) -> None:
        """Its message has been deleted."""
        await self._schedules.forget_post(posted)

    async def set_reminders(self, stored: StoredLeague, person: int, *, wanted: bool) -> None:
        """Whether this person wants to be reminded of his fixtures in the league."""
        await self._reminders.set_wanted(stored.number, person, wanted=wanted)

    async def wants_reminders(self, stored: StoredLeague, person: int) -> bool:
        return await self._reminders.is_wanted(stored.number, person)

    async def due_reminders(self, ahead: int) -> list[Reminder]:
        """Of what is to be played within so many milliseconds; for a schedule made later than that, at once."""
        now = self._chance.now()
        return await self._reminders.due_reminders(now=now, until=now + ahead)

    async def mark_reminded(self, reminder: Reminder) -> None:
        """He has been, or cannot be."""
        await self._reminders.mark_reminded(reminder.fixture.number, reminder.person, at=self._chance.now())


def unplayed_fixtures(schedule: StoredSchedule) -> list[Fixture]:
    """In the order of the rounds; those at a table are among them."""
    return [one for one in schedule.fixtures if one.state != FixtureState.PLAYED]


def overdue_fixtures(schedule: StoredSchedule, now: int) -> list[Fixture]:
    """Those whose date is over and that have not been played, in the order of the rounds."""
    return [one for one in unplayed_fixtures(schedule) if one.due is not None and one.due < now]


def _check_dates(dates: Sequence[int], number_of_rounds: int, now: int) -> None:
    if dates and len(dates) != number_of_rounds:
        raise LeagueRefused(DatesDoNotFit(number_of_rounds, len(dates)))
    for nth, (before, at) in enumerate(pairwise((now, *dates)), start=1):
        if at < before:
            raise LeagueRefused(DatePassed(nth, at))
