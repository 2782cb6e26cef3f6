"""Opens tables as commands do, without what a test doesn't need to say."""

from typing import Any

from bot.rummy.variant import Variant
from bot.tables.events import TableOpened
from bot.tables.service import Tables
from bot.tables.table import Table


async def open_table(
    tables: Tables, server: int, channel: int, host: int, variant: Variant, *, at: int | None = None, **fields: Any
) -> Table:
    """Open a table; `at` is the time of the command that opens it once, None for any number of tables."""
    opened = TableOpened(server, channel, host, variant, at=tables._source.now() if at is None else at, **fields)
    return await tables.open(opened, once=at is not None)
