"""What is stored of schedules beside their lines: which table each fixture has, and who is reminded of it.

The state of a fixture is computed, never stored: it waits again if its table closed without a result or its match was voided.
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, delete, or_, select, update

from bot.competition.refusals import LeagueArchived, NoSuchFixture, PlayerDeleted, ScheduleReplaced
from bot.league.corrections import apply_corrections
from bot.league.fixtures import Fixture, FixtureState, Reminder, StoredSchedule
from bot.league.league import League
from bot.league.ledger import Schedules
from bot.league.match_facts import MatchResult
from bot.storage.database import Database, upsert
from bot.storage.league.ledger_rows import corrections_of_matches, read_leagues, read_results, read_schedules
from bot.storage.league.posts import PostKind
from bot.storage.league.schema import fixtures, leagues, posts, reminded, reminders, schedules
from bot.storage.schema import events, people, tables
from bot.tables.events import Reservation, TableOpened, decode
from bot.tables.ports import Reminders
from bot.wording.sentence import NumberCode, Refusal, Refused

_REVISION = select(schedules.c.revision).where(schedules.c.number == bindparam("of_schedule"))
_TABLES = (
    select(fixtures.c.number, tables.c.number, tables.c.channel, tables.c.closed)
    .join_from(fixtures, tables)
    .where(fixtures.c.number.in_(bindparam("numbers", expanding=True)))
)
_SERVER_OF = select(tables.c.server).where(tables.c.number == bindparam("of_table"))
_OPENED = select(events.c.event, events.c.spelling).where(events.c.table == bindparam("of_match"), events.c.version == 1)
_SET_TABLE = update(fixtures).where(fixtures.c.number == bindparam("of_fixture")).values(table=bindparam("at_table"))
_DELETED_PLAYERS = select(people.c.number).where(
    people.c.number.in_(bindparam("of_people", expanding=True)), people.c.discord_id.is_(None)
)
ADVANCE_REVISION = update(schedules).values(revision=schedules.c.revision + 1)
_ADVANCE_OF_TABLE = ADVANCE_REVISION.where(
    schedules.c.number.in_(select(fixtures.c.schedule).where(fixtures.c.table == bindparam("at_table")))
)
_ADVANCE_OF_LEAGUE = ADVANCE_REVISION.where(schedules.c.league == bindparam("of_league"))
_FORGET_REMINDED = delete(reminded).where(
    reminded.c.fixture.in_(
        select(fixtures.c.number).where(fixtures.c.number == bindparam("of_fixture"), fixtures.c.due != bindparam("is_due"))
    )
)
_SET_DUE = update(fixtures).where(fixtures.c.number == bindparam("of_fixture")).values(due=bindparam("is_due"))


class FixturePlayedAgain(Refusal):
    """The voided match of a schedule can't be reinstated: it has been played again, or is being played, as `again`."""

    match: NumberCode
    again: NumberCode
    sentence = "The schedule's match {match} was opened again as {again}. Void or cancel that one first."


class FixtureHasTable(Refusal):
    """The fixture has an open table."""

    number: int
    sentence = "This match is already open: it's table {number}."


class FixturePlayed(Refusal):
    """The fixture has been played, in this match."""

    number: int
    sentence = "This match has already been played. See `/match match:{number}`."


def set_dates(connection: Connection, schedule: StoredSchedule) -> None:
    """Set the dates of a schedule, in the transaction that adds its line.

    Of a fixture that gets a later or earlier date, its people are reminded again.
    """
    advance_schedules_of_league(connection, schedule.league)
    dates = [{"of_fixture": one.number, "is_due": one.due} for one in schedule.fixtures]
    for statement in (_FORGET_REMINDED, _SET_DUE):
        connection.execute(statement, dates)


def _with_tables(connection: Connection, schedule: StoredSchedule) -> StoredSchedule:
    """Return the schedule with the states of its fixtures and its revision."""
    about, results = {"of_schedule": schedule.number}, _results(connection, schedule)
    opened = {fixture: row for fixture, *row in connection.execute(_TABLES, _numbers(schedule))}
    with_states = []
    for one in schedule.fixtures:
        if one.number in opened:
            table, channel, closed = opened[one.number]
            one = one.with_table(table, channel, results.get(one.number), is_closed=closed is not None)
        with_states.append(one)
    return replace(schedule, fixtures=tuple(with_states), revision=connection.execute(_REVISION, about).scalar_one())


def _numbers(schedule: StoredSchedule) -> dict[str, list[int]]:
    return {"numbers": [one.number for one in schedule.fixtures]}


def _results(connection: Connection, schedule: StoredSchedule) -> dict[int, MatchResult]:
    """Return the matches at the tables of a schedule's fixtures, by fixture, as they are corrected, without their deals."""
    rows = connection.execute(_TABLES, _numbers(schedule)).all()
    tables = {table: fixture for fixture, table, _, _ in rows}
    matches = read_results(connection, tables)  # a schedule has fewer fixtures than a page
    corrected = apply_corrections(matches, corrections_of_matches(connection, tables))
    return {tables[match.number]: match for match in corrected}


def _find_fixture(connection: Connection, server: int, number: int) -> tuple[StoredSchedule, Fixture]:
    """Return a fixture and its schedule. Raise Refused(NoSuchFixture)."""
    schedule = read_schedules(connection, server).with_fixture(number)
    if schedule is None:
        raise Refused(NoSuchFixture(number))
    schedule = _with_tables(connection, schedule)
    return schedule, next(one for one in schedule.fixtures if one.number == number)


def set_fixture_table(connection: Connection, reserved: Reservation, table: int) -> None:
    """Record the table of a fixture, in the transaction that opens the table.

    Raise Refused if the fixture has a table, has been played, or can't be played: its schedule has been replaced, its
    league archived, or a player's data deleted.
    """
    server = connection.execute(_SERVER_OF, {"of_table": table}).scalar_one()
    schedule, fixture = _find_fixture(connection, server, reserved.fixture)
    if fixture.table is not None:
        played = fixture.state == FixtureState.PLAYED
        raise Refused(FixturePlayed(fixture.table) if played else FixtureHasTable(fixture.table))
    league = read_leagues(connection, server).get(schedule.league)
    if league is not None and league.archived_at is not None:
        raise Refused(LeagueArchived(league.name))
    if schedule.is_replaced:
        raise Refused(ScheduleReplaced())
    if connection.execute(_DELETED_PLAYERS, {"of_people": reserved.people}).first() is not None:
        raise Refused(PlayerDeleted())
    connection.execute(_SET_TABLE, {"of_fixture": reserved.fixture, "at_table": table})
    advance_schedule_of_table(connection, table)


def give_back_table(connection: Connection, server: int, match: int) -> None:
    """Make the voided match of a fixture the one of its schedule again, in the transaction that reinstates it.

    Raise Refused if the fixture has been played again since, or is being played: one of the two would count twice.
    """
    row = connection.execute(_OPENED, {"of_match": match}).first()
    opened = None if row is None else decode(row.event, row.spelling)
    if not isinstance(opened, TableOpened) or opened.reserved is None or opened.reserved.tournament:
        return
    _, fixture = _find_fixture(connection, server, opened.reserved.fixture)
    if fixture.table not in (None, match):
        raise Refused(FixturePlayedAgain(match, fixture.table))
    connection.execute(_SET_TABLE, {"of_fixture": fixture.number, "at_table": match})


def advance_schedule_of_table(connection: Connection, table: int) -> None:
    """Advance the revision of the schedule if this is the table of a fixture, in the transaction that changes its state."""
    connection.execute(_ADVANCE_OF_TABLE, {"at_table": table})


def advance_schedules_of_league(connection: Connection, league: int) -> None:
    """Advance the revisions of the league's schedules, in the transaction that changes what they show."""
    connection.execute(_ADVANCE_OF_LEAGUE, {"of_league": league})


_WISH = (reminders.c.league == bindparam("of_league"), reminders.c.person == bindparam("of_person"))
_WANTS, _DELETE_WISH = select(reminders.c.person).where(*_WISH), delete(reminders).where(*_WISH)
_SOON = (fixtures.c.due > bindparam("now"), fixtures.c.due <= bindparam("until"))
_WANT_ALL = select(people.c.number).where(people.c.reminders == Reminders.ALL.value)
_WANT_NONE = select(people.c.number).where(people.c.reminders == Reminders.NONE.value)
_DUE = (
    select(leagues.c.server, schedules.c.number)
    .join_from(fixtures, schedules)
    .join(leagues)
    .where(*_SOON, or_(schedules.c.league.in_(select(reminders.c.league)), _WANT_ALL.exists()))
    .distinct()
)
_WANTING = select(reminders.c.league, reminders.c.person)
_REMINDED = select(reminded.c.fixture, reminded.c.person).join_from(fixtures, reminded).where(*_SOON)
_PLACE = select(posts.c.channel, posts.c.message).where(
    posts.c.of == bindparam("of_schedule"), posts.c.kind == PostKind.SCHEDULE.value
)


class StoredSchedules:
    """The schedules of leagues with what has been played of them, who wants to be reminded, and who has been."""

    def __init__(self, database: Database) -> None:
        self._database = database
        dialect = database.dialect
        self._add_wish = upsert(dialect, reminders, key=("league", "person"), replacing=("person",))
        self._mark_reminded = upsert(dialect, reminded, key=("fixture", "person"), replacing=("at",))

    async def find(self, server: int, choose: Callable[[Schedules], StoredSchedule | None]) -> StoredSchedule | None:
        """Return the chosen one of the server's schedules with the states of its fixtures, or None."""

        def read(connection: Connection) -> StoredSchedule | None:
            found = choose(read_schedules(connection, server))
            return None if found is None else _with_tables(connection, found)

        return await self._database.read(read)

    async def results(self, schedule: StoredSchedule) -> Mapping[int, MatchResult]:
        """Return the matches of a schedule by fixture, as they are corrected, without their deals.

        They include voided matches of fixtures that have no newer table.
        """
        return await self._database.read(lambda connection: _results(connection, schedule))

    async def set_wanted(self, league: int, person: int, *, wanted: bool) -> None:
        """Store whether the person wants reminders of a league."""
        if wanted:
            await self._database.write(self._add_wish, {"league": league, "person": person})
        else:
            await self._database.write(_DELETE_WISH, {"of_league": league, "of_person": person})

    async def is_wanted(self, league: int, person: int) -> bool:
        """Return True if the person wants reminders of a league."""
        about = {"of_league": league, "of_person": person}
        row = await self._database.read(lambda connection: connection.execute(_WANTS, about).first())
        return row is not None

    async def due_reminders(self, *, now: int, until: int) -> list[Reminder]:
        """Return the reminders of waiting fixtures that are due between `now` and `until` (epoch ms).

        There is one for each person who wants it and has not been marked as reminded.
        """
        soon = {"now": now, "until": until}

        def read(connection: Connection) -> list[Reminder]:
            due = connection.execute(_DUE, soon).all()
            if not due:
                return []
            wanting = {(league, person) for league, person in connection.execute(_WANTING)}
            want_all, want_none = (set(connection.execute(found).scalars()) for found in (_WANT_ALL, _WANT_NONE))
            done = {(fixture, person) for fixture, person in connection.execute(_REMINDED, soon)}
            found = list[Reminder]()
            for server, number in due:
                schedule = read_schedules(connection, server).get(number)
                place = None if schedule is None else _place(connection, server, schedule)
                if schedule is None or schedule.is_replaced or place is None:
                    continue
                missing = {
                    (one.number, person)
                    for one in schedule.fixtures
                    if one.due is not None and now < one.due <= until
                    for person in one.people
                    if person in want_all or ((schedule.league, person) in wanting and person not in want_none)
                } - done
                numbers = {fixture for fixture, _ in missing}
                soon_due = tuple(one for one in schedule.fixtures if one.number in numbers)
                found += [
                    Reminder(fixture, person, *place)
                    for fixture in _with_tables(connection, replace(schedule, fixtures=soon_due)).fixtures
                    if fixture.state == FixtureState.WAITING
                    for person in fixture.people
                    if (fixture.number, person) in missing
                ]
            return found

        return await self._database.read(read)

    async def mark_reminded(self, fixture: int, person: int, *, at: int) -> None:
        """Mark the person as reminded, also if they are unreachable."""
        await self._database.write(self._mark_reminded, {"fixture": fixture, "person": person, "at": at})


def _place(connection: Connection, server: int, schedule: StoredSchedule) -> tuple[League, int | None, int | None] | None:
    """Return the schedule's league, and the channel and message where it is posted; if it isn't, the league's channel.

    None if the league is archived.
    """
    stored = read_leagues(connection, server).get(schedule.league)
    if stored is None or stored.archived_at is not None:
        return None
    posted = connection.execute(_PLACE, {"of_schedule": schedule.number}).first()
    return (stored.league, stored.league.channel, None) if posted is None else (stored.league, posted.channel, posted.message)
