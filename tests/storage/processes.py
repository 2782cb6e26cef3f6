"""Processes for tests to start together, or to kill: `python -m tests.storage.processes hold URL`, or another of `WORK`."""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable

from bot.storage.files import hold_database
from bot.storage.store import Store, open_store
from bot.tables.apply_event import fold
from bot.tables.events import SatDown, StoodUp, TableOpened
from bot.tables.ports import UNCHANGED, Commit, VersionTakenError
from tests.rummy.presets import variant
from tests.storage.small_matches import open_table


async def show_tables(store: Store) -> None:
    """Say which tables are open."""
    print(await store.log.tables_in_play(), flush=True)


async def store_forty_versions(store: Store) -> None:
    """Store forty versions of table 1 beside another process, and say which of them were stored."""
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


async def store_forever(store: Store) -> None:
    """Seat and unseat two people. The first line is the table's number, each other line a committed version."""
    number = next(iter(await store.log.tables_in_play()), None) or await open_table(store)
    version = fold(number, await store.log.read_events(number)).version
    print(number, flush=True)
    while True:
        four = (SatDown(10), SatDown(11), StoodUp(10), StoodUp(11))
        await store.log.commit(Commit(number, version + 1, four, at=version, deadline=UNCHANGED))
        version += len(four)
        print(version, flush=True)


WORK: dict[str, Callable[[Store], Awaitable[None]]] = {
    "show": show_tables,
    "store": store_forty_versions,
    "store-forever": store_forever,
}


async def main(work: str, url: str) -> None:
    async with open_store(url) as store:
        await WORK[work](store)


if sys.argv[1] == "hold":
    with hold_database(sys.argv[2]):
        print("held", flush=True)
        time.sleep(600)
else:
    asyncio.run(main(*sys.argv[1:]))
