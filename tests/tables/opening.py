"""Opens tables as commands do, without what a test doesn't need to say."""

from typing import Any
from unittest.mock import patch

from bot.rummy.variant import Variant
from bot.tables.events import Reservation, TableOpened
from bot.tables.service import Tables
from bot.tables.table import Table


async def open_table(
    tables: Tables, server: int, channel: int, host: int, variant: Variant, *, at: int | None = None, **fields: Any
) -> Table:
    """Open a table; `at` is the time of the command that opens it once, None for any number of tables."""
    opened = TableOpened(server, channel, host, variant, at=tables._source.now() if at is None else at, **fields)
    return await tables.open(opened, once=at is not None)


async def open_reserved(tables: Tables, variant: Variant, reserved: Reservation) -> Table:
    """Open a table that is reserved, although no tournament knows of it: an earlier version did so for schedules of leagues."""
    with patch("bot.storage.tables.set_tournament_table"):
        return await open_table(tables, 10, 20, reserved.people[0], variant, thread=False, reserved=reserved)
