"""The schedules of leagues: who meets whom, at which table, and who wants to be reminded."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, Row, bindparam, delete, exists, insert, select, update

from bot.league.schedule import Schedule
from bot.rummy.variant import Variant
from bot.storage.database import Database
from bot.storage.fixtures import FIXTURES, read_fixtures
from bot.storage.schema import fixtures, put, reminders, schedules
from bot.tables.schedule_ports import Fixture, FixtureState, StoredSchedule

_ADD = insert(schedules).returning(schedules.c.number)
_ADD_FIXTURES = insert(fixtures)
_newer = schedules.alias("newer")
_replaced = exists().where(_newer.c.league == schedules.c.league, _newer.c.number > schedules.c.number)
_OF_SCHEDULE = FIXTURES.where(fixtures.c.schedule == bindparam("of_schedule"))
_TO_REMIND = FIXTURES.where(
    fixtures.c.due > bindparam("now"),
    fixtures.c.due <= bindparam("until"),
    fixtures.c.reminded.is_(None),
)
_SCHEDULES = select(
    schedules.c.number,
    schedules.c.league,
    schedules.c.author,
    schedules.c.at,
    schedules.c.variant,
    schedules.c.byes,
    _replaced,
)
_NEWEST = _SCHEDULES.where(schedules.c.league == bindparam("of_league")).order_by(schedules.c.number.desc()).limit(1)
_WITH_FIXTURE = _SCHEDULES.join(fixtures).where(fixtures.c.number == bindparam("of_fixture"))
_OF_FIXTURE = update(fixtures).where(fixtures.c.number == bindparam("of_fixture"))
_WISH = (reminders.c.league == bindparam("of_league"), reminders.c.person == bindparam("of_person"))
_WANTS, _NO_WISH = select(reminders.c.person).where(*_WISH), delete(reminders).where(*_WISH)
_WANTING = select(reminders.c.person).where(reminders.c.league == bindparam("of_league"))

_encoder = msgspec.json.Encoder()
_variant: msgspec.json.Decoder[Variant] = msgspec.json.Decoder(Variant)
_byes: msgspec.json.Decoder[tuple[tuple[int, ...], ...]] = msgspec.json.Decoder(tuple[tuple[int, ...], ...])


class StoredSchedules:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._wish = put(database.engine.dialect.name, reminders, key=("league", "person"), replacing=("person",))

    async def add(
        self, league: int, author: int, variant: Variant, schedule: Schedule, dates: Sequence[int], *, at: int
    ) -> int:
        """Its number; `dates` (epoch ms) are one a round, or none."""
        about = {"league": league, "author": author, "at": at, "variant": _text(variant)}
        byes = _text([each.byes for each in schedule])

        def work(connection: Connection) -> int:
            number: int = connection.execute(_ADD, about | {"byes": byes}).scalar_one()
            rows = [
                {"schedule": number, "round": nth, "people": _text(people), "due": dates[nth - 1] if dates else None}
                for nth, each in enumerate(schedule, start=1)
                for people in each.tables
            ]
            connection.execute(_ADD_FIXTURES, rows)
            return number

        return await self._database.transaction(work)

    async def newest(self, league: int) -> StoredSchedule | None:
        """The one that is being played."""

        def read(connection: Connection) -> StoredSchedule | None:
            row = connection.execute(_NEWEST, {"of_league": league}).first()
            return None if row is None else _schedule(connection, row)

        return await self._database.transaction(read)

    async def of_fixture(self, fixture: int) -> StoredSchedule | None:
        """The schedule that a fixture is of."""

        def read(connection: Connection) -> StoredSchedule | None:
            row = connection.execute(_WITH_FIXTURE, {"of_fixture": fixture}).first()
            return None if row is None else _schedule(connection, row)

        return await self._database.transaction(read)

    async def reminded(self, fixture: int, *, at: int) -> None:
        """Its people have been."""
        await self._set(fixture, "reminded", at)

    async def remind(self, league: int, person: int, *, wanted: bool) -> None:
        """Whether this person wants to be reminded of his fixtures."""

        def work(connection: Connection) -> None:
            if wanted:
                connection.execute(self._wish, {"league": league, "person": person})
            else:
                connection.execute(_NO_WISH, {"of_league": league, "of_person": person})

        await self._database.transaction(work)

    async def wants(self, league: int, person: int) -> bool:
        """To be reminded."""
        about = {"of_league": league, "of_person": person}
        row = await self._database.transaction(lambda connection: connection.execute(_WANTS, about).first())
        return row is not None

    async def to_remind(self, *, now: int, until: int) -> list[tuple[Fixture, tuple[int, ...]]]:
        """The waiting fixtures that are due in between, of which nobody was reminded, and who wants to be."""

        def read(connection: Connection) -> list[tuple[Fixture, tuple[int, ...]]]:
            found = read_fixtures(connection, _TO_REMIND, {"now": now, "until": until})
            found = [one for one in found if one.state == FixtureState.WAITING]
            wanting = {
                league: set(connection.execute(_WANTING, {"of_league": league}).scalars())
                for league in {fixture.league for fixture in found}
            }
            return [(one, tuple(who for who in one.people if who in wanting[one.league])) for one in found]

        return await self._database.transaction(read)

    async def _set(self, fixture: int, column: str, value: int) -> None:
        def work(connection: Connection) -> None:
            connection.execute(_OF_FIXTURE.values({column: value}), {"of_fixture": fixture})

        await self._database.transaction(work)


def _schedule(connection: Connection, row: Row[int, int, int, int, str, str, bool]) -> StoredSchedule:
    number, league, author, at, variant, byes, replaced = row
    found = tuple(read_fixtures(connection, _OF_SCHEDULE, {"of_schedule": number}))
    return StoredSchedule(number, league, author, at, _variant.decode(variant), _byes.decode(byes), found, replaced)


def _text(value: object) -> str:
    return _encoder.encode(value).decode()
