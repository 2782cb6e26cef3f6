"""The people whom the bot has met: the only place that knows which person a Discord id is."""

from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import Connection, bindparam, select, update

from bot.storage.database import Database
from bot.storage.schema.people import people
from bot.storage.upsert import upsert
from bot.tables.ports import Person

_COLUMNS = (people.c.number, people.c.discord_id, people.c.name, people.c.locale, people.c.dm_channel)
_GET = select(*_COLUMNS).where(people.c.number == bindparam("of_number"))
_FIND = select(*_COLUMNS).where(people.c.discord_id == bindparam("of_discord_id"))
_EMPTY = {"discord_id": None, "name": "", "locale": "", "dm_channel": None}
_FORGET = update(people).where(people.c.number == bindparam("of_number")).values(_EMPTY)
_REMEMBER_DM = (
    update(people)
    .where(people.c.number == bindparam("of_number"), people.c.discord_id.is_not(None))
    .values(dm_channel=bindparam("channel"))
)


class StoredPeople:
    """Everybody met since the start is kept in memory, so that a press of a known person costs no query.

    It is not bounded: a person is some 400 bytes, and who plays rummy with one bot is counted in thousands.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._by_discord_id: dict[int, Person] = {}
        self._by_number: dict[int, Person] = {}
        met = upsert(database.engine.dialect.name, people, key=("discord_id",), replacing=("name", "locale"))
        self._meet = met.returning(*_COLUMNS)

    async def add_or_update(self, discord_id: int, name: str, locale: str, *, keep_name: bool = False) -> Person:
        """The person with this Discord id, made or brought up to date; `keep_name`: but for the name of one known already."""
        known = self._by_discord_id.get(discord_id)
        if known is not None and (keep_name or known.name == name) and known.locale == locale:
            return known
        if known is not None and keep_name:
            name = known.name
        about = {"discord_id": discord_id, "name": name, "locale": locale}
        row = await self._database.transaction(lambda connection: connection.execute(self._meet, about).one())
        return self._remembered(Person(*row))

    async def get(self, number: int) -> Person:
        """Raises KeyError for a number that nobody has."""
        if (known := self._by_number.get(number)) is not None:
            return known
        row = await self._database.transaction(lambda connection: connection.execute(_GET, {"of_number": number}).first())
        if row is None:
            raise KeyError(number)
        return self._remembered(Person(*row))

    async def find(self, discord_id: int) -> Person | None:
        """The person with this Discord id, if the bot has met him."""
        if (known := self._by_discord_id.get(discord_id)) is not None:
            return known
        about = {"of_discord_id": discord_id}
        row = await self._database.transaction(lambda connection: connection.execute(_FIND, about).first())
        return None if row is None else self._remembered(Person(*row))

    async def forget(self, number: int, also: Callable[[Connection], None]) -> None:
        """Empty the row of this person, in one transaction with `also`. Who comes back with his Discord id is somebody new."""

        def work(connection: Connection) -> None:
            connection.execute(_FORGET, {"of_number": number})
            also(connection)

        before = await self.get(number)
        await self._database.transaction(work)
        if before.discord_id is not None:
            self._by_discord_id.pop(before.discord_id, None)
        self._remembered(Person(number, None, "", "", None))

    async def set_dm_channel(self, number: int, channel: int) -> None:
        """The Discord id of his direct-message channel; of somebody who has been forgotten meanwhile it is not kept."""
        person = await self.get(number)
        if person.dm_channel == channel:
            return

        def work(connection: Connection) -> bool:
            return connection.execute(_REMEMBER_DM, {"of_number": number, "channel": channel}).rowcount == 1

        if await self._database.transaction(work):
            known = await self.get(number)
            self._remembered(known if known.discord_id is None else replace(known, dm_channel=channel))

    def _remembered(self, person: Person) -> Person:
        self._by_number[person.number] = person
        if person.discord_id is not None:
            self._by_discord_id[person.discord_id] = person
        return person
