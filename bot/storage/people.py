"""The people whom the bot has met. Only this file knows which person a Discord id belongs to.

People who had their data deleted are kept for a while, as keyed hashes of their Discord ids, so that a limit still applies if
they come back:

    delete-me on day D (UTC)        the beginning of day D + 2
    ────────────────▶ key, hash ────────────────────▶ both are deleted

Each day has a random key of its own. So a hash is kept for 24 to 48 hours, and nothing else leads from a person to their
former number.
"""

import asyncio
import hmac
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextvars import copy_context
from dataclasses import fields
from enum import StrEnum
from sys import intern
from typing import Any

from msgspec import json
from sqlalchemy import Connection, Select, Update, bindparam, insert, select, update

from bot.league.days import DAY_MS
from bot.storage.database import PAGE, ChangeListener, Database, upsert
from bot.storage.schema import former_people, former_people_keys, people
from bot.tables.ports import NewMessage, Person, Pictures

_DEFAULTS: dict[str, str] = {one.name: one.default for one in fields(Person) if isinstance(one.default, str)}
"""The settings of a person, each a column."""
_VALUES: dict[str, dict[str, StrEnum]] = {
    name: {value: value for value in type(default)} for name, default in _DEFAULTS.items() if isinstance(default, StrEnum)
}
_KNOWN = ("name", "locale", "username", "nicknames")
_COLUMNS = tuple(people.c[name] for name in ("number", "discord_id", "dm_channel", *_KNOWN, *_DEFAULTS))
_PAGE = select(*_COLUMNS).where(people.c.number > bindparam("after")).order_by(people.c.number).limit(PAGE)
_THESE = select(*_COLUMNS).where(people.c.number.in_(bindparam("numbers", expanding=True)))
_NO_SETTINGS = {name: str(default) for name, default in _DEFAULTS.items()}
_EMPTY = {"discord_id": None, "name": "", "locale": "", "dm_channel": None, "username": None, "nicknames": "{}", **_NO_SETTINGS}
_DELETE_DATA = update(people).where(people.c.number == bindparam("of_number")).values(_EMPTY)
_NICKNAMES = select(people.c.nicknames).where(people.c.discord_id == bindparam("of_discord_id")).with_for_update()
_TAKE_USERNAME = (
    update(people)
    .where(people.c.username == bindparam("of_username"), people.c.discord_id != bindparam("of_discord_id"))
    .values(username=None)
    .returning(people.c.number)
)
_CHANGE = update(people).where(people.c.number == bindparam("of_number"), people.c.discord_id.is_not(None))
_CHANGED = "people"
PEOPLE_KEPT = 1
"""The number of days after that of the deletion during which a hash is kept."""
_KEYS = select(former_people_keys.c.day, former_people_keys.c.key).where(former_people_keys.c.day >= bindparam("first"))
_ADD_KEY, _ADD = insert(former_people_keys), insert(former_people)
_NUMBERS = select(former_people.c.day, former_people.c.person).where(
    former_people.c.day == bindparam("of_day"), former_people.c.hash == bindparam("of_hash")
)


class People(Mapping[int, Person]):
    """Everyone, in memory from the start: to know a person costs no query, so rendering never waits.

    A person takes some 400 bytes, and the players of one bot number in the thousands. What changes is written to the database,
    then read again: other processes write, too, and notify of it.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._by_discord_id: dict[int, Person] = {}
        self._by_number: dict[int, Person] = {}
        self._reading = asyncio.Lock()  # so that what is read last is the newest
        self._meet = upsert(database.dialect, people, key=("discord_id",), replacing=_KNOWN).returning(people.c.number)
        self._on_change: ChangeListener | None = None
        database.on_change(_CHANGED, self._hear)

    def on_change(self, listener: ChangeListener) -> None:
        """Call this listener, instead of the one before, after a person has changed in some process, and in memory here.

        It runs in the context of this call, which has the marker of the buttons.
        """
        self._on_change, self._context = listener, copy_context()

    async def load(self) -> None:
        """Read everyone, page by page. Call it once, before anything else."""
        after = 0
        async with self._reading:
            while found := await self._database.read(lambda connection, after=after: _read(connection, _PAGE, after=after)):  # type: ignore[misc]
                for person in found:
                    self._take(person)
                after = found[-1].number

    async def add_or_update(
        self, discord_id: int, name: str, locale: str, *, username: str | None = None, server: int = 0, nickname: str = ""
    ) -> Person:
        """Return the person with this Discord id, added or updated. In this server, if it is given, they have this nickname.

        Anyone else who is stored with this `username` has it no longer: on Discord, it is one person's at a time.
        """
        known = self.find(discord_id)
        about = {"discord_id": discord_id, "name": name, "locale": locale, "username": username}
        is_named = known is not None and (not server or dict(known.nicknames).get(server, "") == nickname)
        if known is not None and is_named and (known.name, known.locale, known.username) == (name, locale, username):
            return known

        def work(connection: Connection) -> list[int]:
            taken = {"of_username": username, "of_discord_id": discord_id}
            nicknames = json.decode(connection.execute(_NICKNAMES, taken).scalar() or "{}", type=dict[int, str])
            nicknames = {one: name for one, name in (nicknames | {server: nickname}).items() if name}
            new = about | {"nicknames": json.encode(nicknames).decode()}
            former_owners = () if username is None else connection.execute(_TAKE_USERNAME, taken).scalars().all()
            return [*former_owners, connection.execute(self._meet, new).scalar_one()]

        *_, number = await self._change(work)
        return self[number]

    def __getitem__(self, number: int) -> Person:
        """Return the person. One whom another process has just added is read at once, before its notification comes."""
        if number not in self._by_number and number > 0:
            for person in self._database.read_at_once(lambda connection: _read(connection, _THESE, numbers=[number])) or ():
                self._take(person)
        return self._by_number[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._by_number)

    def __len__(self) -> int:
        return len(self._by_number)

    def find(self, discord_id: int) -> Person | None:
        """Return the person with this Discord id, or None if the bot does not know them."""
        return self._by_discord_id.get(discord_id)

    async def delete_data(self, number: int, also: Callable[[Connection], None]) -> None:
        """Empty the row of this person, in one transaction with `also`. If they come back, they get a new number."""

        def work(connection: Connection) -> list[int]:
            also(connection)
            connection.execute(_DELETE_DATA, {"of_number": number})
            return [number]

        await self._change(work)

    async def former_numbers(self, number: int, *, at: int) -> Collection[int]:
        """Return the numbers under which the person's data was deleted, as far as that is kept at this time (epoch ms)."""
        discord_id = self[number].discord_id
        if discord_id is None:
            return ()
        return await self._database.read(lambda connection: read_former_numbers(connection, discord_id, at=at))

    async def set_dm_channel(self, number: int, channel: int) -> None:
        """Store the Discord id of the person's direct-message channel, unless their data has been deleted meanwhile."""
        if self[number].dm_channel != channel:
            await self._update(number, _CHANGE.values(dm_channel=channel))

    async def change_settings(self, number: int, **changed: str) -> Person:
        """Store the changed settings, unless the person's data has been deleted meanwhile; return the person."""
        await self._update(number, _CHANGE.values({name: str(value) for name, value in changed.items()}))
        return self[number]

    async def _update(self, number: int, statement: Update) -> None:
        await self._change(lambda connection: [number] if connection.execute(statement, {"of_number": number}).rowcount else [])

    async def _change(self, work: Callable[[Connection], list[int]]) -> list[int]:
        """Run the work, which returns the numbers of the people whom it changes, in a transaction; read them again."""

        def notifying(connection: Connection) -> list[int]:
            changed = work(connection)
            for number in changed:
                self._database.notify(connection, _CHANGED, number)
            return changed

        changed = await self._database.transaction(notifying)
        await self._read_again(changed)
        return changed

    async def _hear(self, number: int | None) -> None:
        await (self.load() if number is None else self._read_again([number]))
        if self._on_change is not None:
            await asyncio.create_task(self._on_change(number), context=self._context)

    async def _read_again(self, numbers: Sequence[int]) -> None:
        async with self._reading:
            for person in await self._database.read(lambda connection: _read(connection, _THESE, numbers=numbers)):
                self._take(person)

    def _take(self, person: Person) -> None:
        """Take a person's row, which is new or has changed, into memory."""
        before = self._by_number.get(person.number)
        if before is not None and before.discord_id is not None and self._by_discord_id.get(before.discord_id) is before:
            del self._by_discord_id[before.discord_id]
        self._by_number[person.number] = person
        if person.discord_id is not None:
            self._by_discord_id[person.discord_id] = person


def _read(connection: Connection, chosen: Select[Any], **about: object) -> list[Person]:
    return list(map(_person, connection.execute(chosen, about)))


def _person(row: Sequence[Any]) -> Person:
    """Return the person of a row. A setting that this version doesn't know counts as the default."""
    number, discord_id, dm_channel, name, locale, username, nicknames, *stored = row
    chosen = dict(zip(_DEFAULTS, stored, strict=True))
    settings: dict[str, Any] = {
        name: _VALUES[name].get(value, _DEFAULTS[name]) if name in _VALUES else intern(value) for name, value in chosen.items()
    }
    if not chosen["new_message"] and settings["pictures"] == Pictures.TEXT:  # only a new message is read aloud
        settings["new_message"] = NewMessage.ALWAYS
    if nicknames != "{}":
        settings["nicknames"] = tuple(json.decode(nicknames, type=dict[int, str]).items())
    return Person(number, discord_id, name, intern(locale), dm_channel, username=username, **settings)


def remember_former_person(connection: Connection, person: int, discord_id: int, *, at: int) -> None:
    """Store the hash of a person whose data is being deleted `at` this time (epoch ms)."""
    day = at // DAY_MS
    key = dict(_read_keys(connection, day)).get(day)
    if key is None:
        key = secrets.token_bytes(32)
        connection.execute(_ADD_KEY, {"day": day, "key": key})
    connection.execute(_ADD, {"day": day, "hash": keyed_hash(key, discord_id), "person": person})


def read_former_numbers(connection: Connection, discord_id: int, *, at: int) -> dict[int, int]:
    """Return the former numbers of a person whose hash is kept at this time, with the days of their deletion (UTC)."""
    found = dict[int, int]()
    for day, key in _read_keys(connection, at // DAY_MS - PEOPLE_KEPT):
        rows = connection.execute(_NUMBERS, {"of_day": day, "of_hash": keyed_hash(key, discord_id)})
        found |= {row.person: row.day for row in rows}
    return found


def _read_keys(connection: Connection, first: int) -> list[tuple[int, bytes]]:
    return [(row.day, row.key) for row in connection.execute(_KEYS, {"first": first})]


def keyed_hash(key: bytes, discord_id: int) -> str:
    return hmac.new(key, str(discord_id).encode(), "sha256").hexdigest()
