"""Which process wrote a message, and when another one took the club's server over: between two takeovers, only one writes."""

import asyncio
import time
from bisect import bisect
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg

from bot.health import route_of
from bot.storage.ownership import LOCKS
from bot.tables.partitions import partition_of
from tests.e2e.support.club import Club
from tests.message_answers import message_writes

_HOLDER = """SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = %s AND objid = %s
    AND database = (SELECT oid FROM pg_database WHERE datname = %s)"""


class Takeovers:
    """Between which times (epoch s) the club's server got or lost an owner, and which process wrote each message when."""

    def __init__(self, club: Club) -> None:
        self._club, self._times = club, [(0.0, 0.0)]
        self._written: dict[int, tuple[float, str, str, str]] = {}
        """When, which message, by which process, and by what request, by the request's number."""
        self._read = self._read_before = 0  # the log of requests

    @asynccontextmanager
    async def watched(self) -> AsyncIterator["Takeovers"]:
        """Watch them, on a connection to another database, which isn't cut with the others."""
        watching = [asyncio.create_task(self._watch_owner()), asyncio.create_task(self._watch_writers())]
        try:
            yield self
        finally:
            for one in watching:
                one.cancel()
            await asyncio.gather(*watching, return_exceptions=True)

    async def _watch_owner(self) -> None:
        cluster, _, name = self._club.url.rpartition("/")
        about, last = (LOCKS, partition_of(int(self._club.pg.world.guild.id), 0), name), None
        async with await psycopg.AsyncConnection.connect(f"{cluster}/postgres", autocommit=True) as connection:
            looked = time.time()
            while True:
                before, looked = looked, time.time()
                holder = await (await connection.execute(_HOLDER, about)).fetchone()
                if holder != last:
                    self._times.append((before, time.time()))  # far apart if this process was busy
                last = holder
                await asyncio.sleep(0.02)

    async def _watch_writers(self) -> None:
        while True:
            await asyncio.sleep(20)  # the log forgets what is old
            await self._read_log()

    async def _read_log(self) -> None:
        newest = await self._club.last_request()
        for entry, message in message_writes(await self._club.requests(self._read_before)):  # what had no answer yet, again
            self._written[entry["n"]] = entry["at"], message, entry["process"], f"{entry['method']} {route_of(entry['path'])}"
        self._read_before, self._read = self._read, newest

    async def check_one_writer(self, across: float) -> None:
        """Check that from each takeover to the next, each message was written by one process, but for `across` seconds."""
        await self._read_log()
        found: dict[tuple[str, int], list[tuple[str, str, float]]] = {}
        for at, message, process, request in self._written.values():
            period = bisect(self._times, at, key=lambda one: one[0])
            since = at - self._times[period - 1][1]
            if since >= across:
                found.setdefault((message, period), []).append((process, request, round(since, 2)))
        assert len(self._times) > 1, "somebody has owned it"
        assert found, "something was written"
        assert {written: by for written, by in found.items() if len({process for process, *_ in by}) > 1} == {}
