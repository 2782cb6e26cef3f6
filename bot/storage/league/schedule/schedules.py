"""The schedules of leagues with their fixtures."""

from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import Connection, Row, bindparam, exists, insert, select, update

from bot.competition.schedule_ports import StoredSchedule
from bot.league.corrections import apply_corrections
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import Line, NewLine
from bot.league.schedule import Schedule
from bot.rummy.variant import Variant
from bot.storage.database import Database
from bot.storage.league.ledger_rows import add_line, corrections_of_matches, read_results
from bot.storage.league.schedule.fixtures import FIXTURES, REPLACED, advance_schedules_of_league, read_fixtures
from bot.storage.league.schema import fixtures, scheduled, schedules

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

        def read(connection: Connection) -> StoredSchedule | None:
            row = connection.execute(_NEWEST, {"of_league": league}).first()
            return None if row is None else _schedule(connection, row)

        return await self._database.read(read)

    async def before(self, schedule: StoredSchedule) -> StoredSchedule | None:
        about = {"of_league": schedule.league, "of_number": schedule.number}

        def read(connection: Connection) -> StoredSchedule | None:
            row = connection.execute(_BEFORE, about).first()
            return None if row is None else _schedule(connection, row)

        return await self._database.read(read)

    async def get(self, number: int) -> StoredSchedule | None:
        def read(connection: Connection) -> StoredSchedule | None:
            row = connection.execute(_NUMBERED, {"of_number": number}).first()
            return None if row is None else _schedule(connection, row)

        return await self._database.read(read)

    async def find_by_fixture(self, fixture: int) -> StoredSchedule | None:

        def read(connection: Connection) -> StoredSchedule | None:
            row = connection.execute(_WITH_FIXTURE, {"of_fixture": fixture}).first()
            return None if row is None else _schedule(connection, row)

        return await self._database.read(read)

    async def results(self, number: int) -> Mapping[int, MatchResult]:
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
