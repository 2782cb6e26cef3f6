"""A process for a test to kill: it seats and unseats two people forever and prints what it has committed.

`python -m tests.storage.tables.event_writer URL`; the first line is the table's number, each other line a committed version.
"""

import asyncio
import sys

from bot.storage.store import Store, open_store
from bot.tables.apply_event import fold
from bot.tables.events import SatDown, StoodUp
from bot.tables.ports import UNCHANGED, Commit
from tests.storage.small_matches import open_table


async def write(store: Store) -> None:
    number = next(iter(await store.log.tables_in_play()), None) or await open_table(store)
    version = fold(number, await store.log.read_events(number)).version
    print(number, flush=True)
    while True:
        four = (SatDown(10), SatDown(11), StoodUp(10), StoodUp(11))
        await store.log.commit(Commit(number, version + 1, four, at=version, deadline=UNCHANGED))
        version += len(four)
        print(version, flush=True)


async def main() -> None:
    async with open_store(sys.argv[1]) as store:
        await write(store)


asyncio.run(main())
