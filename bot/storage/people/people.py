"""The people whom the bot has met. Only this file knows which person a Discord id belongs to."""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from enum import StrEnum
from sys import intern
from typing import Any

from sqlalchemy import Connection, Row, bindparam, select, update

from bot.storage.database import Database
from bot.storage.schema.people import people
from bot.storage.upsert import upsert
from bot.tables.ports import Person

_DEFAULTS: dict[str, StrEnum] = {one.name: one.default for one in fields(Person) if isinstance(one.default, StrEnum)}
"""The settings of a person, each a column."""
_VALUES = {name: {value: value for value in type(default)} for name, default in _DEFAULTS.items()}
_COLUMNS = tuple(people.c[name] for name in ("number", "discord_id", "name", "locale", "dm_channel", "username", *_DEFAULTS))
_EVERYONE = select(*_COLUMNS)
_NO_SETTINGS = {name: default.value for name, default in _DEFAULTS.items()}
_EMPTY = {"discord_id": None, "name": "", "locale": "", "dm_channel": None, "username": None, **_NO_SETTINGS}
_DELETE_DATA = update(people).where(people.c.number == bindparam("of_number")).values(_EMPTY)
_TAKE_USERNAME = (
    update(people)
    .where(people.c.username == bindparam("of_username"), people.c.discord_id != bindparam("of_discord_id"))
    .values(username=None)
    .returning(*_COLUMNS)
)
_REMEMBER_DM = (
    update(people)
    .where(people.c.number == bindparam("of_number"), people.c.discord_id.is_not(None))
    .values(dm_channel=bindparam("channel"))
)
_CHANGE_SETTINGS = (
    update(people)
    .where(people.c.number == bindparam("of_number"), people.c.discord_id.is_not(None))
    .values({name: bindparam(f"new_{name}") for name in _DEFAULTS})
)


class StoredPeople:
    """Everyone, in memory from the start: to know a person costs no query, so rendering never waits.

    A person takes some 400 bytes, and the players of one bot number in the thousands. What changes is written to the database
    first, then to memory.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._by_discord_id: dict[int, Person] = {}
        self._by_number: dict[int, Person] = {}
        met = upsert(database.engine.dialect.name, people, key=("discord_id",), replacing=("name", "locale", "username"))
        self._meet = met.returning(*_COLUMNS)

    async def load(self) -> None:
        """Read everyone. Call it once, before anything else."""
        for person in await self._database.read(lambda connection: list(map(_person, connection.execute(_EVERYONE)))):
            self._take(person)

    async def add_or_update(
        self, discord_id: int, name: str, locale: str, *, username: str | None = None, keep_name: bool = False
    ) -> Person:
        known = self.find(discord_id)
        if known is not None and keep_name:
            name = known.name
        if known is not None and (known.name, known.locale, known.username) == (name, locale, username):
            return known
        about = {"discord_id": discord_id, "name": name, "locale": locale, "username": username}

        def work(connection: Connection) -> Sequence[Row[Any]]:
            taken = {"of_username": username, "of_discord_id": discord_id}
            former_owners = [] if username is None else connection.execute(_TAKE_USERNAME, taken).all()
            return [*former_owners, connection.execute(self._meet, about).one()]

        *_, person = [self._take(_person(row)) for row in await self._database.transaction(work)]
        return person

    def __getitem__(self, number: int) -> Person:
        return self._by_number[number]

    def find(self, discord_id: int) -> Person | None:
        return self._by_discord_id.get(discord_id)

    async def delete_data(self, number: int, also: Callable[[Connection], None]) -> None:
        """Empty the row of this person, in one transaction with `also`. If they come back, they get a new number."""

        def work(connection: Connection) -> None:
            connection.execute(_DELETE_DATA, {"of_number": number})
            also(connection)

        await self._database.transaction(work)
        self._take(Person(number, None, "", "", None))

    async def set_dm_channel(self, number: int, channel: int) -> None:
        """Store the Discord id of the person's direct-message channel, unless their data has been deleted meanwhile."""
        if self[number].dm_channel == channel:
            return
        if await self._database.write(_REMEMBER_DM, {"of_number": number, "channel": channel}):
            known = self[number]
            self._take(known if known.discord_id is None else replace(known, dm_channel=channel))

    async def change_settings(self, number: int, **changed: StrEnum) -> Person:
        """Store the changed settings, unless the person's data has been deleted meanwhile; return the person."""
        person = self[number]
        new = replace(person, **changed)  # type: ignore[arg-type]
        if new == person:
            return person
        values = {f"new_{name}": getattr(new, name).value for name in _DEFAULTS}
        if await self._database.write(_CHANGE_SETTINGS, {"of_number": number, **values}):
            known = self[number]
            if known.discord_id is not None:
                self._take(replace(known, **changed))  # type: ignore[arg-type]
        return self[number]

    def _take(self, person: Person) -> Person:
        """Take a person's row, which is new or has changed, into memory."""
        before = self._by_number.get(person.number)
        if before is not None and before.discord_id is not None:
            self._by_discord_id.pop(before.discord_id, None)
        self._by_number[person.number] = person
        if person.discord_id is not None:
            self._by_discord_id[person.discord_id] = person
        return person


def _person(row: Sequence[Any]) -> Person:
    """Return the person of a row. A setting that this version doesn't know counts as the default."""
    number, discord_id, name, locale, dm_channel, username, *stored = row
    settings: dict[str, Any] = {
        name: _VALUES[name].get(value, default) for (name, default), value in zip(_DEFAULTS.items(), stored, strict=True)
    }
    return Person(number, discord_id, name, intern(locale), dm_channel, username=username, **settings)
