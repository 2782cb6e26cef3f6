"""What servers have chosen for their tables."""

from collections.abc import Callable

import msgspec
from sqlalchemy import Connection, bindparam, select

from bot.storage.database import Database
from bot.storage.schema.game_tables import server_settings
from bot.storage.upsert import upsert
from bot.tables.ports import ServerSettings

_SETTINGS = select(server_settings.c.settings).where(server_settings.c.server == bindparam("of_server"))

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[ServerSettings] = msgspec.json.Decoder(ServerSettings)


class StoredServerSettings:
    """The settings of each server are kept in memory once they are read: every message of a table needs them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[int, ServerSettings] = {}
        self._put = upsert(database.engine.dialect.name, server_settings, key=("server",), replacing=("settings",))

    async def get(self, server: int) -> ServerSettings:
        if server not in self._known:
            found = await self._database.read(lambda connection: _read(connection, server))
            self._known.setdefault(server, found)  # they may have been changed meanwhile
        return self._known[server]

    async def change(self, server: int, change: Callable[[ServerSettings], ServerSettings]) -> ServerSettings:
        def work(connection: Connection) -> ServerSettings:
            changed = change(_read(connection, server))
            connection.execute(self._put, {"server": server, "settings": _encoder.encode(changed).decode()})
            return changed

        self._known[server] = changed = await self._database.transaction(work)
        return changed


def _read(connection: Connection, server: int) -> ServerSettings:
    """Return the settings. With a value that this version doesn't know, they count as the defaults: tables must be shown."""
    text = connection.execute(_SETTINGS, {"of_server": server}).scalar()
    try:
        return ServerSettings() if text is None else _decoder.decode(text)
    except msgspec.ValidationError:
        return ServerSettings()
