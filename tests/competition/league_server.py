"""A server with leagues on a real store, in which tests finish matches without playing them."""

from collections.abc import Awaitable, Iterable
from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from bot.competition.corrections import Corrections, Protests
from bot.competition.league_editor import LeagueEditor
from bot.competition.match_history import MatchHistory
from bot.competition.season_end import SeasonEnds, Undos
from bot.competition.standings import LeagueDirectory, Standings, StandingsTable
from bot.league.corrections import Correction, CorrectionFault
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import LogPage
from bot.league.seasons import StoredLeague
from bot.rummy.events import MatchBrokenOff, MatchEnded
from bot.storage.league.ledgers import StoredLedgers
from bot.storage.league.posts import PostKind
from bot.storage.store import Store
from bot.tables.events import SatDown, StoodUp, TableOpened
from bot.tables.ports import ClockAndSeeds, Commit
from bot.tables.rules.saved_variants import ServerVariants
from bot.tables.service import Pauses, Tables
from bot.wording.sentence import Refusal, Refused
from tests.league.folds import Computed, computed
from tests.league.random_season import SERVER
from tests.league.standings import slow_standings
from tests.league.written_matches import played

_LOBBY = 86_400_000


@dataclass
class LeagueServer:
    """The services of a server's leagues, with a clock that tests set (`now`, epoch ms)."""

    store: Store
    now: int

    def __post_init__(self) -> None:
        ledgers = self.store.ledgers
        self.leagues = LeagueDirectory(ledgers, self.clock)
        self.standings = Standings(self.leagues, ledgers, ServerVariants({}, self.store.variants, self.clock), self.clock)
        self.match_history = MatchHistory(ledgers)
        tables = Tables(self.store.log, ClockAndSeeds(self.clock, lambda: "7" * 64), Pauses(_LOBBY, _LOBBY))
        self.season_ends = SeasonEnds(ledgers, self.clock, tables)
        self.league_editor = LeagueEditor(ledgers, self.season_ends, self.clock)
        self.corrections = Corrections(ledgers, self.clock)
        self.undos = Undos(ledgers, self.clock)
        self.protests = Protests(ledgers, self.match_history, self.clock)

    def clock(self) -> int:
        return self.now

    async def unposted_seasons(self) -> list[tuple[int, int]]:
        """Return league and season of the tables that wait to be posted, the oldest first."""
        return [
            (post.of, int(post.what.split()[0]))
            for post in await self.store.posts.stale(PostKind.SEASON, now=self.now, pause=0)
        ]

    async def waiting_lines(self) -> dict[int | None, int]:
        """Return how many lines of the log wait in each channel."""
        oldest = await self.store.posts.stale(PostKind.LINE, now=self.now, pause=0)
        return {post.channel: len(await self.store.posts.waiting_lines(post.channel or 0, 100)) for post in oldest}

    async def meet(self, people: int) -> None:
        """Add this many people, numbered from 1."""
        for number in range(1, people + 1):
            assert (await self.store.people.add_or_update(1000 + number, f"Person {number}", "en-US")).number == number

    async def create(self, leagues: Iterable[League]) -> list[StoredLeague]:
        return [await self.league_editor.create(league) for league in leagues]

    async def finish(self, match: MatchResult, *, has_begun: bool = True) -> int:
        """Store the match as a finished table does. Return its number, which is that of the table.

        It starts when it ends, unless it began before starts were stored (`has_begun`).
        """
        number = await self._open(match)
        begun = replace(match, number=number) if has_begun else None
        await self._end(replace(match, number=number), 2, begun)
        return number

    async def begin(self, match: MatchResult, *, is_broken_off: bool = False) -> MatchResult:
        """Store the start of the match, at its `ended`, as a table does. Return the match with its number, for `end`."""
        begun = replace(match, number=await self._open(match))
        event = MatchBrokenOff() if is_broken_off else StoodUp(_people(match)[0])
        facts = {"deadline": None, "is_over": is_broken_off, "begun": begun}
        await self.store.log.commit(Commit(begun.number, 2, (event,), match.ended, **facts))
        return begun

    async def end(self, match: MatchResult) -> int:
        """Store the end of a match that has begun. Return its number."""
        await self._end(match, 3, None)
        return match.number

    async def _open(self, match: MatchResult) -> int:
        host = _people(match)[0]
        opened = TableOpened(match.server, match.channel, host, match.variant, False, match.ended)
        self.now = max(self.now, match.ended)
        return await self.store.log.open_table(opened, due=match.ended + _LOBBY)

    async def _end(self, match: MatchResult, version: int, begun: MatchResult | None) -> None:
        sat = [SatDown(person) for person in _people(match)[1:]]
        ended = MatchEnded(tuple(seat.placing for seat in match.seats))
        self.now = max(self.now, match.ended)
        facts = {"deadline": None, "is_over": True, "begun": begun, "result": match}
        await self.store.log.commit(Commit(match.number, version, (*sat, ended), match.ended, **facts))

    async def finish_small_match(self) -> int:
        """Finish a match between Ann and Ben, a millisecond later than everything before. Return its number."""
        self.now += 1
        return await self.finish(replace(played("Ann 1 104 · Ben 2 40"), server=SERVER, ended=self.now))

    async def try_to_correct(self, correction: Correction) -> bool:
        """Store the correction. Return False if it does not fit the match."""
        try:
            await self.corrections.correct(SERVER, correction.match, correction.change, by=correction.by, why=correction.why)
        except Refused as refused:
            if not isinstance(refused.refusal, CorrectionFault):
                raise
            return False
        return True

    async def computed(self, server: int = SERVER) -> Computed:
        """Return everything that follows from the entries of a server. What is in memory equals what a new fold computes."""
        async with self.store.ledgers.of(server) as grown, StoredLedgers(self.store.ledgers._database).of(server) as new:
            found = computed(grown)
            assert found == computed(new)
            return found

    async def log_page(self, league: int | None = None, skipped: int = 0, count: int = 100) -> LogPage:
        """Return a page of the log of organisers."""
        return await self.store.ledgers.log_page(SERVER, league, skipped, count)


def _people(match: MatchResult) -> list[int]:
    return [seat.person for seat in match.seats if not seat.computer]


async def refused(request: Awaitable[object]) -> Refusal:
    """Return the reason why the request is refused."""
    with pytest.raises(Refused) as caught:
        await request
    return caught.value.refusal


def standings_rows(standings: StandingsTable) -> list[slow_standings.Row]:
    """Return the rows as the slow computation writes them."""
    return [(row.position, row.person, row.matches, row.points, row.wins, row.before) for row in standings.rows]
