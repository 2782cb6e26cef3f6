"""When the bot could be reached last: one row."""

from sqlalchemy import select

from bot.storage.database import Database
from bot.storage.schema.game_tables import heartbeat
from bot.storage.upsert import upsert

_LAST = select(heartbeat.c.at)


class StoredHeartbeat:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._put = upsert(database.engine.dialect.name, heartbeat, key=("number",), replacing=("at",))

    async def beat(self, at: int) -> None:
        await self._database.write(self._put, {"number": 1, "at": at})

    async def last(self) -> int | None:
        return await self._database.read(lambda connection: connection.execute(_LAST).scalar())
