"""The leagues in which a table's match counts, and the reasons why it does not count in others."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from bot.competition.league_directory import LeagueDirectory
from bot.competition.match_history import MatchHistory
from bot.competition.refusals import LeagueRefused
from bot.league import league
from bot.league.eligibility import NoPointsFor, WhyNot
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.placings import league_placings
from bot.league.scheme.scheme import PARTS_PER_POINT, has_points_for, scheme_points
from bot.league.seasons.season_terms import TermVerdict
from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class LeagueEligibility:
    """Whether a match counts in a league; `why_not` is None if it counts or will count.

    `sizes` are the numbers of players with which it counts; empty if it counts with every number that the game allows.
    """

    league: str
    why_not: WhyNot | None = None
    sizes: tuple[int, ...] = ()

    @property
    def is_elsewhere(self) -> bool:
        """True if nobody expects the match to count in this league: it is played in another channel."""
        return isinstance(self.why_not, league.OtherServer | league.OtherChannel)


@dataclass(frozen=True, slots=True)
class PointsChange:
    """What a finished match has changed in the standings of a league; `league` is empty for those of a server without leagues.

    `points` are people with their points, in the order of their places.
    """

    league: str
    points: tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True, slots=True)
class CountedMatch:
    """Where a finished match counts, or why not, and what it has changed there."""

    leagues: tuple[LeagueEligibility, ...] = ()
    changes: tuple[PointsChange, ...] = ()


class EligibilityCheck:
    """The leagues in which a table's match counts: expected before its end, final after it."""

    def __init__(self, leagues: LeagueDirectory, match_history: MatchHistory) -> None:
        self._leagues = leagues
        self._match_history = match_history

    async def expected(self, table: Table) -> tuple[LeagueEligibility, ...]:
        """Return the leagues in which the match of this table will count, as far as is known."""
        found = (_eligibility_in(one.league, table) for one in await self._leagues.all(table.server))
        return tuple(one for one in found if one is not None)

    async def leagues_of(self, table: Table) -> tuple[int, ...]:
        """Return the leagues for which the match of this table is played; none if it may not count."""
        if not table.may_count or table.is_private:
            return ()
        return tuple(one.number for one in await self._leagues.all(table.server) if one.league.fits(table))

    async def counted(self, table: Table) -> CountedMatch:
        """Return where the finished match of this table counts; nothing if it was broken off."""
        try:
            record = await self._match_history.match(table.server, table.number)
        except LeagueRefused:
            return CountedMatch()
        changes = (_points_change(one.term.league, record.match) for one in record.standings if one.why_not is None)
        return CountedMatch(eligibility_in_leagues(record.verdicts), tuple(changes))


def eligibility_in_leagues(verdicts: Iterable[TermVerdict]) -> tuple[LeagueEligibility, ...]:
    return tuple(LeagueEligibility(one.term.league.name, one.why_not) for one in verdicts)


def _points_change(league_: League, match: MatchResult) -> PointsChange:
    placings = league_placings(match)
    points = zip(placings, scheme_points(league_.scheme, placings), strict=True)
    in_order = sorted(points, key=lambda one: (one[0].place, -one[1]))
    return PointsChange(league_.name, tuple((one.person, Fraction(parts, PARTS_PER_POINT)) for one, parts in in_order))


def _eligibility_in(league_: League, table: Table) -> LeagueEligibility | None:
    """Return None for a league of another channel or with other games, where nobody expects the match to count."""
    why = league.why_match_does_not_fit(league_, table)
    if isinstance(why, league.OtherRules | league.NoClock):
        return LeagueEligibility(league_.name, why)
    if why is not None:
        return None
    if (people := _players(table)) is not None:
        return LeagueEligibility(league_.name, None if has_points_for(league_.scheme, people) else NoPointsFor(people))
    least, most = table.variant.players
    sizes = tuple(size for size in range(least, most + 1) if has_points_for(league_.scheme, size))
    if not sizes:
        return None
    return LeagueEligibility(league_.name, sizes=sizes if len(sizes) <= most - least else ())


def _players(table: Table) -> int | None:
    """Return the number of players if it is known: after the start of the match, or for reserved seats."""
    if table.match is not None:
        return table.match.seats
    return None if table.reserved is None else len(table.reserved.people)
