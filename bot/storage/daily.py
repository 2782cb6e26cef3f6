"""What is stored of the deals of days: the secret from which they follow, and each person's attempts."""

import secrets
from dataclasses import asdict

from sqlalchemy import Connection, bindparam, func, insert, select, update

from bot.storage.database import PAGE, Database
from bot.storage.people import read_former_numbers
from bot.storage.schema import attempts, day_secret, people
from bot.tables.ports import Attempt
from bot.tables.refusals import DayBegun
from bot.wording.sentence import Refused

_SECRET = select(day_secret.c.secret).where(day_secret.c.number == 1)
_SET_SECRET = insert(day_secret)
_DISCORD_ID = select(people.c.discord_id).where(people.c.number == bindparam("of_person"))
_COLUMNS = select(*(attempts.c[name] for name in Attempt.__dataclass_fields__))
_OF_PERSON = attempts.c.person == bindparam("of_person")
_OF_DAY = attempts.c.day == bindparam("of_day")
_IS_FINISHED = attempts.c.points.is_not(None)
_FIND = _COLUMNS.where(_OF_PERSON, _OF_DAY)
_DAYS = select(attempts.c.day).where(_OF_PERSON, _IS_FINISHED).order_by(attempts.c.day)
_BEGIN = insert(attempts)
_FINISH = update(attempts).where(_OF_PERSON, _OF_DAY).values(points=bindparam("as_points"))
_WORSE = select(func.count()).where(_OF_DAY, attempts.c.points < bindparam("than"))
_FINISHED = select(func.count()).where(_OF_DAY, _IS_FINISHED)
_IN_SERVER = (
    _COLUMNS.where(attempts.c.server == bindparam("of_server"), _OF_DAY, _IS_FINISHED)
    .order_by(attempts.c.points.desc(), attempts.c.at)
    .limit(PAGE)
)
_SERVERS = select(attempts.c.server).where(_OF_DAY, _IS_FINISHED, attempts.c.server != 0).distinct()


def store_attempt(connection: Connection, attempt: Attempt) -> None:
    """Store the beginning of an attempt, or with points its end. Raise Refused(DayBegun) if the person has begun it before."""
    if attempt.points is not None:
        about = {"of_person": attempt.person, "of_day": attempt.day, "as_points": attempt.points}
        connection.execute(_FINISH, about)
        return
    check_not_begun(connection, attempt.person, attempt.day)
    connection.execute(_BEGIN, asdict(attempt))


def check_not_begun(connection: Connection, person: int, day: int) -> None:
    """Raise Refused(DayBegun) if the person has begun the deal of this day, or had before their data was deleted."""
    discord_id = connection.execute(_DISCORD_ID, {"of_person": person}).scalar()
    former = {} if discord_id is None else read_former_numbers(connection, discord_id, at=0)
    for number in (person, *former):
        before = connection.execute(_FIND, {"of_person": number, "of_day": day}).first()
        if before is not None:
            raise Refused(DayBegun(before.table))


class StoredDays:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._secret = ""

    async def secret(self) -> str:
        """Return the secret from which the deals of all days follow; the first time, it is drawn."""

        def work(connection: Connection) -> str:
            known = connection.execute(_SECRET).scalar()
            if known is None:
                known = secrets.token_hex(32)
                connection.execute(_SET_SECRET, {"number": 1, "secret": known})
            return str(known)

        if not self._secret:
            self._secret = await self._database.transaction(work)
        return self._secret

    async def attempt(self, person: int, day: int) -> Attempt | None:
        """Return the person's attempt at the deal of a day; None if they haven't begun it."""
        about = {"of_person": person, "of_day": day}
        found = await self._database.read(lambda connection: connection.execute(_FIND, about).mappings().first())
        return None if found is None else Attempt(**found)

    async def finished_days(self, person: int) -> list[int]:
        """Return the days whose deals the person has finished, in order."""
        about = {"of_person": person}
        return await self._database.read(lambda connection: list(connection.execute(_DAYS, about).scalars()))

    async def worse_than(self, day: int, points: int) -> tuple[int, int]:
        """Return how many have finished the deal of a day with fewer points, and how many have finished it."""

        def read(connection: Connection) -> tuple[int, int]:
            worse = connection.execute(_WORSE, {"of_day": day, "than": points}).scalar_one()
            return worse, connection.execute(_FINISHED, {"of_day": day}).scalar_one()

        return await self._database.read(read)

    async def of_server(self, server: int, day: int) -> list[Attempt]:
        """Return the finished attempts of a day that are in this server's table, the best first, at most `PAGE`."""
        about = {"of_server": server, "of_day": day}
        return await self._database.read(
            lambda connection: [Attempt(**row) for row in connection.execute(_IN_SERVER, about).mappings()]
        )

    async def servers(self, day: int) -> list[int]:
        """Return the servers in whose table of a day somebody is."""
        return await self._database.read(lambda connection: list(connection.execute(_SERVERS, {"of_day": day}).scalars()))
