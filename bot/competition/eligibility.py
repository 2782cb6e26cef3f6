"""The leagues in which a table's match counts, and the reasons why it does not count in others."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from msgspec import structs

from bot.competition.match_history import MatchHistory
from bot.competition.standings import LeagueDirectory
from bot.competition.tournament.tournaments import results_of
from bot.league import league
from bot.league.days import DAY_MS
from bot.league.eligibility import (
    HasReturned,
    NoPointsFor,
    NotPlayed,
    TooShort,
    why_not,
    why_over_limit,
    why_setting_does_not_fit,
)
from bot.league.league import League, WhyNot
from bot.league.match_facts import MatchResult, league_placings
from bot.league.rematch_limit import with_limits
from bot.league.scheme import PARTS_PER_POINT, has_points_for, scheme_points
from bot.league.seasons import StoredLeague, TermVerdict
from bot.league.tournament.events import TournamentPlan
from bot.league.tournament.tournament import table_sizes
from bot.rummy.variant import Variant, differing_questions
from bot.storage.league.ledgers import StoredLedgers
from bot.tables.events import Pace
from bot.tables.rules.house_rules import closest_preset
from bot.tables.rules.match_length import reached_length
from bot.tables.service import planned_match
from bot.tables.table import Table
from bot.wording.sentence import Refused


@dataclass(frozen=True, slots=True)
class LeagueEligibility:
    """Whether a match counts in a league; `why_not` is None if it counts or will count.

    `sizes` are the numbers of players with which it counts; empty if it counts with those at the table, or with every number
    that the game allows.
    `league` is empty for the standings of a server without leagues. `season_end` (epoch ms) is when the next season begins, if
    the match might start in it. `is_expected` is False if nobody expects the match to count: it would not in any channel.
    """

    league: str
    why_not: WhyNot | None = None
    sizes: tuple[int, ...] = ()
    season_end: int | None = None
    is_expected: bool = True

    @property
    def is_elsewhere(self) -> bool:
        """True if the match is played in another channel."""
        return isinstance(self.why_not, league.OtherServer | league.OtherChannel)


@dataclass(frozen=True, slots=True)
class CountedMatch:
    """Where a finished match counts, or why not, and what it has changed there; and its result, if that was `corrected`.

    `changes` are the leagues, with people and their points in the order of their places; a league's name is empty for the
    standings of a server without leagues.
    """

    leagues: tuple[LeagueEligibility, ...] = ()
    corrected: MatchResult | None = None
    changes: tuple[tuple[str, tuple[tuple[int, Fraction], ...]], ...] = ()


@dataclass(eq=False)
class EligibilityCheck:
    """The leagues in which a table's match counts: expected before its end, final after it. `now` returns epoch ms."""

    _leagues: LeagueDirectory
    _ledgers: StoredLedgers
    _match_history: MatchHistory
    _now: Callable[[], int]
    _presets: Mapping[str, Variant]

    async def expected(self, table: Table) -> tuple[LeagueEligibility, ...]:
        """Return the leagues in which the match of this table would count, if it ended now with these players."""
        planned, stored = planned_match(table, at=self._now()), await self._leagues.all(table.server)
        found = [(one, each) for one in stored if (each := expected_in(one, table, planned)) is not None]
        if len(planned.seats) > 1 and any(eligibility.why_not is None for _, eligibility in found):
            limits = with_limits(planned, await self._ledgers.planned(planned))
            found = [(one, each) for one, each in found if not (each.is_elsewhere and one.number in limits.returned)]
            expected = [_with_limit(eligibility, why_over_limit(limits, one.number)) for one, eligibility in found]
            others = [one for one in stored if one.number in limits.returned and all(one is not each for each, _ in found)]
            return (*expected, *(LeagueEligibility(one.name, HasReturned()) for one in others))  # it isn't rated either
        return tuple(eligibility for _, eligibility in found)

    async def of_plans(self, server: int, channel: int, plans: Iterable[TournamentPlan]) -> list[tuple[LeagueEligibility, ...]]:
        """Return for each plan of a tournament in this channel the leagues in which its matches would count."""
        stored, found = await self._leagues.all(server), list[tuple[LeagueEligibility, ...]]()
        for plan in plans:
            planned, (least, most) = self._planned(server, channel, plan), table_sizes(plan.variant)
            expected = (_expected_with(one, planned, range(least, most + 1), 0) for one in stored)
            found.append(tuple(one for one in expected if one is not None))
        return found

    def _planned(self, server: int, channel: int, plan: TournamentPlan) -> MatchResult:
        """Return a match of the tournament as if it ended now, at its largest table."""
        preset = closest_preset(plan.variant, self._presets)
        length = reached_length(plan.variant, preset, table_sizes(plan.variant)[1])
        match = MatchResult(server, plan.variant, (), (), self._now(), channel=channel, length=length, has_card_rules=True)
        return structs.replace(match, house_rules=differing_questions(plan.variant, preset), has_clock=plan.pace != Pace.NONE)

    async def tournament(self, table: Table) -> str:
        """Return the name of the tournament that is played at this table; empty for other tables."""
        if not table.lobby.tournament:
            return ""
        async with self._ledgers.of(table.server) as ledger:
            found = ledger.tournaments.all.get(table.lobby.tournament)
        return "" if found is None else found.name

    async def hides_deals(self, table: Table) -> bool:
        """Return True while other tables of a tournament's round play the same deals as this one."""
        reserved = table.lobby.reserved
        if reserved is None or not table.hides_deals:
            return False
        async with self._ledgers.of(table.server) as ledger:
            found = ledger.tournaments.all.get(reserved.tournament)
            is_current = found is not None and len(found.rounds) >= reserved.round
            return found is None or not is_current or not found.rounds[reserved.round - 1].is_over(results_of(found, ledger))

    async def leagues_of(self, table: Table) -> tuple[int, ...]:
        """Return the leagues for which the match of this table is played; none if it may not count."""
        if not table.may_count or table.is_private:
            return ()
        planned = planned_match(table, at=self._now())
        return tuple(one.number for one in await self._leagues.all(table.server) if one.term.fits(planned))

    async def counted(self, table: Table) -> CountedMatch:
        """Return where the finished match of this table counts; nothing if it was broken off."""
        try:
            record = await self._match_history.match(table.server, table.number)
        except Refused:
            return CountedMatch()
        counting = (one.term.league for one in record.standings if one.why_not is None)
        changes = ((league_.name, _points(league_, record.match)) for league_ in counting)
        unplayed = [one for one in record.standings if isinstance(one.why_not, NotPlayed)]
        corrected, leagues = record.match if record.corrections else None, record.verdicts or unplayed
        return CountedMatch(eligibility_in_leagues(record.match, leagues), corrected, tuple(changes))


def eligibility_in_leagues(match: MatchResult, verdicts: Iterable[TermVerdict]) -> tuple[LeagueEligibility, ...]:
    """Return where a finished match counts. It is expected to in a league of another channel if nothing else prevents it."""
    found = []
    for one in verdicts:
        is_expected = not isinstance(one.why_not, league.OtherServer)
        if isinstance(one.why_not, league.OtherChannel):
            is_expected = why_not(structs.replace(one.term.league, channel=None), match, one.term.number) is None
        found.append(LeagueEligibility(one.term.league.name, one.why_not, is_expected=is_expected))
    return tuple(found)


def _points(league_: League, match: MatchResult) -> tuple[tuple[int, Fraction], ...]:
    placings = league_placings(match)
    points = zip(placings, scheme_points(league_.scheme, placings, per_deal=league_.per_deal), strict=True)
    in_order = sorted(points, key=lambda one: (one[0].place, -one[1]))
    return tuple((one.person, Fraction(parts, PARTS_PER_POINT)) for one, parts in in_order)


def expected_in(stored: StoredLeague, table: Table, planned: MatchResult) -> LeagueEligibility | None:
    """Return whether the match would count, whatever else was played. None where nobody expects it: with other games."""
    least, most = table.variant.players
    reserved = table.lobby.reserved
    people = table.match.seats if table.match is not None else None if reserved is None else len(reserved.people)
    players = range(least, most + 1) if people is None else range(people, people + 1)
    found = _expected_with(stored, planned, players, len(table.seats.players))
    return found if found is None or table.match is None else replace(found, season_end=None)


def _expected_with(stored: StoredLeague, planned: MatchResult, players: Sequence[int], now: int) -> LeagueEligibility | None:
    """Return the same for a match with one of these numbers of players; so many are there `now`."""
    anywhere = structs.replace(stored.league, channel=None)
    found = _eligibility_in(anywhere, players, now, why_setting_does_not_fit(anywhere, planned, stored.number))
    why = why_setting_does_not_fit(stored.league, planned, stored.number)
    if isinstance(why, league.OtherChannel):
        return None if found is None or found.why_not is not None else LeagueEligibility(stored.name, why)
    is_near = stored.ends_at is not None and planned.ended < stored.ends_at <= planned.ended + DAY_MS
    return replace(found, season_end=stored.ends_at) if found is not None and is_near else found


def _eligibility_in(league_: League, players: Sequence[int], now: int, why: WhyNot | None) -> LeagueEligibility | None:
    if isinstance(why, league.OtherRules | league.OtherValues | league.NoClock | TooShort):
        return LeagueEligibility(league_.name, why)
    if why is not None:
        return None
    sizes = tuple(size for size in players if has_points_for(league_.scheme, size))
    if not sizes:
        return LeagueEligibility(league_.name, NoPointsFor(players[0])) if len(players) == 1 else None
    return LeagueEligibility(league_.name, sizes=() if len(sizes) == len(players) or now in sizes else sizes)


def _with_limit(found: LeagueEligibility, why: WhyNot | None) -> LeagueEligibility:
    """Return that the match doesn't count because its players have started too many matches today, or pause."""
    if found.why_not is not None or why is None:
        return found
    return replace(found, why_not=why, sizes=(), season_end=None)
