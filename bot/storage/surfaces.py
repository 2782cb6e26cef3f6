"""How far each table is shown, and the Discord messages that show it: where the courier resumes.

A restore makes the stored cursor of an open table negative, -1 - cursor, so that its messages are rendered again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, bindparam, delete, func, select, text, union_all, update

from bot.storage.database import Database
from bot.storage.engine import upsert
from bot.storage.schema import events, surfaces, tables


@dataclass(frozen=True, slots=True)
class Surface:
    """A Discord message that shows something of a table, under a key such as `lobby`, `turn 3.12` or `hand 7`.

    `message` is None where none could be posted (`state` says why). `detail` is the deal and turn that a hand was sent for,
    `3.12`; of other messages it isn't read.
    """

    key: str
    channel: int
    message: int | None
    state: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class DeliveryState:
    """How far a table's events are shown: the version up to which everything is posted, and its messages by key.

    With `is_restored`, the database was restored since, and the messages show something newer: they must be rendered again.
    """

    cursor: int = 0
    surfaces: dict[str, Surface] = field(default_factory=dict)
    is_restored: bool = False


_SHOWN = ("channel", "message", "state", "note")
_CURSOR = select(tables.c.told).where(tables.c.number == bindparam("of_table"))
_SURFACES = select(*(surfaces.c[name] for name in ("key", *_SHOWN))).where(surfaces.c.table == bindparam("of_table"))
_ADVANCE_CURSOR = (  # never back: another process might have posted more
    update(tables)
    .where(tables.c.number == bindparam("of_table"), tables.c.told < bindparam("cursor"))
    .values(told=bindparam("cursor"))
)
_DROP = delete(surfaces).where(surfaces.c.table == bindparam("of_table"), surfaces.c.key == bindparam("of_key"))
_LAST = select(func.max(events.c.version)).where(events.c.table == tables.c.number).scalar_subquery()
_OPEN_BEHIND = select(tables.c.number).where(tables.c.closed.is_(None), tables.c.told < _LAST)
_CLOSED_BEHIND = select(tables.c.number).where(text("told < last"))  # the words of the index, which has only these tables
_IN_SERVER = tables.c.server == bindparam("of_server")
TABLES_BEHIND = union_all(_OPEN_BEHIND, _CLOSED_BEHIND)
TABLES_BEHIND_IN_SERVER = union_all(_OPEN_BEHIND.where(_IN_SERVER), _CLOSED_BEHIND.where(_IN_SERVER))


class Surfaces:
    """The stored messages of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._put = upsert(database.engine.dialect.name, surfaces, key=("table", "key"), replacing=_SHOWN)

    async def load(self, table: int) -> DeliveryState:
        """Return an empty state for a table of which nothing has been posted."""

        def work(connection: Connection) -> DeliveryState:
            cursor = connection.execute(_CURSOR, {"of_table": table}).scalar()
            rows = connection.execute(_SURFACES, {"of_table": table})
            shown, surfaces = cursor or 0, {row[0]: Surface(*row) for row in rows}
            return DeliveryState(-1 - shown if shown < 0 else shown, surfaces, is_restored=shown < 0)

        return await self._database.read(work)

    async def save(self, table: int, cursor: int | None, changed: Sequence[Surface], dropped: Sequence[str] = ()) -> None:
        """Store the changed surfaces by key, delete the dropped keys, and store the cursor unless it is None: one transaction.

        Storing a cursor also ends `is_restored`.
        """

        def work(connection: Connection) -> None:
            if cursor is not None:
                connection.execute(_ADVANCE_CURSOR, {"of_table": table, "cursor": cursor})
            if changed:
                connection.execute(self._put, [_row(table, surface) for surface in changed])
            if dropped:
                connection.execute(_DROP, [{"of_table": table, "of_key": key} for key in dropped])

        await self._database.transaction(work)

    async def tables_behind(self, server: int | None = None) -> list[int]:
        """Return the tables, of this server or of all, whose cursor is below their last version; closed ones too."""
        statement, about = TABLES_BEHIND, dict[str, int]()
        if server is not None:
            statement, about = TABLES_BEHIND_IN_SERVER, {"of_server": server}
        return await self._database.read(lambda connection: sorted(connection.execute(statement, about).scalars()))


def _row(table: int, surface: Surface) -> dict[str, object]:
    return {
        "table": table,
        "key": surface.key,
        "channel": surface.channel,
        "message": surface.message,
        "state": surface.state,
        "note": surface.detail,
    }
