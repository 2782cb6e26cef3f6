"""The people whom the bot has met. Only this file knows which person a Discord id belongs to."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, Unpack

from sqlalchemy import Connection, Row, bindparam, select, update

from bot.storage.database import Database
from bot.storage.schema.people import people
from bot.storage.upsert import upsert
from bot.tables.ports import CardOrder, HandsBy, Person, PersonalSettings, Pictures, Reminders, SuitColours

_DEFAULTS: dict[str, StrEnum] = {
    "hands": HandsBy.DIRECT,
    "reminders": Reminders.CHOSEN,
    "card_order": CardOrder.SUIT,
    "pictures": Pictures.PICTURES,
    "suit_colours": SuitColours.FOUR,
}
_COLUMNS = tuple(people.c[name] for name in ("number", "discord_id", "name", "locale", "dm_channel", "username", *_DEFAULTS))
_GET = select(*_COLUMNS).where(people.c.number == bindparam("of_number"))
_FIND = select(*_COLUMNS).where(people.c.discord_id == bindparam("of_discord_id"))
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
    """Everyone met since the start is cached, so a press by a known person costs no query.

    The cache isn't bounded: a person takes some 400 bytes, and the players of one bot number in the thousands.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._by_discord_id: dict[int, Person] = {}
        self._by_number: dict[int, Person] = {}
        met = upsert(database.engine.dialect.name, people, key=("discord_id",), replacing=("name", "locale", "username"))
        self._meet = met.returning(*_COLUMNS)

    async def add_or_update(
        self, discord_id: int, name: str, locale: str, *, username: str | None = None, keep_name: bool = False
    ) -> Person:
        known = await self.find(discord_id) if keep_name else self._by_discord_id.get(discord_id)
        if known is not None and keep_name:
            name = known.name
        if known is not None and (known.name, known.locale, known.username) == (name, locale, username):
            return known
        about = {"discord_id": discord_id, "name": name, "locale": locale, "username": username}

        def work(connection: Connection) -> Sequence[Row[Any]]:
            taken = {"of_username": username, "of_discord_id": discord_id}
            former_owners = [] if username is None else connection.execute(_TAKE_USERNAME, taken).all()
            return [*former_owners, connection.execute(self._meet, about).one()]

        *_, person = [self._remember(_person(row)) for row in await self._database.transaction(work)]
        return person

    async def get(self, number: int) -> Person:
        if (known := self._by_number.get(number)) is not None:
            return known
        row = await self._database.read(lambda connection: connection.execute(_GET, {"of_number": number}).first())
        if row is None:
            raise KeyError(number)
        return self._remember_read(_person(row))

    async def find(self, discord_id: int) -> Person | None:
        if (known := self._by_discord_id.get(discord_id)) is not None:
            return known
        about = {"of_discord_id": discord_id}
        row = await self._database.read(lambda connection: connection.execute(_FIND, about).first())
        found = None if row is None else self._remember_read(_person(row))
        return found if found is not None and found.discord_id == discord_id else None

    async def delete_data(self, number: int, also: Callable[[Connection], None]) -> None:
        """Empty the row of this person, in one transaction with `also`. If they come back, they get a new number."""

        def work(connection: Connection) -> None:
            connection.execute(_DELETE_DATA, {"of_number": number})
            also(connection)

        before = await self.get(number)
        await self._database.transaction(work)
        if before.discord_id is not None:
            self._by_discord_id.pop(before.discord_id, None)
        self._remember(Person(number, None, "", "", None))

    async def set_dm_channel(self, number: int, channel: int) -> None:
        """Store the Discord id of the person's direct-message channel, unless their data has been deleted meanwhile."""
        person = await self.get(number)
        if person.dm_channel == channel:
            return
        if await self._database.write(_REMEMBER_DM, {"of_number": number, "channel": channel}):
            known = await self.get(number)
            self._remember(known if known.discord_id is None else replace(known, dm_channel=channel))

    async def change_settings(self, number: int, **changed: Unpack[PersonalSettings]) -> Person:
        """Store the changed settings, unless the person's data has been deleted meanwhile; return the person."""
        person = await self.get(number)
        new = replace(person, **changed)
        if new == person:
            return person
        values = {f"new_{name}": getattr(new, name).value for name in _DEFAULTS}
        if await self._database.write(_CHANGE_SETTINGS, {"of_number": number, **values}):
            known = await self.get(number)
            if known.discord_id is not None:
                self._remember(replace(known, **changed))
        return await self.get(number)

    def _remember_read(self, person: Person) -> Person:
        """Return the person as read, or as written since the read began."""
        known = self._by_number.get(person.number)
        return self._remember(person) if known is None else known

    def _remember(self, person: Person) -> Person:
        self._by_number[person.number] = person
        if person.discord_id is not None:
            self._by_discord_id[person.discord_id] = person
        return person


def _person(row: Sequence[Any]) -> Person:
    """Return the person of a row. A setting that this version doesn't know counts as the default."""
    number, discord_id, name, locale, dm_channel, username, *stored = row
    settings = {
        setting: type(default)(value) if value in set(type(default)) else default
        for (setting, default), value in zip(_DEFAULTS.items(), stored, strict=True)
    }
    return Person(number, discord_id, name, locale, dm_channel, username=username, **settings)  # type: ignore[arg-type]
