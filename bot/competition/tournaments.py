"""The schedules of leagues: made once, then played fixture by fixture, each opened as a table by its people."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise

from bot.competition.ports import StoredLeague
from bot.competition.refusals import (
    DateOver,
    DatesDoNotFit,
    LeagueArchived,
    NoPointsForTables,
    NoSuchFixture,
    NotScheduled,
    NotYourFixture,
    RecordRefused,
    ScheduleReplaced,
    ScheduleThere,
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

    async def make(
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
        RecordRefused.
        """
        if stored.archived is not None:
            raise RecordRefused(LeagueArchived(stored.name))
        try:
            if size == 2:
                made = round_robin(people)
            else:
                made = await asyncio.to_thread(table_rounds, people, size, number_of_rounds, self._chance.seed())
        except ImpossibleSchedule as impossible:
            raise RecordRefused(NotScheduled(impossible.fault)) from None
        sizes = sorted({len(table) for each in made for table in each.tables})
        if sizes[-1] > variant.players[1]:
            raise RecordRefused(TooManyForTheGame(sizes[-1], variant.players[1]))
        if sizes[0] < variant.players[0]:
            raise RecordRefused(TooFewForTheGame(sizes[0], variant.players[0]))
        if missing := tuple(size for size in sizes if not has_points_for(stored.league.scheme, size)):
            raise RecordRefused(NoPointsForTables(missing, stored.name))
        now = self._chance.now()
        _check_dates(dates, len(made), now)
        there = await self._schedules.newest(stored.number)
        if there is not None and not replace and (left := len(unplayed(there))):
            raise RecordRefused(ScheduleThere(len(there.fixtures) - left, len(there.fixtures)))
        await self._schedules.add(stored.number, author, variant, made, dates, at=now)
        newest = await self._schedules.newest(stored.number)
        assert newest is not None
        return newest

    async def of_league(self, stored: StoredLeague) -> StoredSchedule | None:
        """The newest schedule, with what has become of each fixture."""
        return await self._schedules.newest(stored.number)

    async def schedule_of(self, fixture: int) -> tuple[StoredSchedule, Fixture]:
        """Raises RecordRefused."""
        found = await self._schedules.of_fixture(fixture)
        if found is None:
            raise RecordRefused(NoSuchFixture(fixture))
        return found, next(one for one in found.fixtures if one.number == fixture)

    async def to_open(self, stored: StoredLeague, fixture: int, person: int) -> tuple[Variant, Reservation]:
        """What is played at its table, and for whom the seats are kept; one of them has asked for it. Raises RecordRefused.

        That it has no table yet is seen to where the table is opened.
        """
        schedule, found = await self.schedule_of(fixture)
        if stored.archived is not None:
            raise RecordRefused(LeagueArchived(stored.name))
        if schedule.replaced:
            raise RecordRefused(ScheduleReplaced())
        if person not in found.people:
            raise RecordRefused(NotYourFixture(found.people))
        return schedule.variant, Reservation(fixture, found.people)

    async def record_post(self, schedule: StoredSchedule, at: int, channel: int, message: int) -> tuple[int, int] | None:
        """It stands in this message for everybody as it was then (epoch ms); the newest one is kept up to date.

        Channel and message in which it stood until now.
        """
        return await self._schedules.record_post(schedule, channel, message, at=at)

    async def stale_posts(self, pause: int) -> list[PostedSchedule]:
        """Those that are to be redrawn: they show what is so no more, and so many milliseconds have passed since they were."""
        return await self._schedules.stale(now=self._chance.now(), pause=pause)

    async def claim(self, posted: PostedSchedule) -> StoredSchedule | None:
        """As it is now, claimed for who draws it; None where somebody else has claimed it."""
        if not await self._schedules.claim(posted, at=self._chance.now()):
            return None
        return await self._schedules.numbered(posted.schedule)

    async def mark_rendered(self, posted: PostedSchedule, schedule: StoredSchedule) -> None:
        """Its message shows it so; for the last time, if a newer one has replaced it."""
        if schedule.replaced:
            await self._schedules.forget_post(posted)
        else:
            await self._schedules.mark_rendered(posted, schedule.revision)

    async def forget_post(self, posted: PostedSchedule) -> None:
        """Its message has been deleted."""
        await self._schedules.forget_post(posted)

    async def set_reminders(self, stored: StoredLeague, person: int, *, wanted: bool) -> None:
        """Whether this person wants to be reminded of his fixtures in the league."""
        await self._reminders.set_wish(stored.number, person, wanted=wanted)

    async def wants_reminders(self, stored: StoredLeague, person: int) -> bool:
        return await self._reminders.wants(stored.number, person)

    async def due_reminders(self, ahead: int) -> list[Reminder]:
        """Of what is to be played within so many milliseconds; for a schedule made later than that, at once."""
        now = self._chance.now()
        return await self._reminders.due(now=now, until=now + ahead)

    async def mark_reminded(self, reminder: Reminder) -> None:
        """He has been, or cannot be."""
        await self._reminders.mark_reminded(reminder.fixture.number, reminder.person, at=self._chance.now())


def unplayed(schedule: StoredSchedule) -> list[Fixture]:
    """In the order of the rounds; those at a table are among them."""
    return [one for one in schedule.fixtures if one.state != FixtureState.PLAYED]


def overdue(schedule: StoredSchedule, now: int) -> list[Fixture]:
    """Those whose date is over and that have not been played, in the order of the rounds."""
    return [one for one in unplayed(schedule) if one.due is not None and one.due < now]


def _check_dates(dates: Sequence[int], number_of_rounds: int, now: int) -> None:
    if dates and len(dates) != number_of_rounds:
        raise RecordRefused(DatesDoNotFit(number_of_rounds, len(dates)))
    for nth, (before, at) in enumerate(pairwise((now, *dates)), start=1):
        if at < before:
            raise RecordRefused(DateOver(nth, at))
