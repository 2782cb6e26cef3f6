"""What leagues and results need from outside: protocols that `bot.storage` implements and `bot.app` injects."""

from collections.abc import Collection, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from bot.league.corrections import Correction
from bot.league.league import League
from bot.league.ledger import Ledger, MatchBegun
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import NewLine
from bot.league.seasons import Season, SeasonTable, Term


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

    @property
    def key(self) -> tuple[int, int]:
        """The numbers of the league and of its season."""
        return self.number, self.season.number


@dataclass(frozen=True, slots=True)
class EndedSeason:
    """A season that an organiser ended: the numbers of the league and the season, the league's name, and the end (epoch ms)."""

    league: int
    season: int
    name: str
    at: int


@dataclass(frozen=True, slots=True)
class OrganiserCommand:
    """An organiser's command: the id of its Discord interaction, and its channel."""

    interaction: int
    channel: int


class Leagues(Protocol):
    """The leagues of servers, their seasons, and who organises them."""

    async def server_leagues(self, server: int) -> list[StoredLeague]:
        """Return the server's leagues: those in use sorted by name, then the archived ones."""

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
        revision: int,
        stored: StoredLeague,
        final: SeasonTable,
        following: Season | None,
        *,
        at: int,
        command: OrganiserCommand | None = None,
        line: NewLine | None = None,
    ) -> bool:
        """End the running season with this table, and begin the following one; without one, archive the league.

        Return False, and change nothing, if the server's revision is another one by now.
        """

    async def season_ended_by(self, number: int, command: int) -> SeasonTable | None:
        """Return the table of the season that this command (an interaction id) ended, or None."""

    async def season_tables(self, number: int) -> list[SeasonTable]:
        """Return the tables of the league's ended seasons, the newest first."""

    async def due_leagues(self, until: int) -> list[StoredLeague]:
        """Return the leagues whose running season ends at `until` (epoch ms) or earlier, the earliest first."""

    async def reopen_season(self, ended: EndedSeason, *, at: int, line: NewLine, is_archived: bool) -> None:
        """Undo the end of the season: it runs again, and the one after it never began; if `is_archived`, restore the league.

        Store the line in the log. Raise Refused if that has been done, or if something contradicts it by now.
        """

    async def organiser_role(self, server: int) -> int | None:
        """Return the Discord id of the organisers' role, or None."""

    async def set_organiser_role(self, server: int, role: int | None, line: NewLine | None = None) -> None:
        """Store the role (a Discord id), or None to remove it; the line only if that is a change."""


class Ledgers(Protocol):
    """The ledgers of servers, folded in memory."""

    def of(self, server: int) -> AbstractAsyncContextManager[Ledger]:
        """Yield the fold of a server's ledger as it is now; nobody else uses it meanwhile."""

    async def revision(self, server: int) -> int:
        """Return a number that changes with every entry, and with the leagues and seasons."""

    async def with_deals(self, numbers: Collection[int]) -> dict[int, MatchResult]:
        """Return these matches, at most 1,000, as they were played, with the cards of their deals."""

    async def places(self, matches: Collection[int]) -> Mapping[int, int]:
        """Return the channels or threads in which the tables of these matches, at most 1,000, were opened, by match."""

    async def is_broken_off(self, server: int, number: int) -> bool:
        """Return True if an organiser of the server has broken off the match."""

    async def planned(self, planned: MatchResult) -> MatchBegun:
        """Return the entry of a match if it started now."""

    async def correct(self, server: int, correction: Correction, *, after: int, line: NewLine) -> bool:
        """Add a correction, and its line to the log of organisers.

        Return False, and store nothing, unless the match has exactly `after` corrections. Raise Refused if it is of a
        schedule, where it has been played again.
        """


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
