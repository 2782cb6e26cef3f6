"""A process for a test to kill: it opens the tables of a large schedule, one after the other.

`python -m tests.competition.fixture_opener URL`; it prints a line for each open table.
"""

import asyncio
import sys

from bot.competition.schedules import ScheduleEditor
from bot.league.league import League
from bot.storage.store import open_store
from bot.tables.ports import ClockAndSeeds
from bot.tables.service import Pauses, Tables
from tests.competition.league_server import LeagueServer
from tests.rummy.presets import variant
from tests.schedules import store_schedule
from tests.tables.opening import open_table


async def main() -> None:
    async with open_store(sys.argv[1]) as store:
        server, source = LeagueServer(store, 1_000_000), ClockAndSeeds(lambda: 1_000_000, lambda: "5" * 64)
        await server.meet(32)
        (stored,) = await server.create([League(server=10, name="Cup")])
        tournaments = ScheduleEditor(store.ledgers, store.schedules, server.clock)
        tables = Tables(store.log, source, Pauses(86_400_000, 60_000))
        schedule = await store_schedule(store, stored, 1, variant("rami"), range(1, 33), at=server.now)
        print("ready", flush=True)
        for one in schedule.fixtures:
            rules, seats = await tournaments.prepare_table(stored, one.number, one.people[0])
            table = await open_table(tables, 10, 20, one.people[0], rules, thread=False, reserved=seats)
            print(table.number, flush=True)


asyncio.run(main())
