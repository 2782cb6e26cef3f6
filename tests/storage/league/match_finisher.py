"""A process for a test to kill: it ends matches of a league forever, one after the other.

`python -m tests.storage.league.match_finisher URL`; a line for each match whose end is committed.
"""

import asyncio
import sys
from itertools import count

from msgspec.structs import replace

from bot.league.league import League
from bot.storage.store import open_store
from tests.competition.league_server import LeagueServer
from tests.league.random_season import BEGIN, PEOPLE, SERVER, season_of


async def main() -> None:
    async with open_store(sys.argv[1]) as store:
        server = LeagueServer(store, BEGIN - 1)
        if store.people.find(1001) is None:
            await server.meet(PEOPLE)
            await server.create([League(server=SERVER, name="All", rated=True, rematches=2)])
        print("ready", flush=True)
        for seed in count():
            async with store.ledgers.of(SERVER) as ledger:
                later = max((match.ended for match in ledger.matches()), default=BEGIN) - BEGIN
            for match in season_of(seed, matches=30):
                print(await server.finish(replace(match, ended=match.ended + later)), flush=True)


asyncio.run(main())
