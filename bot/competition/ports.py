"""What leagues and results need from outside: protocols that `bot.storage` implements and `bot.app` injects."""

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.league.corrections import Correction
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import NewLine
from bot.league.ratings.ratings import Rating
from bot.league.seasons.season_table import SeasonTable
from bot.league.seasons.season_terms import Term
from bot.league.seasons.seasons import Season
from bot.league.standings.cached_totals import CachedChanges, CachedTotals
from bot.league.standings.totals import Sums, Total


@dataclass(frozen=True, slots=True)
class StoredLeague:
    """A league with its number and its running season; an archived league has its last season, which has ended.

    Times are epoch milliseconds. `ends_at` is when the running season ends automatically, None if an organiser ends it.
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
    """`revision` changes with every result, correction and league of a server. `is_stale`: the cached totals are wrong."""

    revision: int = 0
    is_stale: bool = False


@dataclass(frozen=True, slots=True)
class EndedSeason:
    """A season that an organiser ended: the numbers of the league and the season, the league's name, and the end (epoch ms)."""

    league: int
    season: int
    name: str
    at: int


@dataclass(frozen=True, slots=True)
class WithdrawnPost:
    """The message with the table of a season, by its number, whose end was undone; `league` is a name."""

    server: int
    league: str
    season: int
    channel: int
    message: int


@dataclass(frozen=True, slots=True)
class OrganiserCommand:
    """An organiser's command: the id of its Discord interaction, and its channel."""

    interaction: int
    channel: int


class Leagues(Protocol):
    """The leagues of servers, their seasons, and who organises them."""

    async def server_leagues(self, server: int) -> tuple[ServerState, list[StoredLeague]]:
        """Return the server's state and its leagues: those in use sorted by name, then the archived ones."""

    async def add(self, league: League, season: Season, *, at: int, line: NewLine | None = None) -> int:
        """Store a new league with its first season. Return its number. Raise Refused for a name that is taken.

        Here and below, `line` is the line of the log that is stored in the same transaction.
        """

    async def change(
        self,
        number: int,
        league: League,
        *,
        at: int,
        based_on: League | None = None,
        season: int | None = None,
        line: NewLine | None = None,
    ) -> None:
        """Change the rules of the league and of its running season.

        Raise Refused for a name that is taken, and if the league is archived. With `based_on`, raise it also if the
        league no longer is this one, and with `season`, the number of a season, if another one is running.
        """

    async def end_season(
        self,
        state: ServerState,
        stored: StoredLeague,
        final: SeasonTable,
        following: Season | None,
        *,
        at: int,
        command: OrganiserCommand | None = None,
        line: NewLine | None = None,
    ) -> bool:
        """End the running season with this table, and begin the following one; without one, archive the league.

        Return False, and change nothing, if the server's state is no longer `state`.
        """

    async def season_ended_by(self, number: int, command: int) -> SeasonTable | None:
        """Return the table of the season that this command (an interaction id) ended, or None."""

    async def season_tables(self, number: int) -> list[SeasonTable]:
        """Return the tables of the league's ended seasons, the newest first."""

    async def due_leagues(self, until: int) -> list[StoredLeague]:
        """Return the leagues whose running season ends at `until` (epoch ms) or earlier, the earliest first."""

    async def unposted_tables(self) -> list[tuple[StoredLeague, SeasonTable]]:
        """Return the tables of ended seasons that have not been posted, the oldest first."""

    async def mark_posted(self, number: int, season: int, post: tuple[int, int] | None = None) -> None:
        """Mark the table of this season as posted; `post` is its channel and message, None if no channel takes it."""

    async def reopen_season(self, ended: EndedSeason, *, at: int, line: NewLine, is_archived: bool) -> None:
        """Undo the end of the season: it runs again, and the one after it never began; if `is_archived`, restore the league.

        Store the line in the log. Raise Refused if that has been done, or if something contradicts it by now.
        """

    async def withdrawn_posts(self) -> list[WithdrawnPost]:
        """Return the posted tables of seasons whose end was undone."""

    async def forget_post(self, message: int) -> None:
        """Record that the posted table in this message has been withdrawn."""

    async def season_end_channel(self, number: int, season: int) -> int | None:
        """Return the channel in which an organiser ended this season, or None."""

    async def totals(self, number: int, season: int) -> tuple[ServerState, dict[int, Total]]:
        """Return the server's state, and the cached totals of a season by person."""

    async def organiser_role(self, server: int) -> int | None:
        """Return the Discord id of the organisers' role, or None."""

    async def set_organiser_role(self, server: int, role: int | None, line: NewLine | None = None) -> None:
        """Store the role (a Discord id), or None to remove it; the line only if that is a change."""


@dataclass(frozen=True, slots=True)
class ServerHistory:
    """The stored history of a server, or a part of it; `matches` are uncorrected, the oldest first."""

    state: ServerState
    terms: tuple[Term, ...]
    matches: list[MatchResult]
    corrections: tuple[Correction, ...]
    cached: CachedTotals = field(default_factory=CachedTotals)
    last: tuple[int, int] = (-1, 0)
    """The end and number of the server's newest match when `state` was read."""


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A page of the history: its number (from 0), its uncorrected matches, the newest first, and their corrections.

    `total` is how many matches all pages have together.
    """

    total: int
    number: int
    matches: tuple[MatchResult, ...]
    corrections: tuple[Correction, ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """The matches that count in these terms, all of one league: those since a time (epoch ms), by the variant of this name."""

    terms: tuple[Term, ...]
    since: int = 0
    variant: str | None = None


@dataclass(frozen=True, slots=True)
class CountedShares:
    """The sums of a selection by person: of the matches before the current week, then of each week."""

    state: ServerState
    selection: Selection
    weeks: Sequence[tuple[int, Mapping[int, Sums]]]


Select = Callable[[Sequence[Term]], Selection]
"""Gets all terms of a server. Raises Refused if there is nothing to select."""
CheckCorrection = Callable[[MatchResult, Sequence[Correction]], None]
"""Gets a match as it was played, and its corrections in order. Raises Refused if another one doesn't fit."""


class MatchArchive(Protocol):
    """The results of servers with their corrections, and the cached totals and ratings."""

    async def match(self, number: int) -> MatchResult | None:
        """Return the uncorrected facts of a match, or None."""

    async def is_broken_off(self, server: int, number: int) -> bool:
        """Return True if an organiser of the server has broken off the match."""

    async def places(self, matches: Collection[int]) -> Mapping[int, int]:
        """Return the channels or threads in which the tables of these matches, at most 1,000, were opened, by match."""

    async def history(
        self,
        server: int,
        *,
        people: Collection[int] | None = None,
        since: int = 0,
        until: int | None = None,
        cached_since: int | None = None,
        with_deals: bool = True,
    ) -> ServerHistory:
        """Return the matches that ended from `since` until `until` (epoch ms); with `people`, only theirs.

        Without deals, it takes a fraction of the time and memory; standings and ratings don't need them.

        With `cached_since`, return also what is cached: the totals of these people, all ratings, and the rated matches from
        that time on.
        """

    async def counted_shares(self, server: int, select: Select, *, now: int) -> CountedShares:
        """Return the sums of the matches that `select` selects, without reading every match. Raise what `select` raises."""

    async def repair_copies(self, server: int) -> int:
        """Repair what is copied from the results and corrections. Return how many copies were wrong. Nobody else may write."""

    def match_pages(
        self, server: int, *, since: int = 0, until: tuple[int, int] | None = None
    ) -> AsyncIterator[list[MatchResult]]:
        """Yield the uncorrected matches that ended at `since` (epoch ms) or later, the oldest first, some at a time.

        `until` is the end and the number of the last one; None means the server's newest.
        """

    def corrected_pages(self, server: int, people: Collection[int]) -> AsyncIterator[list[MatchResult]]:
        """Yield the corrected matches in which any of these people had a seat, the oldest first, some at a time."""

    def newest_matches(self, server: int) -> AsyncIterator[MatchResult]:
        """Yield the uncorrected matches without their deals, the newest first."""

    async def history_page(self, server: int, person: int | None, page: int, size: int) -> MatchPage:
        """Return a page of the matches of the server, or of those in which a person counts; a page too high means the last."""

    async def count_matches(self, server: int, person: int) -> int:
        """Return in how many matches of the server the person counts."""

    async def people_in_matches(self, server: int) -> set[int]:
        """Return the people who had a seat in a match of the server."""

    async def corrections(self, server: int) -> tuple[Sequence[Term], list[Correction], tuple[int, int]]:
        """Return the terms of the server, its corrections, the oldest first, and the end and number of its newest match."""

    async def write_changes(
        self,
        server: int,
        state: ServerState,
        changes: CachedChanges,
        correction: Correction | None = None,
        line: NewLine | None = None,
    ) -> bool:
        """Store the changes, the correction and its line in the log in one transaction, after which nothing is stale.

        Return False, and store nothing, if the server's state is no longer `state`.
        """

    async def add_correction(self, server: int, correction: Correction, check: CheckCorrection, line: NewLine) -> None:
        """Store the correction and its line in the log, after which the totals are stale.

        Raise what `check` raises, in the same transaction.
        """

    async def write_rebuilt(self, server: int, state: ServerState, last: tuple[int, int], changes: CachedChanges) -> bool:
        """Store the changes to stale totals, count the results after `last` too, and mark the totals as current.

        Return False, with the totals still stale, if anything but newer results has changed since `state`.
        """

    async def frequent_matches(self, server: int, *, least: int, since: int) -> set[int]:
        """Return the matches since a time (epoch ms) before which two of their people had met at least so often in two days."""

    async def with_former_meetings(self, match: MatchResult) -> MatchResult:
        """Return a planned match as it would be stored if it ended now: with how often people met under former numbers."""

    async def server_state(self, server: int) -> ServerState: ...

    async def servers(self) -> list[int]:
        """Return the servers that have a result."""

    async def stale_servers(self) -> list[int]:
        """Return the servers whose cached totals must be rebuilt."""

    async def ratings(self, server: int, people: Collection[int] | None) -> dict[tuple[str, int], Rating]:
        """Return the ratings of these people, or of everyone, by deck and person."""

    async def rating_history(self, server: int, deck: str, person: int) -> list[tuple[int, Rating]]:
        """Return the end of each rated match (epoch ms) and the rating after it; the oldest first."""


@dataclass(frozen=True, slots=True)
class PostedStandings:
    """The message of standings that update themselves; `revision` is what it shows, `at` (epoch ms) its last update."""

    message: int
    channel: int
    server: int
    league: int | None = None
    variant: str | None = None
    since: int | None = None
    revision: int = 0
    at: int = 0


class LiveStandings(Protocol):
    """The messages of standings that update themselves."""

    async def put(self, posted: PostedStandings) -> None:
        """Store the message; it replaces a stored one with the same id."""

    async def remove(self, message: int) -> None:
        """Stop updating the message."""

    async def stale_posts(self, *, now: int, pause: int) -> list[PostedStandings]:
        """Return the messages that are stale and were last updated at least `pause` ms ago.

        A message is also stale a day after its last update, because it shows changes since the beginning of the week.
        """

    async def claim(self, posted: PostedStandings, *, at: int) -> bool:
        """Mark the message as updated at `at`, before rendering it. Return False if another process has claimed it."""

    async def mark_rendered(self, message: int, revision: int, *, at: int) -> None:
        """Record that the message shows this revision as of `at`."""


class Privacy(Protocol):
    """The stored data of people."""

    async def read_personal_data(self, person: int) -> Mapping[str, object]:
        """Return everything that is stored about a person, by kind, ready to be written as JSON.

        Tables and matches contain only the person's number, which is in the first entry.
        """

    async def delete_personal_data(self, person: int, *, at: int) -> None:
        """Empty the person's `people` row and their protests, and delete the ids of their direct messages and their wishes for
        reminders.

        Results stay. Posted standings and schedules that name the person become stale. A keyed hash of their Discord id is
        kept for at most 48 hours from now (`at`, epoch ms).
        """

    async def delete_expired_hashes(self, *, at: int) -> None:
        """Delete the hashes of former people that are no longer kept at this time (epoch ms), with their keys."""
