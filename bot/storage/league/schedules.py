"""The rows of schedules and their fixtures, the transaction in which a fixture gets its table, and reminders.

The state of a fixture is computed, never stored: it waits again if its table closed without a result or its match was voided.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    insert,
    or_,
    select,
    update,
)

from bot.competition.refusals import LeagueArchived, NoSuchFixture, PlayerDeleted, ScheduleReplaced
from bot.league.corrections import Reinstate, Void, apply_corrections
from bot.league.fixtures import Fixture, FixtureState, Reminder, StoredSchedule
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import Line, NewLine
from bot.league.schedule import Schedule
from bot.rummy.variant import Variant
from bot.storage.database import Database
from bot.storage.engine import upsert
from bot.storage.league.ledger_rows import OVER, add_line, corrections_of_matches, read_leagues, read_results
from bot.storage.league.posts import PostKind
from bot.storage.league.schema import fixtures, leagues, ledger, posts, reminded, reminders, scheduled, schedules
from bot.storage.schema import events, people, tables
from bot.tables.events import Reservation, TableOpened, decode
from bot.tables.ports import Reminders
from bot.wording.sentence import NumberCode, Refusal, Refused

STATE: ColumnElement[str] = case(
    (ledger.c.match.is_not(None), FixtureState.PLAYED.value),
    (or_(fixtures.c.table.is_(None), tables.c.closed.is_not(None)), FixtureState.WAITING.value),
    else_=FixtureState.OPEN.value,
)
"""The state, without looking at whether the match was voided."""
_newer = schedules.alias("newer")
REPLACED = or_(
    schedules.c.withdrawn,
    exists().where(_newer.c.league == schedules.c.league, _newer.c.number > schedules.c.number, ~_newer.c.withdrawn),
)
FIXTURES = (
    select(
        fixtures.c.number,
        fixtures.c.schedule,
        schedules.c.league,
        fixtures.c.round,
        fixtures.c.people,
        fixtures.c.due,
        STATE,
        fixtures.c.table,
        tables.c.channel,
    )
    .join_from(fixtures, schedules)
    .outerjoin(tables, tables.c.number == fixtures.c.table)
    .outerjoin(ledger, and_(ledger.c.match == fixtures.c.table, ledger.c.kind == OVER))
    .order_by(fixtures.c.round, fixtures.c.number)
)
_ONE = FIXTURES.where(fixtures.c.number == bindparam("of_fixture"))
_GIVEN_UP = (
    select(REPLACED, leagues.c.server, leagues.c.number)
    .join_from(fixtures, schedules)
    .join(leagues)
    .where(fixtures.c.number == bindparam("of_fixture"))
)
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

_people: msgspec.json.Decoder[tuple[int, ...]] = msgspec.json.Decoder(tuple[int, ...])


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
    sentence = "This match has already been played. See `/match id:{number}`."


def read_fixtures(connection: Connection, statement: Select[Any], about: Mapping[str, object]) -> list[Fixture]:
    """Return the fixtures that a statement made from `FIXTURES` selects."""
    rows = connection.execute(statement, about).all()
    played = [row.table for row in rows if row[6] == FixtureState.PLAYED.value]
    voided = _voided_matches(connection, played) if played else frozenset()
    return [_fixture(*row, voided=voided) for row in rows]


def set_fixture_table(connection: Connection, reserved: Reservation, table: int) -> None:
    """Record the table of a fixture, in the transaction that opens the table.

    Raise Refused if the fixture has a table, has been played, or can't be played: its schedule has been replaced, its
    league archived, or a player's data deleted.
    """
    found = read_fixtures(connection, _ONE, {"of_fixture": reserved.fixture})
    if not found:
        raise Refused(NoSuchFixture(reserved.fixture))
    if found[0].table is not None:
        played = found[0].state == FixtureState.PLAYED
        raise Refused(FixturePlayed(found[0].table) if played else FixtureHasTable(found[0].table))
    replaced, server, number = connection.execute(_GIVEN_UP, {"of_fixture": reserved.fixture}).one()
    league = read_leagues(connection, server).get(number)
    if league is not None and league.archived_at is not None:
        raise Refused(LeagueArchived(league.name))
    if replaced:
        raise Refused(ScheduleReplaced())
    if connection.execute(_DELETED_PLAYERS, {"of_people": reserved.people}).first() is not None:
        raise Refused(PlayerDeleted())
    connection.execute(_SET_TABLE, {"of_fixture": reserved.fixture, "at_table": table})
    advance_schedule_of_table(connection, table)


def give_back_table(connection: Connection, match: int) -> None:
    """Make the voided match of a fixture the one of its schedule again, in the transaction that reinstates it.

    Raise Refused if the fixture has been played again since, or is being played: one of the two would count twice.
    """
    row = connection.execute(_OPENED, {"of_match": match}).first()
    opened = None if row is None else decode(row.event, row.spelling)
    if not isinstance(opened, TableOpened) or opened.reserved is None:
        return
    reserved = opened.reserved
    for fixture in read_fixtures(connection, _ONE, {"of_fixture": reserved.fixture}):
        if fixture.table not in (None, match):
            raise Refused(FixturePlayedAgain(match, fixture.table))
        connection.execute(_SET_TABLE, {"of_fixture": reserved.fixture, "at_table": match})


def advance_schedule_of_table(connection: Connection, table: int) -> None:
    """Advance the revision of the schedule if this is the table of a fixture, in the transaction that changes its state."""
    connection.execute(_ADVANCE_OF_TABLE, {"at_table": table})


def advance_schedules_of_league(connection: Connection, league: int) -> None:
    """Advance the revisions of the league's schedules, in the transaction that changes what they show."""
    connection.execute(_ADVANCE_OF_LEAGUE, {"of_league": league})


def _voided_matches(connection: Connection, matches: list[int]) -> frozenset[int]:
    found = {}
    for correction in corrections_of_matches(connection, matches):
        if isinstance(correction.change, Void | Reinstate):
            found[correction.match] = isinstance(correction.change, Void)
    return frozenset(match for match, void in found.items() if void)


def _fixture(
    number: int,
    schedule: int,
    league: int,
    nth: int,
    people: str,
    due: int | None,
    state: str,
    table: int | None,
    channel: int | None,
    *,
    voided: frozenset[int],
) -> Fixture:
    if state == FixtureState.WAITING.value or table in voided:
        return Fixture(number, schedule, league, nth, _people.decode(people), due, FixtureState.WAITING)
    return Fixture(number, schedule, league, nth, _people.decode(people), due, FixtureState(state), table, channel)


_ADD = insert(schedules).returning(schedules.c.number)
_ADD_FIXTURES = insert(fixtures)
_ADD_PEOPLE = insert(scheduled)
_older = schedules.alias("older")
_REPLACES = exists().where(_older.c.league == schedules.c.league, _older.c.number < schedules.c.number, ~_older.c.withdrawn)
_OF_SCHEDULE = FIXTURES.where(fixtures.c.schedule == bindparam("of_schedule"))
_TABLES = select(fixtures.c.number, fixtures.c.table).where(
    fixtures.c.schedule == bindparam("of_schedule"), fixtures.c.table.is_not(None)
)
_SCHEDULES = select(
    schedules.c.number,
    schedules.c.league,
    schedules.c.author,
    schedules.c.at,
    schedules.c.variant,
    schedules.c.byes,
    REPLACED,
    schedules.c.revision,
    _REPLACES,
)
_NEWEST = (
    _SCHEDULES.where(schedules.c.league == bindparam("of_league"), ~schedules.c.withdrawn)
    .order_by(schedules.c.number.desc())
    .limit(1)
)
_BEFORE = (
    _SCHEDULES.where(
        schedules.c.league == bindparam("of_league"), schedules.c.number < bindparam("of_number"), ~schedules.c.withdrawn
    )
    .order_by(schedules.c.number.desc())
    .limit(1)
)
_WITHDRAW = update(schedules).where(schedules.c.number == bindparam("of_number")).values(withdrawn=True)
_NUMBERED = _SCHEDULES.where(schedules.c.number == bindparam("of_number"))
_WITH_FIXTURE = _SCHEDULES.join(fixtures).where(fixtures.c.number == bindparam("of_fixture"))

_encoder = msgspec.json.Encoder()
_variant: msgspec.json.Decoder[Variant] = msgspec.json.Decoder(Variant)
_byes: msgspec.json.Decoder[tuple[tuple[int, ...], ...]] = msgspec.json.Decoder(tuple[tuple[int, ...], ...])


class StoredSchedules:
    """The schedules of leagues with their fixtures."""

    def __init__(self, database: Database) -> None:
        self._database = database

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
        about = {"league": league, "author": author, "at": at, "variant": _text(variant)}
        byes = _text([each.byes for each in schedule])

        expected = None if based_on is None else (based_on.number, based_on.revision)

        def work(connection: Connection) -> int | None:
            newest = connection.execute(_NEWEST, {"of_league": league}).first()
            if (None if newest is None else (newest.number, newest.revision)) != expected:
                return None
            advance_schedules_of_league(connection, league)
            number: int = connection.execute(_ADD, about | {"byes": byes}).scalar_one()
            rows = [
                {"schedule": number, "round": nth, "people": _text(people), "due": dates[nth - 1] if dates else None}
                for nth, each in enumerate(schedule, start=1)
                for people in each.tables
            ]
            connection.execute(_ADD_FIXTURES, rows)
            people = {person for each in schedule for group in (*each.tables, each.byes) for person in group}
            connection.execute(_ADD_PEOPLE, [{"person": person, "schedule": number} for person in sorted(people)])
            if line is not None:
                add_line(connection, server, NewLine(line))
            return number

        return await self._database.transaction(work)

    async def withdraw(self, server: int, schedule: StoredSchedule, line: Line) -> bool:
        """Make the schedule before this one the current one again, and store the line of the log.

        Return False, and change nothing, if the schedule isn't the current one, or if one of its tables has been opened.
        """
        about = {"of_number": schedule.number}

        def work(connection: Connection) -> bool:
            newest = connection.execute(_NEWEST, {"of_league": schedule.league}).first()
            was_opened = any(table is not None for _, table in connection.execute(_TABLES, {"of_schedule": schedule.number}))
            if newest is None or newest.number != schedule.number or was_opened:
                return False
            connection.execute(_WITHDRAW, about)
            advance_schedules_of_league(connection, schedule.league)
            add_line(connection, server, NewLine(line))
            return True

        return await self._database.transaction(work)

    async def newest(self, league: int) -> StoredSchedule | None:
        """Return the league's current schedule, or None."""

        def read(connection: Connection) -> StoredSchedule | None:
            row = connection.execute(_NEWEST, {"of_league": league}).first()
            return None if row is None else _schedule(connection, row)

        return await self._database.read(read)

    async def before(self, schedule: StoredSchedule) -> StoredSchedule | None:
        """Return the schedule that the league had before this one, or None."""
        about = {"of_league": schedule.league, "of_number": schedule.number}

        def read(connection: Connection) -> StoredSchedule | None:
            row = connection.execute(_BEFORE, about).first()
            return None if row is None else _schedule(connection, row)

        return await self._database.read(read)

    async def get(self, number: int) -> StoredSchedule | None:
        """Return the schedule with this number, or None."""

        def read(connection: Connection) -> StoredSchedule | None:
            row = connection.execute(_NUMBERED, {"of_number": number}).first()
            return None if row is None else _schedule(connection, row)

        return await self._database.read(read)

    async def find_by_fixture(self, fixture: int) -> StoredSchedule | None:
        """Return the schedule of a fixture, or None."""

        def read(connection: Connection) -> StoredSchedule | None:
            row = connection.execute(_WITH_FIXTURE, {"of_fixture": fixture}).first()
            return None if row is None else _schedule(connection, row)

        return await self._database.read(read)

    async def results(self, number: int) -> Mapping[int, MatchResult]:
        """Return the matches of a schedule by fixture, as they are corrected, without their deals.

        They include voided matches of fixtures that have no newer table.
        """

        def read(connection: Connection) -> Mapping[int, MatchResult]:
            tables = {table: fixture for fixture, table in connection.execute(_TABLES, {"of_schedule": number})}
            matches = read_results(connection, tables)  # a schedule has fewer fixtures than a page
            corrected = apply_corrections(matches, corrections_of_matches(connection, tables))
            return {tables[match.number]: match for match in corrected}

        return await self._database.read(read)


def _schedule(connection: Connection, row: Row[int, int, int, int, str, str, bool, int, bool]) -> StoredSchedule:
    number, league, author, at, variant, byes, replaced, revision, replaces = row
    found = tuple(read_fixtures(connection, _OF_SCHEDULE, {"of_schedule": number}))
    rules, without_table = _variant.decode(variant), _byes.decode(byes)
    return StoredSchedule(number, league, author, at, rules, without_table, found, replaced, revision, replaces)


def _text(value: object) -> str:
    return _encoder.encode(value).decode()


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
    """The people who want to be reminded of their fixtures, and the reminders that have been sent."""

    def __init__(self, database: Database) -> None:
        self._database = database
        dialect = database.engine.dialect.name
        self._add_wish = upsert(dialect, reminders, key=("league", "person"), replacing=("person",))
        self._mark_reminded = upsert(dialect, reminded, key=("fixture", "person"), replacing=("at",))

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
        """Mark the person as reminded, also if they are unreachable."""
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
