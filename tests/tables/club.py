"""A server with leagues on a real store, and matches that are stored as the end of a match is."""

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from bot.competition.corrections import Corrections
from bot.competition.league_directory import LeagueDirectory
from bot.competition.league_editor import LeagueEditor
from bot.competition.match_history import MatchHistory
from bot.competition.ports import StoredLeague
from bot.competition.season_end import SeasonEnds
from bot.competition.standings import Standings
from bot.league.corrections import apply_corrections
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.standings.cached_totals import CachedTotals, compute_cached_totals
from bot.rummy.events import MatchEnded
from bot.storage.store import Store
from bot.tables.events import TableOpened
from bot.tables.ports import Commit

_LOBBY = 86_400_000


@dataclass
class Club:
    store: Store
    now: int

    def __post_init__(self) -> None:
        leagues, archive = self.store.leagues, self.store.archive
        self.leagues = LeagueDirectory(leagues, self.clock)
        self.standings = Standings(leagues, archive, self.clock)
        self.match_history = MatchHistory(archive)
        self.season_ends = SeasonEnds(leagues, archive, self.clock)
        self.league_editor = LeagueEditor(leagues, archive, self.season_ends, self.clock)
        self.corrections = Corrections(leagues, archive, self.clock)

    def clock(self) -> int:
        return self.now

    async def meet(self, people: int) -> None:
        """As many as are numbered from 1."""
        for number in range(1, people + 1):
            assert (await self.store.people.add_or_update(1000 + number, f"Person {number}", "en-US")).number == number

    async def create(self, leagues: Iterable[League]) -> list[StoredLeague]:
        return [await self.league_editor.create(league) for league in leagues]

    async def finish(self, match: MatchResult) -> int:
        """The number of the match: that of its table."""
        opened = TableOpened(match.server, match.channel, 1, match.variant, False, match.ended)
        number = await self.store.log.open_table(opened, due=match.ended + _LOBBY)
        ended = MatchEnded(tuple(seat.placing for seat in match.seats))
        result = replace(match, number=number)
        self.now = max(self.now, match.ended)
        await self.store.log.commit(Commit(number, 2, (ended,), match.ended, deadline=None, is_over=True, result=result))
        return number

    async def kept(self, server: int) -> CachedTotals:
        """What is kept ready."""
        history = await self.store.archive.history(server, cached_since=0)
        assert not history.state.is_stale
        return history.cached

    async def from_scratch(self, server: int) -> CachedTotals:
        history = await self.store.archive.history(server)
        return compute_cached_totals(history.terms, apply_corrections(history.matches, history.corrections))
