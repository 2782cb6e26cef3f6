"""A process that starts beside others on a new database, and says which tables are open.

`python -m tests.storage.starter URL`
"""

import asyncio
import sys

from bot.storage.store import open_store


async def main() -> None:
    async with open_store(sys.argv[1]) as store:
        print(await store.log.tables_in_play(), flush=True)


asyncio.run(main())
