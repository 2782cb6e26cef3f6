"""The standings that update themselves: their messages, the revision that each shows, and when it was last updated."""

from sqlalchemy import bindparam, delete, or_, select, update

from bot.competition.ports import PostedStandings
from bot.league.days import DAY_MS
from bot.storage.database import Database
from bot.storage.engine import upsert
from bot.storage.schema.leagues import live_standings, servers

_SHOWN = ("channel", "server", "league", "game", "since", "drawn", "at")
_COLUMNS = tuple(live_standings.c[name] for name in ("message", *_SHOWN))
_OF_MESSAGE = live_standings.c.message == bindparam("of_message")
_REMOVE = delete(live_standings).where(_OF_MESSAGE)
_CLAIM = update(live_standings).where(_OF_MESSAGE, live_standings.c.at == bindparam("before")).values(at=bindparam("now"))
_MARK_RENDERED = (
    update(live_standings)
    .where(_OF_MESSAGE, live_standings.c.drawn <= bindparam("revision"))
    .values(drawn=bindparam("revision"), at=bindparam("now"))
)
_STALE = (
    select(*_COLUMNS)
    .join(servers, servers.c.server == live_standings.c.server)
    .where(
        or_(live_standings.c.drawn < servers.c.revision, live_standings.c.at <= bindparam("old")),
        live_standings.c.at <= bindparam("until"),
    )
    .order_by(live_standings.c.message)
)


class StoredLiveStandings:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._put = upsert(database.engine.dialect.name, live_standings, key=("message",), replacing=_SHOWN)

    async def put(self, posted: PostedStandings) -> None:
        about = {
            "message": posted.message,
            "channel": posted.channel,
            "server": posted.server,
            "league": posted.league,
            "game": posted.variant,
            "since": posted.since,
            "drawn": posted.revision,
            "at": posted.at,
        }

        await self._database.write(self._put, about)

    async def remove(self, message: int) -> None:
        await self._database.write(_REMOVE, {"of_message": message})

    async def stale_posts(self, *, now: int, pause: int) -> list[PostedStandings]:
        times = {"until": now - pause, "old": now - DAY_MS}
        rows = await self._database.read(lambda connection: connection.execute(_STALE, times).all())
        return [PostedStandings(*row) for row in rows]

    async def claim(self, posted: PostedStandings, *, at: int) -> bool:
        about = {"of_message": posted.message, "before": posted.at, "now": at}
        return await self._database.write(_CLAIM, about) == 1

    async def mark_rendered(self, message: int, revision: int, *, at: int) -> None:
        await self._database.write(_MARK_RENDERED, {"of_message": message, "revision": revision, "now": at})
