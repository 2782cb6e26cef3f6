"""What the clocks need stored: the deadlines, at most one per table, and when the bot could be reached last.

The event log sets a deadline in the transaction of the move that needs it.
"""

from collections.abc import Collection

from sqlalchemy import bindparam, delete, select, update

from bot.storage.database import Database
from bot.storage.engine import upsert
from bot.storage.schema import deadlines, heartbeat
from bot.tables.ports import Deadline

_FIRST = (
    select(deadlines.c.table, deadlines.c.step, deadlines.c.due)
    .where(deadlines.c.table.not_in(bindparam("besides", expanding=True)))
    .order_by(deadlines.c.due, deadlines.c.table)
    .limit(1)
)
_THIS = (
    deadlines.c.table == bindparam("of_table"),
    deadlines.c.step == bindparam("of_step"),
    deadlines.c.due == bindparam("of_due"),
)
_REMOVE = delete(deadlines).where(*_THIS)
_REPLACE = update(deadlines).where(*_THIS).values(step=bindparam("new_step"), due=bindparam("new_due"))
_LAST = select(heartbeat.c.at)


class Deadlines:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def earliest(self, excluding: Collection[int] = ()) -> Deadline | None:
        """Return the earliest deadline, leaving out those of the tables in `excluding`; None if there is none."""
        about = {"besides": list(excluding)}
        row = await self._database.read(lambda connection: connection.execute(_FIRST, about).first())
        return None if row is None else Deadline(*row)

    async def replace(self, deadline: Deadline, by: Deadline | None) -> None:
        """Replace the deadline by another one of the same table, or remove it, unless a commit has replaced it already."""
        this = {"of_table": deadline.table, "of_step": deadline.step, "of_due": deadline.due}
        if by is None:
            await self._database.write(_REMOVE, this)
        else:
            await self._database.write(_REPLACE, {**this, "new_step": by.step, "new_due": by.due})


class Heartbeat:
    """When the bot could be reached last, in one row."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._put = upsert(database.engine.dialect.name, heartbeat, key=("number",), replacing=("at",))

    async def beat(self, at: int) -> None:
        """Store that the bot can be reached at `at` (epoch ms)."""
        await self._database.write(self._put, {"number": 1, "at": at})

    async def last(self) -> int | None:
        """Return when it could be reached last (epoch ms); None if that has never been stored."""
        return await self._database.read(lambda connection: connection.execute(_LAST).scalar())
