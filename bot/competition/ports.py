"""What the records of a server need from outside: protocols that `bot.storage` implements and `bot.app` injects."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from bot.league.corrections import Correction
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.ratings.ratings import Rating
from bot.league.seasons.season_table import SeasonTable
from bot.league.seasons.season_terms import Term
from bot.league.seasons.seasons import Season
from bot.league.standings.cached_totals import CachedChanges, CachedTotals
from bot.league.standings.totals import Total


@dataclass(frozen=True, slots=True)
class StoredLeague:
    """`season` is the one that runs; the last one of an archived league, which has ended. `due` (epoch ms) is when it ends by
    itself.
    """

    number: int
    league: League
    season: Season
    created_at: int
    archived_at: int | None = None
    ends_at: int | None = None

    @property
    def name(self) -> str:
        return self.league.name

    @property
    def term(self) -> Term:
        return Term(self.number, self.league, self.season)


@dataclass(frozen=True, slots=True)
class ServerState:
    """`revision` changes with every result, correction and league of a server. `stale`: what is kept ready is wrong."""

    revision: int = 0
    is_stale: bool = False


@dataclass(frozen=True, slots=True)
class OrganiserCommand:
    """A command of an organiser: the id of its interaction at Discord, and the channel in which it was given."""

    interaction: int
    channel: int


class Leagues(Protocol):
    async def server_leagues(self, server: int) -> tuple[ServerState, list[StoredLeague]]:
        """By name, those in use before the archived ones."""

    async def add(self, league: League, season: Season, *, at: int) -> int:
        """Its number. Raises LeagueRefused for a name that is taken."""

    async def change(self, number: int, league: League, *, at: int) -> None:
        """How it counts from now on, its running season included. Raises LeagueRefused for a name that is taken."""

    async def end_season(
        self,
        state: ServerState,
        stored: StoredLeague,
        final: SeasonTable,
        following: Season | None,
        *,
        at: int,
        command: OrganiserCommand | None = None,
    ) -> bool:
        """Keeps the table; the next season begins, or, without one, the league is archived. False: the state is another."""

    async def season_ended_by(self, number: int, command: int) -> SeasonTable | None:
        """The table of the season that this command has ended."""

    async def final_tables(self, number: int) -> list[SeasonTable]:
        """Those that have ended, the newest first."""

    async def due_leagues(self, until: int) -> list[StoredLeague]:
        """Whose running season should have ended by then, the earliest first."""

    async def unposted_tables(self) -> list[tuple[StoredLeague, SeasonTable]]:
        """The tables of seasons that have ended, and were not posted yet; the oldest first."""

    async def mark_posted(self, number: int, season: int) -> None:
        """The table of this season has been posted."""

    async def season_end_channel(self, number: int, season: int) -> int | None:
        """The channel in which an organiser ended this season."""

    async def totals(self, number: int, season: int) -> tuple[ServerState, dict[int, Total]]:
        """By person."""

    async def organiser_role(self, server: int) -> int | None:
        """The Discord id of their role."""

    async def set_organiser_role(self, server: int, role: int | None) -> None: ...


@dataclass(frozen=True, slots=True)
class ServerHistory:
    """What is stored of a server, or the part that was asked for; `matches` are raw, the oldest first."""

    state: ServerState
    terms: tuple[Term, ...]
    matches: tuple[MatchResult, ...]
    corrections: tuple[Correction, ...]
    cached: CachedTotals = field(default_factory=CachedTotals)


class MatchArchive(Protocol):
    """The results of servers with what has been put right, and what is kept ready."""

    async def match(self, number: int) -> MatchResult | None:
        """The raw facts."""

    async def history(
        self, server: int, *, people: Collection[int] | None = None, since: int = 0, cached_since: int | None = None
    ) -> ServerHistory:
        """With the matches from `since` on, of these people only if any are named; the books with the rated matches from
        `cached_since` on and all ratings, and the totals of those people. Without `cached_since` there are none.
        """

    async def write_changes(
        self, server: int, state: ServerState, changes: CachedChanges, correction: Correction | None = None
    ) -> bool:
        """All in one transaction, after which nothing is stale. False, and nothing is written, if the state is another."""

    async def stale_servers(self) -> list[int]:
        """The servers whose books must be made anew."""

    async def ratings(self, server: int, people: Collection[int]) -> dict[tuple[str, int], Rating]:
        """By deck and person."""

    async def rating_history(self, server: int, deck: str, person: int) -> list[tuple[int, Rating]]:
        """After each rated match, and when that ended; the oldest first."""


@dataclass(frozen=True, slots=True)
class PostedStandings:
    """The message of standings that update themselves; `revision` is what it shows, `at` (epoch ms) its last update."""

    message: int
    channel: int
    server: int
    league: int | None = None
    game: str | None = None
    since: int | None = None
    revision: int = 0
    at: int = 0


class LiveStandings(Protocol):
    async def put(self, posted: PostedStandings) -> None: ...

    async def remove(self, message: int) -> None: ...

    async def stale_posts(self, *, now: int, pause: int) -> list[PostedStandings]:
        """Return those that are stale and were last updated at least `pause` ms ago."""

    async def claim(self, posted: PostedStandings, *, at: int) -> bool:
        """Count as updated at this time, before rendering. Return False if another process has claimed it."""

    async def mark_rendered(self, message: int, revision: int, *, at: int) -> None:
        """Note that the message shows this revision as of `at`."""


class Privacy(Protocol):
    async def read_personal_data(self, person: int) -> Mapping[str, object]:
        """Return everything that is stored of a person, by what it is, ready to be written as JSON."""

    async def delete_personal_data(self, person: int) -> None:
        """Empty the person's `people` row, and delete their direct messages' ids and wishes; results stay.

        Posted standings and schedules that name them become stale.
        """
