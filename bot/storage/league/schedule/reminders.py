"""The wishes to be reminded of one's tables, and the reminders that have been sent."""

from sqlalchemy import Connection, and_, bindparam, delete, or_, select

from bot.competition.schedule_ports import FixtureState, Reminder
from bot.league.league import League
from bot.storage.database import Database
from bot.storage.engine import upsert
from bot.storage.league.ledger_rows import read_leagues
from bot.storage.league.posts import PostKind
from bot.storage.league.schedule.fixtures import FIXTURES, REPLACED, read_fixtures
from bot.storage.league.schema import fixtures, leagues, posts, reminded, reminders, schedules
from bot.storage.schema import people
from bot.tables.ports import Reminders

_WISH = (reminders.c.league == bindparam("of_league"), reminders.c.person == bindparam("of_person"))
_WANTS, _DELETE_WISH = select(reminders.c.person).where(*_WISH), delete(reminders).where(*_WISH)
_SOON = (fixtures.c.due > bindparam("now"), fixtures.c.due <= bindparam("until"))
_WANT_ALL = select(people.c.number).where(people.c.reminders == Reminders.ALL.value)
_WANT_NONE = select(people.c.number).where(people.c.reminders == Reminders.NONE.value)
_DUE = FIXTURES.where(
    *_SOON,
    or_(schedules.c.league.in_(select(reminders.c.league)), _WANT_ALL.exists()),
    ~REPLACED,
)
_WANTING = select(reminders.c.league, reminders.c.person)
_REMINDED = select(reminded.c.fixture, reminded.c.person).join_from(fixtures, reminded).where(*_SOON)
_ABOUT = (
    select(leagues.c.server, leagues.c.number, posts.c.channel, posts.c.message)
    .join_from(schedules, leagues)
    .outerjoin(posts, and_(posts.c.of == schedules.c.number, posts.c.kind == PostKind.SCHEDULE.value))
    .where(schedules.c.number == bindparam("of_schedule"))
)


class StoredReminders:
    def __init__(self, database: Database) -> None:
        self._database = database
        dialect = database.engine.dialect.name
        self._add_wish = upsert(dialect, reminders, key=("league", "person"), replacing=("person",))
        self._mark_reminded = upsert(dialect, reminded, key=("fixture", "person"), replacing=("at",))

    async def set_wanted(self, league: int, person: int, *, wanted: bool) -> None:
        if wanted:
            await self._database.write(self._add_wish, {"league": league, "person": person})
        else:
            await self._database.write(_DELETE_WISH, {"of_league": league, "of_person": person})

    async def is_wanted(self, league: int, person: int) -> bool:
        about = {"of_league": league, "of_person": person}
        row = await self._database.read(lambda connection: connection.execute(_WANTS, about).first())
        return row is not None

    async def due_reminders(self, *, now: int, until: int) -> list[Reminder]:
        soon = {"now": now, "until": until}

        def read(connection: Connection) -> list[Reminder]:
            due = read_fixtures(connection, _DUE, soon)
            if not due:
                return []
            wanting = {(league, person) for league, person in connection.execute(_WANTING)}
            want_all, want_none = (set(connection.execute(found).scalars()) for found in (_WANT_ALL, _WANT_NONE))
            done = {(fixture, person) for fixture, person in connection.execute(_REMINDED, soon)}
            places = {schedule: _place(connection, schedule) for schedule in {one.schedule for one in due}}
            return [
                Reminder(fixture, person, *place)
                for fixture in due
                if fixture.state == FixtureState.WAITING and (place := places[fixture.schedule]) is not None
                for person in fixture.people
                if (person in want_all or ((fixture.league, person) in wanting and person not in want_none))
                and (fixture.number, person) not in done
            ]

        return await self._database.read(read)

    async def mark_reminded(self, fixture: int, person: int, *, at: int) -> None:
        await self._database.write(self._mark_reminded, {"fixture": fixture, "person": person, "at": at})


def _place(connection: Connection, schedule: int) -> tuple[League, int | None, int | None] | None:
    """Return the schedule's league, and the channel and message where it is posted; if it isn't, the league's channel.

    None if the league is archived.
    """
    server, number, channel, message = connection.execute(_ABOUT, {"of_schedule": schedule}).one()
    stored = read_leagues(connection, server).get(number)
    if stored is None or stored.archived_at is not None:
        return None
    return (stored.league, stored.league.channel, None) if message is None else (stored.league, channel, message)
