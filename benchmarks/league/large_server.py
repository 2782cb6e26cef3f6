"""A database filled with matches, with the services of a bot that read and correct them."""

from pathlib import Path

from benchmarks.league.large_history import BEGIN, LARGEST, YEAR, Size, fill, no_tables
from bot.competition.corrections import Corrections
from bot.competition.league_editor import LeagueEditor
from bot.competition.match_history import MatchHistory
from bot.competition.season_end import SeasonEnds
from bot.competition.standings import LeagueDirectory, Standings
from bot.league.seasons import StoredLeague
from bot.storage.database import Database
from bot.storage.migrate import migrate
from bot.storage.store import store_on
from bot.tables.rules.saved_variants import ServerVariants

ROOT = Path(__file__).parents[2]


class LargeServer:
    """The services, and the league of the server `LARGEST`; it is the end of the year of the matches."""

    def __init__(self, database: Database, size: Size) -> None:
        self.database, self.size, self.store = database, size, store_on(database)
        ledgers = self.store.ledgers
        self.leagues = LeagueDirectory(ledgers, _now)
        self.standings = Standings(self.leagues, ledgers, ServerVariants({}, self.store.variants, _now), _now)
        self.history = MatchHistory(ledgers)
        self.corrections = Corrections(ledgers, _now)
        self.season_ends = SeasonEnds(ledgers, _now, no_tables(self.store))
        self.editor = LeagueEditor(ledgers, self.season_ends, _now)

    async def league(self, name: str | None = None) -> StoredLeague | None:
        return await self.leagues.find(LARGEST, name)


async def fill_server(database: Database, size: Size) -> LargeServer:
    """Fill an empty database, and return the services on it."""
    await migrate(database)
    await fill(database, size)
    server = LargeServer(database, size)
    await server.store.people.load()
    return server


def _now() -> int:
    return BEGIN + YEAR
