"""A process that stores forty versions of table 1 beside another one, and says which of them it stored.

`python -m tests.storage.writer URL`
"""

import asyncio
import sys

from bot.storage.store import open_store
from bot.tables.events import SatDown, TableOpened
from bot.tables.ports import UNCHANGED, Commit, VersionTakenError
from tests.rummy.presets import variant


async def main() -> None:
    async with open_store(sys.argv[1]) as store:
        opened = TableOpened(1, 2, 1, variant(), False, 3)
        assert await store.log.open_table(opened, due=10**15, once=True) == 1
        for version in range(2, 42):
            commit = Commit(1, version, (SatDown(version),), 4, UNCHANGED)
            try:
                await store.log.commit(commit)
            except VersionTakenError as error:
                print(type(error).__name__, flush=True)
            else:
                print(version, flush=True)


asyncio.run(main())
