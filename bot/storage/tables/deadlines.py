"""The stored deadlines, at most one per table. The event log sets them, in the transaction of the move that needs them."""

from collections.abc import Collection

from sqlalchemy import bindparam, delete, select, update

from bot.storage.database import Database
from bot.storage.schema.game_tables import deadlines
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


class StoredDeadlines:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def earliest(self, excluding: Collection[int] = ()) -> Deadline | None:
        about = {"besides": list(excluding)}
        row = await self._database.read(lambda connection: connection.execute(_FIRST, about).first())
        return None if row is None else Deadline(*row)

    async def replace(self, deadline: Deadline, by: Deadline | None) -> None:
        this = {"of_table": deadline.table, "of_step": deadline.step, "of_due": deadline.due}
        if by is None:
            await self._database.write(_REMOVE, this)
        else:
            await self._database.write(_REPLACE, {**this, "new_step": by.step, "new_due": by.due})
