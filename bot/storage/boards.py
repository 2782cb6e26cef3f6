"""The leaderboards that redraw themselves: which messages they are, and how far each has been drawn."""

from sqlalchemy import Connection, bindparam, delete, select, update

from bot.storage.database import Database
from bot.storage.schema import boards, put, servers
from bot.tables.league_ports import Board

_SHOWN = ("channel", "server", "league", "game", "since", "drawn")
_COLUMNS = tuple(boards.c[name] for name in ("message", *_SHOWN))
_OF_MESSAGE = boards.c.message == bindparam("of_message")
_REMOVE = delete(boards).where(_OF_MESSAGE)
_DRAWN = update(boards).where(_OF_MESSAGE, boards.c.drawn < bindparam("revision")).values(drawn=bindparam("revision"))
_BEHIND = (
    select(*_COLUMNS)
    .join(servers, servers.c.server == boards.c.server)
    .where(boards.c.drawn < servers.c.revision)
    .order_by(boards.c.message)
)


class StoredBoards:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._put = put(database.engine.dialect.name, boards, key=("message",), replacing=_SHOWN)

    async def put(self, board: Board) -> None:
        about = {name: getattr(board, name) for name in ("message", *_SHOWN)}

        def work(connection: Connection) -> None:
            connection.execute(self._put, about)

        await self._database.transaction(work)

    async def remove(self, message: int) -> None:
        def work(connection: Connection) -> None:
            connection.execute(_REMOVE, {"of_message": message})

        await self._database.transaction(work)

    async def behind(self) -> list[Board]:
        """Those whose server has moved on since they were drawn."""
        rows = await self._database.transaction(lambda connection: connection.execute(_BEHIND).all())
        return [Board(*row) for row in rows]

    async def drawn(self, message: int, revision: int) -> None:
        """It shows this revision now."""

        def work(connection: Connection) -> None:
            connection.execute(_DRAWN, {"of_message": message, "revision": revision})

        await self._database.transaction(work)
