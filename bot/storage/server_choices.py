"""What servers have chosen: the variants that they have saved, each with all its answers, and the settings of their tables."""

from collections.abc import Callable
from contextlib import suppress

import msgspec
from sqlalchemy import Connection, bindparam, delete, exists, func, insert, select

from bot.rummy.variant import Variant
from bot.storage.database import Database, upsert
from bot.storage.schema import attempts, events, seatings, server_settings, tables, variants
from bot.tables.events import TableOpened, UnknownSpellingError, decode
from bot.tables.ports import SavedVariant, ServerSettings
from bot.wording.sentence import Refusal, Refused, Typed

_OF_SERVER = (
    select(variants.c.author, variants.c.answers).where(variants.c.server == bindparam("of_server")).order_by(variants.c.name)
)
_COUNT = select(func.count()).select_from(variants).where(variants.c.server == bindparam("of_server"))
_COUNT_OWN = _COUNT.where(variants.c.author == bindparam("of_author"))
_OF_NAME = (variants.c.server == bindparam("of_server"), variants.c.name == bindparam("of_name"))
_TAKEN, _REMOVE = select(variants.c.name).where(*_OF_NAME), delete(variants).where(*_OF_NAME)
_ADD = insert(variants)
_SETTINGS = select(server_settings.c.settings).where(server_settings.c.server == bindparam("of_server"))

_LAST_PLAYED = (
    select(events.c.event, events.c.spelling)
    .join_from(seatings, events, events.c.table == seatings.c.table)
    .where(seatings.c.person == bindparam("of_person"), events.c.version == 1)
    .where(~exists().where(attempts.c.table == seatings.c.table))
    .order_by(seatings.c.table.desc())
    .limit(1)
)
_HAS_PLAYED = (
    select(tables.c.number)
    .join_from(seatings, tables, tables.c.number == seatings.c.table)
    .where(seatings.c.person == bindparam("of_person"), tables.c.closed.is_not(None))
    .limit(1)
)

_CHANGED = "settings"
_encoder = msgspec.json.Encoder()
_variant: msgspec.json.Decoder[Variant] = msgspec.json.Decoder(Variant)
_settings: msgspec.json.Decoder[ServerSettings] = msgspec.json.Decoder(ServerSettings)


class NameTaken(Refusal):
    name: Typed
    sentence = "There's already a game called “{name}”. Choose another name, or remove that game first."


class TooManyVariants(Refusal):
    count: int
    sentence = "This server can save only 1 game. Remove it first with `/variant remove`."
    plural = "This server can save only {count} games. Remove one first with `/variant remove`."


class TooManyOwnVariants(Refusal):
    count: int
    sentence = "You can save only 1 game in this server. Remove it first with `/variant remove`."
    plural = "You can save only {count} games in this server. Remove one first with `/variant remove`."


class SavedVariants:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def server_variants(self, server: int) -> list[SavedVariant]:
        """Return the saved variants of a server, sorted by name."""
        rows = await self._database.read(lambda connection: connection.execute(_OF_SERVER, {"of_server": server}).all())
        return [SavedVariant(author, _variant.decode(answers)) for author, answers in rows]

    async def save(self, server: int, saved: SavedVariant, *, most: int, most_own: int, at: int) -> None:
        """Store the variant. Raise Refused(NameTaken), Refused(TooManyVariants) if the server has `most` already, or
        Refused(TooManyOwnVariants) if the author has saved `most_own` of them.
        """
        variant = saved.variant
        about = {"server": server, "name": variant.name, "author": saved.author, "at": at}

        def work(connection: Connection) -> None:
            if connection.execute(_TAKEN, {"of_server": server, "of_name": variant.name}).first() is not None:
                raise Refused(NameTaken(variant.title))
            if connection.execute(_COUNT, {"of_server": server}).scalar_one() >= most:
                raise Refused(TooManyVariants(most))
            if connection.execute(_COUNT_OWN, {"of_server": server, "of_author": saved.author}).scalar_one() >= most_own:
                raise Refused(TooManyOwnVariants(most_own))
            connection.execute(_ADD, about | {"answers": _encoder.encode(variant).decode()})

        await self._database.transaction(work)

    async def remove(self, server: int, name: str) -> bool:
        """Remove the variant with this `name` (not title). Return False if there was none."""
        return await self._database.write(_REMOVE, {"of_server": server, "of_name": name}) > 0

    async def last_played(self, person: int) -> str:
        """Return the name of the variant of the newest table at which the person sat, but for deals of days; empty for none."""
        row = await self._database.read(lambda connection: connection.execute(_LAST_PLAYED, {"of_person": person}).first())
        with suppress(UnknownSpellingError, msgspec.ValidationError):  # of a newer version, or damaged
            if row is not None and isinstance(opened := decode(*row), TableOpened):
                return opened.variant.name
        return ""

    async def has_played(self, person: int) -> bool:
        """Return whether a table at which the person sat is over."""
        found = await self._database.read(lambda connection: connection.execute(_HAS_PLAYED, {"of_person": person}).first())
        return found is not None


class ServerSettingsStore:
    """The settings of all servers, kept in memory once they are read: every message of a table needs them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[int, ServerSettings] = {}
        self._changes = 0
        database.on_change(_CHANGED, self._forget)
        self._put = upsert(database.dialect, server_settings, key=("server",), replacing=("settings",))

    async def get(self, server: int) -> ServerSettings:
        """Return the settings of the server; for one that has chosen nothing, the defaults."""
        if server not in self._known:
            changes = self._changes
            found = await self._database.read(lambda connection: _read_settings(connection, server))
            if changes != self._changes:  # they may have been changed meanwhile
                return await self.get(server)
            self._known[server] = found
        return self._known[server]

    async def change(self, server: int, change: Callable[[ServerSettings], ServerSettings]) -> ServerSettings:
        """Store the changed settings, and return them. Two changes at the same time are both kept."""

        def work(connection: Connection) -> ServerSettings:
            changed = change(_read_settings(connection, server))
            connection.execute(self._put, {"server": server, "settings": _encoder.encode(changed).decode()})
            self._database.notify(connection, _CHANGED, server)
            return changed

        changed = await self._database.transaction(work)
        await self._forget(server)
        return changed

    async def _forget(self, server: int | None) -> None:
        self._changes += 1
        if server is None:
            self._known.clear()
        else:
            self._known.pop(server, None)


def _read_settings(connection: Connection, server: int) -> ServerSettings:
    """Return the settings. With a value that this version doesn't know, they count as the defaults: tables must be shown."""
    text = connection.execute(_SETTINGS, {"of_server": server}).scalar()
    try:
        return ServerSettings() if text is None else _settings.decode(text)
    except msgspec.ValidationError:
        return ServerSettings()
