"""Opens tables as commands do, without what a test doesn't need to say."""

from dataclasses import replace
from typing import Any

from bot.rummy.variant import Variant
from bot.storage.tables import StoredEventLog
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
    log = tables._log
    assert isinstance(log, StoredEventLog)
    log._league = replace(log._league, set_reserved_table=lambda *_: None)
    return await open_table(tables, 10, 20, reserved.people[0], variant, thread=False, reserved=reserved)
