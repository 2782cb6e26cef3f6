"""The leagues in which a table's match counts, and the reasons why it does not count in others."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.competition.league_directory import LeagueDirectory
from bot.competition.match_history import MatchHistory
from bot.competition.refusals import LeagueRefused
from bot.league import league
from bot.league.eligibility import NoPointsFor, WhyNot
from bot.league.league import League
from bot.league.scheme.scheme import has_points_for
from bot.league.seasons.season_terms import TermVerdict
from bot.tables.table import Phase, Table


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


class EligibilityCheck:
    """The leagues in which a table's match counts: expected during the match, final after its end."""

    def __init__(self, leagues: LeagueDirectory, match_history: MatchHistory) -> None:
        self._leagues = leagues
        self._match_history = match_history

    async def check(self, table: Table) -> tuple[LeagueEligibility, ...]:
        if table.phase != Phase.OVER:
            found = (_eligibility_in(one.league, table) for one in await self._leagues.all(table.server))
            return tuple(one for one in found if one is not None)
        try:
            return eligibility_in_leagues(await self._match_history.verdicts(table.server, table.number))
        except LeagueRefused:  # the match was broken off
            return ()


def eligibility_in_leagues(verdicts: Iterable[TermVerdict]) -> tuple[LeagueEligibility, ...]:
    return tuple(LeagueEligibility(one.term.league.name, one.why_not) for one in verdicts)


def _eligibility_in(league_: League, table: Table) -> LeagueEligibility | None:
    """Return None for a league of another channel or with other games, where nobody expects the match to count."""
    why = league.why_match_does_not_fit(league_, table)
    if isinstance(why, league.OtherRules):
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
